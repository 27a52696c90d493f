import { type ErrorCode, StintError } from './errors.ts'

/** The reason against an action, for the reader. It refuses the call and disables the button. */
export type Refusal = { readonly code: ErrorCode; readonly message: string }
export type Verdict = true | Refusal

export const refuse = (code: ErrorCode, message: string): Refusal => ({ code, message })

/** @throws the refusal as an error */
export function requireCan(verdict: Verdict): void {
  if (verdict !== true) throw new StintError(verdict.code, verdict.message)
}

/** The sentence for a disabled button; null when the action is open. */
export const reasonOf = (verdict: Verdict): string | null => (verdict === true ? null : verdict.message)
