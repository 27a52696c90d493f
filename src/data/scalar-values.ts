/** Parses one value of a caller for PostgreSQL. Nothing reaches the database unparsed. */
import { isDay } from '#kernel/day.ts'
import { isUuid } from '#kernel/uuid.ts'

/** A reader gives the parameter, or undefined where the value is none of its type. */
export type Reader = (value: unknown) => string | number | boolean | undefined

const INT_MAX = 2_147_483_647
const INT_MIN = -2_147_483_648
const DECIMAL = /^[+-]?(\d{1,60}(\.\d{0,60})?|\.\d{1,60})(e[+-]?\d{1,3})?$/i
const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i
/** PostgreSQL keeps neither NUL nor half a surrogate pair in jsonb; JSON text spells both with an escape. */
const UNKEEPABLE_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i

const text: Reader = (value) => (typeof value === 'string' && !value.includes('\0') ? value : undefined)

const integer: Reader = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= INT_MIN && value <= INT_MAX
    ? value
    : undefined

const decimal: Reader = (value) => {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  return typeof value === 'string' && DECIMAL.test(value) ? value : undefined
}

const moment: Reader = (value) => {
  const found = typeof value === 'string' ? MOMENT.exec(value) : null
  if (!found) return undefined
  const [whole, date = '', hours = '0', minutes = '0', seconds = '0'] = found
  const isTime = Number(hours) <= 23 && Number(minutes) <= 59 && Number(seconds) <= 59
  return isDay(date) && isTime ? whole : undefined
}

/** A day, or a moment's own day as it is written. */
const date: Reader = (value) => {
  if (typeof value !== 'string') return undefined
  if (isDay(value)) return value
  return moment(value) === undefined ? undefined : value.slice(0, 10)
}

const json: Reader = (value) => {
  const written = JSON.stringify(value)
  return written === undefined || UNKEEPABLE_ESCAPE.test(written) ? undefined : written
}

const READERS: Readonly<Record<string, Reader>> = {
  String: text,
  ID: (value) => (typeof value === 'number' ? String(value) : text(value)),
  uuid: (value) => (typeof value === 'string' && isUuid(value) ? value : undefined),
  Int: integer,
  Float: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
  numeric: decimal,
  Boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  date,
  timestamptz: moment,
  jsonb: json,
}

const EXPECTED: Readonly<Record<string, string>> = {
  String: 'a string',
  ID: 'a string',
  uuid: 'a uuid',
  Int: 'a 32-bit integer',
  Float: 'a number',
  numeric: 'a number',
  Boolean: 'a boolean',
  date: 'a date (YYYY-MM-DD)',
  timestamptz: 'a timestamp (ISO 8601)',
  jsonb: 'a JSON value',
}

const nothing: Reader = () => undefined

/** A scalar that is none of ours takes no value. */
export const readerOf = (scalar: string): Reader => READERS[scalar] ?? nothing

export function kindOfJson(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** The dialect's sentence. A string of the wrong form says so, without being repeated. */
export function expectedText(scalar: string, value: unknown): string {
  const found =
    typeof value === 'string' && scalar !== 'Int' && scalar !== 'Boolean'
      ? 'something else'
      : kindOfJson(value)
  return `expected ${EXPECTED[scalar] ?? 'a value'} for type '${scalar}', but found ${found}`
}
