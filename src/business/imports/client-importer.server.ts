import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import type { Importer, Taken, UnitRow } from './importer.server.ts'
import {
  columnOf,
  idFault,
  inputOfColumns,
  readCountry,
  removeBusinesses,
  rowErrors,
  shapeNamed,
  watched_business,
} from './made-business.server.ts'

const client_id = 'from_party.human_id'
const company = 'from_business.company'

/** The columns by the verb's own names of what they fill. */
const fields = {
  'company.name': 'from_party.name',
  'company.brn': `${company}.brn`,
  'company.vat_registration_no': `${company}.vat_registration_no`,
  'company.utr': `${company}.utr`,
  'company.email': `${company}.email`,
  'company.phone': `${company}.phone`,
  'company.website': `${company}.website`,
  'company.address.line_1': `${company}.address.line_1`,
  'company.address.line_2': `${company}.address.line_2`,
  'company.address.line_3': `${company}.address.line_3`,
  'company.address.line_4': `${company}.address.line_4`,
  'company.address.city': `${company}.address.city`,
  'company.address.state': `${company}.address.state`,
  'company.address.zipcode': `${company}.address.zipcode`,
  'company.address.country': `${company}.address.country`,
  'company.address.country_code': `${company}.address.country_code`,
  currency: 'currency.alpha_code',
  temp_payment_terms: 'temp_payment_terms',
  perm_payment_terms: 'perm_payment_terms',
  reference: 'reference',
} as const

/** Clients as rows: each is entered as by hand, and none twice. */
export const importClients: Importer = {
  shape: shapeNamed('clients'),
  entity: 'business.client',
  taken: ownNames,
  inputOf: async (context, [row]) => {
    const values = row?.values ?? {}
    const errors: Record<string, string> = {}
    const id = values[client_id]
    if (id !== undefined) errors[client_id] = await idFault(context, 'client', id)
    if (context.taken.has(values[fields['company.name']] ?? ''))
      errors[fields['company.name']] = validationText.unique_existing
    const country = readCountry(
      values[fields['company.address.country']],
      values[fields['company.address.country_code']],
    )
    if ('message' in country) errors[fields['company.address.country']] = country.message
    if (Object.keys(errors).length > 0) return rowErrors(errors)
    const input = inputOfColumns(values, fields) as { company: { address?: object; brn?: string } } & Record<
      string,
      unknown
    > // By `fields`.
    return {
      input: {
        ...input,
        ...termsOf(values),
        company: {
          ...input.company,
          is_vat_registered: values[fields['company.vat_registration_no']] !== undefined,
          address: { ...input.company.address, ...country },
        },
      },
      blame: (key) => {
        const field = columnOf(fields, key)
        return field === null ? null : { row: 0, field }
      },
    }
  },
  before: async () => null,
  watched: watched_business,
  takeBack: removeBusinesses,
}

function termsOf(values: Readonly<Record<string, string>>): Record<string, number> {
  const terms = ['temp_payment_terms', 'perm_payment_terms'] as const
  return Object.fromEntries(
    terms.flatMap((name) => (values[name] === undefined ? [] : [[name, Number(values[name])]])),
  )
}

/**
 * Imported twice, a file would make every client twice: the agency's own names are taken. Each name by the name's own
 * index, in whatever state statistics are while the table fills: `offset 0` leaves no other way to ask.
 */
async function ownNames(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  rows: readonly UnitRow[],
): Promise<Taken> {
  const names = [...new Set(rows.flatMap(({ values }) => values[fields['company.name']] ?? []))]
  if (names.length === 0) return new Set()
  const found = await tx.rows<{ name: string }>(
    `select n.name from unnest($2::text[]) n (name) where exists (
       select from (select id, type from business.business where lower(name) = lower(n.name) and deleted_at is null offset 0) b
       cross join lateral (select type, to_business_id from business.service
         where from_business_id = b.id and deleted_at is null offset 0) s
       where b.type = 'client' and s.type = 'client-agency' and s.to_business_id = $1)`,
    [viewer.business_id, names],
  )
  return new Set(found.map(({ name }) => name))
}
