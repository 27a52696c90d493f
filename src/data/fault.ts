import { isStintError } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { ShedError } from '#server/failure.ts'

/** Refusals of the data endpoint, in the dialect's shape: `errors[].message`, `extensions.code` and `.path`. */
type FaultCode =
  | 'validation-failed'
  | 'parse-failed'
  | 'invalid-json'
  | 'bad-request'
  | 'data-exception'
  | 'constraint-violation'
  | 'permission-error'
  | 'access-denied'
  | 'limit-exceeded'
  | 'time-limit-exceeded'
  | 'busy'
  | 'unexpected'

/** A sentence for the caller, and its place in the request (`$.selectionSet.…`). */
export class DataFault extends Error {
  override name = 'DataFault'
  readonly code: FaultCode
  readonly path: string

  constructor(code: FaultCode, message: string, path = '$') {
    super(message)
    this.code = code
    this.path = path
  }
}

/** The answer's body for one refusal. */
export function faultBody({ code, message, path }: Pick<DataFault, 'code' | 'message' | 'path'>): string {
  return JSON.stringify({ errors: [{ message, extensions: { path, code } }] })
}

/** `42501` and its like, of an error that came from PostgreSQL. */
function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** Refusals of PostgreSQL that are the caller's own doing; its words never leave the server. */
const OWN_DOING: Readonly<Record<string, [FaultCode, string]>> = {
  '57014': ['time-limit-exceeded', 'query took too long'],
  '55P03': ['busy', 'the record is being changed by someone else, try again'],
  '40001': ['busy', 'the record was changed by someone else, try again'],
  '40P01': ['busy', 'the record was changed by someone else, try again'],
  '23505': ['constraint-violation', 'a record with these values exists already'],
  '23503': [
    'constraint-violation',
    'a record that this one refers to does not exist, or this one is still referred to',
  ],
  '23502': ['constraint-violation', 'a value that is required is missing'],
  '23514': ['constraint-violation', 'a value is outside what is allowed for it'],
  '23001': ['constraint-violation', 'this record is kept as it is'],
  '2201B': ['data-exception', 'invalid regular expression'],
  '22025': ['data-exception', 'invalid pattern: it ends with an escape character'],
  '22003': ['data-exception', 'a number is out of range'],
  '42P10': ['validation-failed', '"distinct_on" columns must match initial "order_by" columns'],
}

const UNREACHABLE =
  /ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|timeout exceeded when trying to connect|Connection terminated/

/** The database cannot be reached: pg reports it in errors of Node and in its own. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return UNREACHABLE.test(code) || UNREACHABLE.test(error.message)
}

/** Sentences of spec §8 for unique keys, by the key's name. */
const UNIQUE: Readonly<Record<string, string>> = {
  company_brn: errorText.registration_number_exists,
  user_email_key: errorText.email_exists,
  business_contact_email: validationText.duplicate_email,
}

function uniqueFault(error: unknown): DataFault | undefined {
  const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
  const sentence = UNIQUE[constraint]
  return sentence === undefined ? undefined : new DataFault('constraint-violation', sentence)
}

/** The caller's message for an unexpected error. The error itself belongs in the log. */
export function faultOf(error: unknown): DataFault {
  if (error instanceof DataFault) return error
  if (isStintError(error) && error.code === 'too_many') return new DataFault('busy', error.message)
  if (error instanceof ShedError) return new DataFault('busy', error.message)
  const state = sqlState(error)
  const unique = state === '23505' ? uniqueFault(error) : undefined
  if (unique) return unique
  const known = state ? OWN_DOING[state] : undefined
  if (known) return new DataFault(known[0], known[1])
  if (state?.startsWith('22'))
    return new DataFault('data-exception', 'a value in the request cannot be used here')
  if (state === '54001' || error instanceof RangeError)
    return new DataFault('limit-exceeded', 'the request is nested too deeply')
  if (isUnreachable(error)) return new DataFault('busy', 'the data is not available for a moment, try again')
  if (state === '53300' || state?.startsWith('08') || state?.startsWith('57P')) {
    return new DataFault('busy', 'the data is not available for a moment, try again')
  }
  return new DataFault('unexpected', 'internal error')
}

/** A unique key that another row has. */
export const isDuplicate = (error: unknown): boolean => sqlState(error) === '23505'

/** Does this error concern the operators, too? */
export function isForTheLog(error: unknown): boolean {
  return isUnreachable(error) || faultOf(error).code === 'unexpected'
}
