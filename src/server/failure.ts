/**
 * Maps any thrown value to the caller's answer (spec §8) and to its meaning for a retry. The six refusals stay; a
 * few of PostgreSQL's errors get the specified texts; the rest is a bug.
 */
import { conflict, type ErrorBody, invalid, isStintError, toErrorBody } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'

/** The database cannot be reached: the request may be repeated as it is. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
  readonly retry_after_seconds: number = 2
}

export const unavailableText = {
  away: 'The database cannot be reached at the moment. Nothing was changed. Please try again shortly.',
  /** The connection broke while the change was being confirmed; repeating with the same key is safe. */
  unknown:
    'The connection to the database broke off. Please look whether your change was made before you repeat it.',
  busy: 'This is taking too long at the moment. Nothing was changed. Please try again.',
  restarting: 'The server is restarting. Please try again; nothing is done twice.',
} as const

/** The process stops and has ended the transaction, or opens none any more. */
export class RestartingError extends UnavailableError {
  override name = 'RestartingError'
  override readonly retry_after_seconds = 1
  constructor(options?: ErrorOptions) {
    super(unavailableText.restarting, options)
  }
}

/** The server has too much to do: this work waits for another time. */
export class ShedError extends UnavailableError {
  override name = 'ShedError'
  override readonly retry_after_seconds = 5
  constructor(options?: ErrorOptions) {
    super(unavailableText.busy, options)
  }
}

type Coded = { code?: string; constraint?: string; message?: string }
const coded = (error: unknown): Coded => (typeof error === 'object' && error !== null ? error : {})

/** A table was altered after this connection prepared the statement: another connection runs it. */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = coded(error)
  return code === '0A000' && (message ?? '').includes('cached plan')
}

/** Serialization failure and deadlock: PostgreSQL asks for another try. */
export function isRetryable(error: unknown): boolean {
  return ['40001', '40P01'].includes(coded(error).code ?? '') || isStalePlan(error)
}

const GONE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT|EHOSTUNREACH|57P0[123]|53300|08...)$/
const GONE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|connection error and is not queryable|Cannot use a pool after calling end/

/** The connection is lost or cannot be made, in any layer's words. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof UnavailableError) return true
  const { code, message } = coded(error)
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss)
  return GONE.test(code ?? '') || GONE_TEXT.test(message ?? '')
}

/** A lock was not to be had in time. */
const LOCK_TIMEOUT = '55P03'
/** The limits of a statement, of an idle transaction and of a whole one. */
const TOO_LONG = new Set(['57014', '25P03', '25P04'])

/** A time limit ended it, or no connection of the pool became free: waiting longer would only make it worse. */
export function isTooLong(error: unknown): boolean {
  const { code, message } = coded(error)
  return TOO_LONG.has(code ?? '') || (message ?? '').includes('timeout exceeded when trying to connect')
}

/** The same work may succeed later: contention, a held lock, or no database. */
export function isPassing(error: unknown): boolean {
  return isRetryable(error) || coded(error).code === LOCK_TIMEOUT || isConnectionLoss(error)
}

/** Unique keys with a specified text (spec §8); any other violation is a lost race. */
const uniqueText: Readonly<Record<string, readonly [field: string, message: string]>> = {
  company_brn: ['brn', errorText.registration_number_exists],
  individual_utr: ['utr', validationText.unique_existing],
  user_email_key: ['email', errorText.email_exists],
  business_contact_email: ['email', validationText.duplicate_email],
}

/** A database error as a refusal, or the error itself. */
export function adaptDatabaseError(error: unknown): unknown {
  if (isStintError(error)) return error
  const { code, constraint = '' } = coded(error)
  if (code === '23505') {
    const [field, message] = uniqueText[constraint] ?? []
    if (field && message) return invalid({ [field]: message }, message)
    return conflict('Somebody else has just done this. Please reload the page and look again.')
  }
  if (isRetryable(error) || code === LOCK_TIMEOUT)
    return conflict('Somebody else is changing the same records. Nothing was changed. Please try again.')
  if (isTooLong(error)) return new UnavailableError(unavailableText.busy, { cause: error })
  return error
}

type Failure = {
  readonly status: number
  readonly body: ErrorBody | { readonly message: string; readonly code: 'unavailable' }
  /** A bug or an outage: to be logged with everything that helps. */
  readonly unexpected: boolean
  /** Seconds for the header Retry-After. */
  readonly retry_after: number | null
}

const statusOf = {
  not_found: 404,
  not_allowed: 403,
  invalid: 400,
  conflict: 409,
  precondition: 422,
  too_many: 429,
  internal: 500,
} as const satisfies Record<ErrorBody['code'], number>

/** The HTTP status and body of anything thrown. Unknown errors stay unnamed to the caller. */
export function toFailure(thrown: unknown): Failure {
  const error = adaptDatabaseError(thrown)
  if (isConnectionLoss(error)) {
    const message = error instanceof UnavailableError ? error.message : unavailableText.away
    const retry_after = error instanceof UnavailableError ? error.retry_after_seconds : 2
    return {
      status: 503,
      body: { message, code: 'unavailable' },
      unexpected: !(error instanceof ShedError),
      retry_after,
    }
  }
  const body = toErrorBody(error)
  const retry_after = isStintError(error) ? (error.retry_after_seconds ?? null) : null
  const status = isStintError(error) && error.is_sign_in ? 401 : statusOf[body.code]
  return { status, body, unexpected: body.code === 'internal', retry_after }
}
