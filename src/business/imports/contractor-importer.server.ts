import { errorText, validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { createContractor } from '../parties/new-party/create-contractor.server.ts'
import { companyToPayThrough } from '../parties/payment-companies.server.ts'
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

const id_column = 'human_id'
const ni_column = 'individual.ni_number'
const country_column = 'individual.address.country'
const company_column = 'payment_company.human_id'
const shape = shapeNamed('contractors')

const columns = columnsByInput(shape, createContractor, {
  [id_column]: null,
  [company_column]: 'payment_company_id',
  'base_currency.alpha_code': 'currency',
})

/** Contractors as rows: each is entered as by hand, and no person of the agency twice. */
export const importContractors: Importer = {
  shape,
  reads: [id_column, ...Object.values(columns)],
  entity: 'business.contractor',
  taken: ownPeople,
  inputOf: async (context, [row]) => {
    const values = row?.values ?? {}
    const errors = await idErrors(context, 'contractor', values, id_column)
    const ni_number = values[ni_column]
    if (ni_number !== undefined && context.taken.has(plainNumber(ni_number)))
      errors[ni_column] = validationText.unique_existing
    const company_id = await paymentCompanyId(context, values[company_column])
    if (company_id === null) errors[company_column] = errorText.not_found('Payment Company')
    const country = readCountry(values[country_column], undefined)
    if ('message' in country) errors[country_column] = country.message
    if (Object.keys(errors).length > 0) return rowErrors(errors)
    const input = inputOfColumns(values, columns) as { individual?: { address?: object } } & Record<
      string,
      unknown
    > // By `columns`.
    const has_address = input.individual?.address !== undefined
    return {
      input: {
        ...input,
        individual: {
          ...input.individual,
          ...(has_address ? { address: { ...input.individual?.address, ...country } } : {}),
        },
        ...(company_id === undefined ? {} : { payment_company_id: company_id }),
        ...(values.conduct_regs_opt_out === undefined
          ? {}
          : { conduct_regs_opt_out: values.conduct_regs_opt_out === 'yes' }),
      },
      blame: cellOf(columns),
    }
  },
  ...made_businesses,
}

/** The id behind a company's human id; null for an unknown one, undefined for none. */
async function paymentCompanyId(
  context: Pick<VerbContext, 'tx' | 'viewer'>,
  human_id: string | undefined,
): Promise<string | null | undefined> {
  if (human_id === undefined) return undefined
  return (await companyToPayThrough(context, { human_id }))?.id ?? null
}

const plainNumber = (ni_number: string) => ni_number.replaceAll(' ', '').toUpperCase()

/**
 * National Insurance numbers of the agency's own people, to prevent duplicates. Each by its index, as names of
 * clients are.
 */
async function ownPeople(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  rows: readonly UnitRow[],
): Promise<Taken> {
  const numbers = rows.flatMap(({ values }) => values[ni_column] ?? [])
  if (numbers.length === 0) return new Set()
  const found = await tx.rows<{ number: string }>(
    `select n.number from unnest($2::text[]) n (number) where exists (
       select from (select id from business.individual
         where upper(replace(ni_number, ' ', '')) = n.number and ni_number is not null and deleted_at is null offset 0) i
       cross join lateral (select id from business.business where individual_id = i.id and deleted_at is null offset 0) b
       cross join lateral (select type, to_business_id from business.service
         where from_business_id = b.id and deleted_at is null offset 0) s
       where s.type = 'contractor-agency' and s.to_business_id = $1)`,
    [viewer.business_id, numbers.map(plainNumber)],
  )
  return new Set(found.map(({ number }) => number))
}
