/** The values of a form of a new party: typed by people as text, or taken from the input of a verb. */
import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'

const VALUES_MAX = 60
const TEXT_MAX = 500

const value = z.union([z.string().max(TEXT_MAX, { error: validationText.max_length(TEXT_MAX) }), z.boolean()])

/** Judged when it is submitted, so any text may be kept. */
const recordOf = <V extends z.ZodType>(one: V) =>
  z
    .record(z.string().regex(/^[a-z][a-z_0-9]{0,39}$/), one)
    .refine((values) => Object.keys(values).length <= VALUES_MAX, { error: validationText.max })

/** Fields alone, as a contractor types them by their link. */
export const typedInput = recordOf(value)

const few = { error: validationText.max }
/** People and documents of the party. */
const rows = z.array(recordOf(z.union([value, z.array(z.string().max(TEXT_MAX)).max(20, few)]))).max(20, few)
export const valuesInput = recordOf(z.union([value, rows]))
export type PartyValues = z.infer<typeof valuesInput>
type PartyRows = z.infer<typeof rows>

/** Lists of rows that the form shows again. */
const kept_rows: readonly string[] = ['people']

/** Fields without the lists of rows. */
export const fieldsOf = (values: PartyValues): Record<string, string | boolean> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, one]) => (typeof one === 'object' ? [] : [[name, one]])),
  )

/** The lists of rows alone. */
export const rowsOf = (values: PartyValues): Record<string, PartyRows> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, one]) => (typeof one === 'object' ? [[name, one]] : [])),
  )

const company_address = 'payment_company'
/** Lists that the form keeps as one text. */
const joined: ReadonlySet<string> = new Set(['email_domains', 'funding_models'])

/** The input of a verb as its form has it: nested fields by their own names. */
export function valuesOf(input: Readonly<Record<string, unknown>>, prefix = ''): PartyValues {
  const entries = Object.entries(input).flatMap(([name, one]): [string, PartyValues[string]][] => {
    if (one === undefined || one === null) return []
    if (joined.has(name) && Array.isArray(one)) return [[name, one.join(', ')]]
    if (Array.isArray(one)) return kept_rows.includes(name) ? [[name, one as PartyRows]] : [] // A list of JSON objects.
    if (typeof one === 'boolean') return [[name, one]]
    if (typeof one === 'object')
      return Object.entries(
        valuesOf(one as Record<string, unknown>, name === company_address ? 'company_' : prefix), // A nested object of JSON.
      )
    // The person and the company of a contractor have an address each.
    return [[prefix !== '' && address_names.has(name) ? prefix + name : name, String(one)]]
  })
  return Object.fromEntries(entries)
}

const address_names: ReadonlySet<string> = new Set(['line_1', 'line_2', 'city', 'zipcode'])

/** The name so far. */
export function titleOf(values: PartyValues): string {
  const text = (name: string) => {
    const one = values[name]
    return typeof one === 'string' ? one.trim() : ''
  }
  const person = `${text('first_name')} ${text('last_name')}`.trim()
  return (person === '' ? text('name') : person).slice(0, 200) || 'Without a name'
}
