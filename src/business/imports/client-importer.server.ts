import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { createClient } from '../parties/new-party/create-client.server.ts'
import type { Importer, Taken, UnitRow } from './importer.server.ts'
import {
  cellOf,
  columnsByInput,
  idErrors,
  inputOfColumns,
  made_businesses,
  readCountry,
  rowErrors,
  shapeNamed,
} from './made-business.server.ts'

const client_id = 'from_party.human_id'
const name = 'from_party.name'
const address = 'from_business.company.address'
const shape = shapeNamed('clients')

const columns = columnsByInput(shape, createClient, {
  [client_id]: null,
  [name]: 'company.name',
  'currency.alpha_code': 'currency',
})

/** Clients as rows: each is entered as by hand, and none twice. */
export const importClients: Importer = {
  shape,
  reads: [client_id, ...Object.values(columns)],
  entity: 'business.client',
  taken: ownNames,
  inputOf: async (context, [row]) => {
    const values = row?.values ?? {}
    const errors = await idErrors(context, 'client', values, client_id)
    if (context.taken.has(values[name] ?? '')) errors[name] = validationText.unique_existing
    const country = readCountry(values[`${address}.country`], values[`${address}.country_code`])
    if ('message' in country) errors[`${address}.country`] = country.message
    if (Object.keys(errors).length > 0) return rowErrors(errors)
    const input = inputOfColumns(values, columns) as { company: { address?: object; brn?: string } } & Record<
      string,
      unknown
    > // By `columns`.
    return {
      input: {
        ...input,
        ...termsOf(values),
        company: {
          ...input.company,
          is_vat_registered: values['from_business.company.vat_registration_no'] !== undefined,
          address: { ...input.company.address, ...country },
        },
      },
      blame: cellOf(columns),
    }
  },
  ...made_businesses,
}

function termsOf(values: Readonly<Record<string, string>>): Record<string, number> {
  const terms = ['temp_payment_terms', 'perm_payment_terms'] as const
  return Object.fromEntries(
    terms.flatMap((name) => (values[name] === undefined ? [] : [[name, Number(values[name])]])),
  )
}

/**
 * Names of the agency's own clients, so that a file imported twice makes no client twice. `offset 0` forces the
 * name's own index, whatever the statistics say while the table fills.
 */
async function ownNames(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  rows: readonly UnitRow[],
): Promise<Taken> {
  const names = [...new Set(rows.flatMap(({ values }) => values[name] ?? []))]
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
