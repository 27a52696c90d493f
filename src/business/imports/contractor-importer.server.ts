import { errorText, validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { companyToPayThrough } from '../parties/payment-companies.server.ts'
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

const person = 'individual'
const company_column = 'payment_company.human_id'
const address = `${person}.address`

/** The columns by the verb's own names of what they fill. */
const fields = {
  'individual.first_name': `${person}.first_name`,
  'individual.last_name': `${person}.last_name`,
  'individual.date_of_birth': `${person}.date_of_birth`,
  'individual.ni_number': `${person}.ni_number`,
  'individual.utr': `${person}.utr`,
  'individual.address.line_1': `${address}.line_1`,
  'individual.address.line_2': `${address}.line_2`,
  'individual.address.line_3': `${address}.line_3`,
  'individual.address.line_4': `${address}.line_4`,
  'individual.address.city': `${address}.city`,
  'individual.address.state': `${address}.state`,
  'individual.address.zipcode': `${address}.zipcode`,
  'individual.address.country': `${address}.country`,
  payment_type: 'payment_type',
  payment_company_id: company_column,
  currency: 'base_currency.alpha_code',
  self_billing_from: 'self_billing_from',
  self_billing_to: 'self_billing_to',
  conduct_regs_opt_out: 'conduct_regs_opt_out',
} as const

/** Contractors as rows: each is entered as by hand, and no person of the agency twice. */
export const importContractors: Importer = {
  shape: shapeNamed('contractors'),
  entity: 'business.contractor',
  taken: ownPeople,
  inputOf: async (context, [row]) => {
    const values = row?.values ?? {}
    const errors: Record<string, string> = {}
    const id = values.human_id
    if (id !== undefined) errors.human_id = await idFault(context, 'contractor', id)
    const ni_number = values[fields['individual.ni_number']]
    if (ni_number !== undefined && context.taken.has(plainNumber(ni_number)))
      errors[fields['individual.ni_number']] = validationText.unique_existing
    const company_id = await paymentCompanyId(context, values[company_column])
    if (company_id === null) errors[company_column] = errorText.not_found('Payment Company')
    const country = readCountry(values[fields['individual.address.country']], undefined)
    if ('message' in country) errors[fields['individual.address.country']] = country.message
    if (Object.keys(errors).length > 0) return rowErrors(errors)
    const input = inputOfColumns(values, fields) as { individual?: { address?: object } } & Record<
      string,
      unknown
    > // By `fields`.
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

/** The id behind a company's human id, as by hand; null where there is none for the viewer, undefined for none named. */
async function paymentCompanyId(
  context: Pick<VerbContext, 'tx' | 'viewer'>,
  human_id: string | undefined,
): Promise<string | null | undefined> {
  if (human_id === undefined) return undefined
  return (await companyToPayThrough(context, { human_id }))?.id ?? null
}

const plainNumber = (ni_number: string) => ni_number.replaceAll(' ', '').toUpperCase()

/** National Insurance numbers of the agency's own people: nobody is entered twice. Each by its index, as names of clients are. */
async function ownPeople(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  rows: readonly UnitRow[],
): Promise<Taken> {
  const numbers = rows.flatMap(({ values }) => values[fields['individual.ni_number']] ?? [])
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
