/** From the fields of a new contractor to the verb's input. Pure. */
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { address_names } from '../company-profile/address-names.rules.ts'
import { taxReferenceFaults, workerNumberFaults } from '../company-profile/party-faults.rules.ts'
import { account_fields, papersInput, type TypedPaper, withAccount, withHolder } from './party-rows.rules.ts'

type Input = Readonly<Record<string, unknown>>

export interface PaidThrough {
  readonly payment_type: string
  readonly company_is: string
}

/** Payroll pays the person, everything else a company. */
export const paysThroughOne = ({ payment_type }: PaidThrough): boolean => payment_type !== 'paye'

/** A worker's own company is entered with them; an umbrella is the provider's to take on. */
export const hasNewCompany = ({ payment_type, company_is }: PaidThrough): boolean =>
  company_is === 'new' && (payment_type === 'limited' || payment_type === 'selfemployed')

/** Of a submission; records that came by import or by the API may lack them, and the checks of a pay run ask for them. */
export const identityFaults = (person: Input): FieldErrors => ({
  ...(person.date_of_birth === undefined || person.date_of_birth === ''
    ? { date_of_birth: validationText.required }
    : {}),
  ...workerNumberFaults(person),
  ...taxReferenceFaults(person),
})

const person_names = ['first_name', 'last_name', 'date_of_birth', 'gender', 'ni_number', 'utr'] as const
const company_names = ['name', 'brn', 'is_vat_registered', 'vat_registration_no'] as const
const company_lines = {
  line_1: 'company_line_1',
  line_2: 'company_line_2',
  city: 'company_city',
  zipcode: 'company_zipcode',
} as const
const sent_names = [
  'agency_id',
  'payment_type',
  'currency',
  'payment_company_id',
  'payment_company_code',
  'self_billing_from',
  'self_billing_to',
  'conduct_regs_opt_out',
] as const

const only = (input: Input, names: readonly string[]) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)))

/** The worker signs in by their own address. */
const personInput = ({ email, contact_phone, first_name, last_name }: Input): object =>
  email === undefined
    ? {}
    : {
        people: [
          {
            first_name,
            last_name,
            email,
            ...(contact_phone === undefined ? {} : { contact_phone }),
            roles: ['contractor'],
          },
        ],
      }

/** The holder of an account without a typed holder: the worker's own company, else the worker. */
export function holderOf(input: Input, values: PaidThrough): string {
  const { name, first_name, last_name } = input
  return hasNewCompany(values) ? String(name ?? '') : [first_name, last_name].filter(Boolean).join(' ')
}

/** Omits blank and hidden fields: `input` holds the shown ones alone. A company without an address has the person's. */
export function contractorInput(
  input: Input,
  values: PaidThrough & { readonly papers?: readonly TypedPaper[] },
): object {
  const address = only(input, address_names)
  const own = Object.fromEntries(
    Object.entries(company_lines).flatMap(([to, from]): [string, unknown][] =>
      input[from] === undefined ? [] : [[to, input[from]]],
    ),
  )
  const company = {
    ...only(input, company_names),
    address: own.line_1 === undefined ? address : own,
  }
  return {
    ...only(input, sent_names),
    individual: { ...only(input, person_names), address },
    ...personInput(input),
    ...only(withAccount(withHolder(only(input, account_fields), holderOf(input, values))), ['bank_account']),
    ...(values.papers ? { papers: papersInput(values.papers) } : {}),
    ...(hasNewCompany(values) ? { payment_company: company } : {}),
  }
}
