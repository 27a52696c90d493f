import { helpBelow } from '#kernel/error-help.ts'
import { notify } from '#web/ui/Toast.tsx'
import { CallError } from './call.ts'

/** A toast for a call that failed: its message (spec §8), and what is safe and what to do (quality U5). */
export function tellFailure(error: unknown): void {
  const message = error instanceof Error && error.message ? error.message : undefined
  notify.error(message, error instanceof CallError ? helpBelow(error.code, error.message) : undefined)
}
