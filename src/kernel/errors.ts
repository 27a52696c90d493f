import { errorText, validationText } from './messages.ts'

/** The six refusals. Any other error is a bug and reads as `internal`. */
export type ErrorCode = 'not_found' | 'not_allowed' | 'invalid' | 'conflict' | 'precondition' | 'too_many'

/** Message under each form field, keyed by the field's snake_case name (`details.0.units`). */
export type FieldErrors = Readonly<Record<string, string>>

/** Ways in which people confirm that it is them. */
export type StepUpMethod = 'passkey' | 'totp' | 'sms' | 'recovery_code' | 'password' | 'demo'

/** The missing confirmation of a refused call (people, step-up). */
export type StepUpNeed = {
  readonly methods: readonly StepUpMethod[]
  /** Seconds for which a confirmation holds; 0 = one for this call alone, named by the next two. */
  readonly max_age: number
  readonly action_id?: string
  readonly input_hash?: string
}

/** Body of a failed action (spec §7), without its `success: false`. */
export type ErrorBody = {
  readonly message: string
  readonly code: ErrorCode | 'internal'
  readonly errors?: FieldErrors
  readonly step_up?: StepUpNeed
  readonly step?: 'sso'
}

/** A refusal with a message for the user. Only the functions below make it. */
export class StintError extends Error {
  override name = 'StintError'
  readonly code: ErrorCode
  readonly errors: FieldErrors | undefined
  /** Of `too_many`: the pause. */
  readonly retry_after_seconds: number | undefined
  /** Of `not_allowed`: a confirmation makes it allowed. */
  step_up: StepUpNeed | undefined
  /** Of `not_allowed`: a sign-in at the business's own provider makes it allowed. */
  step: 'sso' | undefined
  /** Of `not_allowed`: nobody was let in, and HTTP's word for that is 401. */
  is_sign_in = false

  constructor(code: ErrorCode, message: string, errors?: FieldErrors, retry_after_seconds?: number) {
    super(message)
    this.code = code
    this.errors = errors
    this.retry_after_seconds = retry_after_seconds
  }
}

/** Missing and foreign rows read the same, so that ids cannot be probed. */
export function notFound(what = 'Record'): StintError {
  return new StintError('not_found', errorText.not_found(what))
}

/** The viewer may see the row but not do this to it. `reason` is shown to them. */
export function notAllowed(reason: string = errorText.not_allowed): StintError {
  return new StintError('not_allowed', reason)
}

/** Nobody is let in: the words of a sign-in are wrong, or its person may not enter. */
export function signInRefused(reason: string): StintError {
  const error = notAllowed(reason)
  error.is_sign_in = true
  return error
}

/** Input that cannot be accepted; `errors` puts a message under each field (spec §8). */
export function invalid(errors: FieldErrors, message?: string): StintError {
  const first = Object.values(errors)[0]
  return new StintError('invalid', message ?? first ?? validationText.matches, errors)
}

/** Another change came first, or the same key came with another body. */
export function conflict(reason: string): StintError {
  return new StintError('conflict', reason)
}

/** Right user, right input, wrong moment: the state of the record forbids it. */
export function precondition(reason: string): StintError {
  return new StintError('precondition', reason)
}

/** Too many tries: the same call is welcome after the pause. */
export function tooMany(message: string, retry_after_seconds: number): StintError {
  return new StintError('too_many', message, undefined, retry_after_seconds)
}

/** The same call is welcome once the person has confirmed that it is them. */
export function unconfirmed(step_up: StepUpNeed): StintError {
  const error = notAllowed(errorText.unconfirmed)
  error.step_up = step_up
  return error
}

/** The business asks for its own provider of accounts. */
export function askProvider(message: string): StintError {
  const error = notAllowed(message)
  error.step = 'sso'
  return error
}

export function isStintError(error: unknown): error is StintError {
  return error instanceof StintError
}

/** The one adapter from anything thrown to the body a caller reads. Unknown errors stay unnamed. */
export function toErrorBody(error: unknown): ErrorBody {
  if (!isStintError(error)) return { message: errorText.internal, code: 'internal' }
  const { message, code, errors, step_up, step } = error
  return {
    message,
    code,
    ...(errors ? { errors } : {}),
    ...(step_up ? { step_up } : {}),
    ...(step ? { step } : {}),
  }
}
