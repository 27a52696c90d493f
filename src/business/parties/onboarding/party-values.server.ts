/** The values of a form of a new party: typed by people as text, or taken from the input of a verb. */
import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'

const VALUES_MAX = 60
const TEXT_MAX = 500

const value = z.union([z.string().max(TEXT_MAX, { error: validationText.max_length(TEXT_MAX) }), z.boolean()])

/** Judged when it is submitted, so any text may be kept. */
export const valuesInput = z
  .record(z.string().regex(/^[a-z][a-z_0-9]{0,39}$/), value)
  .refine((values) => Object.keys(values).length <= VALUES_MAX, { error: validationText.max })
export type PartyValues = z.infer<typeof valuesInput>

const company_address = 'payment_company'

/** The input of a verb as its form has it: nested fields by their own names. */
export function valuesOf(input: Readonly<Record<string, unknown>>, prefix = ''): PartyValues {
  const entries = Object.entries(input).flatMap(([name, one]): [string, string | boolean][] => {
    if (one === undefined || one === null || Array.isArray(one)) return []
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
