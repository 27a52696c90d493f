/** A contractor's own part by link: their steps, fields and faults, the same in browser and server. Pure. */
import { addDays, addMonths, type Day } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { bankFormFaults } from '../../shared/bank-details.rules.ts'
import { address_names } from '../company-profile/address-names.rules.ts'
import {
  companyFaults,
  personFaults,
  postcodeFaults,
  taxReferenceFaults,
  workerNumberFaults,
} from '../company-profile/party-faults.rules.ts'
import { type Insurance, insurances } from '../compliance/insurance.rules.ts'

export const LINK_DAYS = 14
export const LINK_FILES_MAX = 10

/** Documents that a contractor adds themselves. The agency says on its check how it saw them. */
const own_papers = ['identity', 'right_to_work'] as const
export type OwnPaper = (typeof own_papers)[number]
/** With the insurance of their limited company. */
export const link_papers = [...own_papers, ...insurances] as const
export type LinkPaper = (typeof link_papers)[number]
export type LinkFile = {
  readonly id: string
  readonly type: LinkPaper
  readonly file_name: string
  /** Of an insurance, in the currency of the agency. */
  readonly sum_insured: string | null
  readonly valid_to: string | null
}
/** An insurance that the agency asks limited companies for. */
export type AskedInsurance = {
  readonly type: Insurance
  /** The least sum in words. */
  readonly least: string
  readonly currency: string
}
export const SENDS_A_DAY = 5

/** One text for every dead link: it must not tell an expired link from an invented one. */
export const dead_party_link = 'This link no longer works. Ask your agency for a new one.'

export const own_payment_types = ['paye', 'limited', 'selfemployed'] as const

const person_names = ['first_name', 'last_name', 'date_of_birth', 'gender', 'ni_number', 'utr'] as const
const payment_names = [
  'payment_type',
  'name',
  'brn',
  'is_vat_registered',
  'vat_registration_no',
  'agrees_self_billing',
  'company_line_1',
  'company_line_2',
  'company_city',
  'company_zipcode',
] as const
/** The numbers of an account, by its place. */
const account_names = {
  uk: ['sort_code', 'account_number'],
  abroad: ['iban', 'swift_code'],
} as const
export const bank_names = [
  'account_holder_name',
  'bank_name',
  'account_is',
  ...account_names.uk,
  ...account_names.abroad,
] as const

export const isAbroad = ({ account_is }: Typed): boolean => account_is === 'abroad'

export type Typed = Readonly<Record<string, string | boolean>>

const only = (values: Typed, names: readonly string[]): Typed =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

/** The worker's fields; where the agency has named their company, how they are paid is settled. */
export const ownNames = (through: string | null): readonly string[] => [
  ...person_names,
  ...address_names,
  ...(through === null ? payment_names : []),
]
export const ownValues = (values: Typed, through: string | null): Typed => only(values, ownNames(through))
export const bankValues = (values: Typed): Typed => only(values, bank_names)

/** The account as its verb takes it: the numbers of its place alone. */
export const accountValues = (values: Typed): Typed =>
  only(values, ['account_holder_name', 'bank_name', ...account_names[isAbroad(values) ? 'abroad' : 'uk']])

/** The agency's values, with the worker's fields in place of its own. */
export function mergedValues(draft: Typed, own: Typed, through: string | null): Typed {
  const names = new Set(ownNames(through))
  const theirs = Object.entries(draft).filter(([name]) => !names.has(name))
  return { ...Object.fromEntries(theirs), ...ownValues(own, through) }
}

/** The company that the agency named in the draft: by its id, or by its number on paper. */
export function companyNamedIn({
  payment_type,
  payment_company_id,
  payment_company_code,
  company_is,
}: Typed) {
  if (payment_type === undefined || payment_type === 'paye') return null
  const isUmbrella = payment_type === 'umbrella'
  if (payment_company_id && (isUmbrella || company_is === 'known')) return { id: String(payment_company_id) }
  return isUmbrella && payment_company_code ? { human_id: String(payment_company_code) } : null
}

export type DetailsStep = 'you' | 'address' | 'payment' | 'papers' | 'bank' | 'check'
export const step_labels: Readonly<Record<DetailsStep, string>> = {
  you: 'You',
  address: 'Your address',
  payment: 'How you are paid',
  papers: 'Your documents',
  bank: 'Your bank account',
  check: 'Check and send',
}

/** A company that the agency named has an account already. */
export const stepsOf = (through: string | null): readonly DetailsStep[] =>
  through === null
    ? ['you', 'address', 'payment', 'papers', 'bank', 'check']
    : ['you', 'address', 'payment', 'papers', 'check']

/** `Your bank account, step 5 of 6`, for the agency. */
export function progressText(step: number, through: string | null): string {
  const steps = stepsOf(through)
  const at = Math.min(step, steps.length - 1)
  return `${step_labels[steps[at] ?? 'you']}, step ${at + 1} of ${steps.length}`
}

export type DetailsView = {
  readonly agency: string
  readonly email: string
  readonly values: Typed
  readonly bank: Typed
  readonly files: readonly LinkFile[]
  readonly insurances: readonly AskedInsurance[]
  /** The name of the company that the agency named; null: the worker says how they are paid. */
  readonly through: string | null
  readonly step: number
  readonly version: number
  readonly today: string
}

const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === ''
const required = (values: Typed, names: readonly string[]): FieldErrors =>
  Object.fromEntries(
    names.filter((name) => isBlank(values[name])).map((name) => [name, validationText.required]),
  )

export const hasOwnCompany = ({ payment_type }: Typed): boolean =>
  payment_type === 'limited' || payment_type === 'selfemployed'

/** Of their own limited company, or of one that the agency named: the server names the insurances of limited ones alone. */
export const asksInsurance = ({ payment_type }: Typed, through: string | null): boolean =>
  through !== null || payment_type === 'limited'

/** Asked of a company with VAT: without the agreement its self-bills show none. */
export const asksSelfBilling = (values: Typed): boolean =>
  hasOwnCompany(values) && values.is_vat_registered === true

/** The agreement as VAT Notice 700/62 asks for it. */
export const selfBillingTerms = (agency: string): readonly string[] => [
  `${agency} makes the invoices of your company's work, for 12 months.`,
  'You make no VAT invoices for that work yourself.',
  `You tell ${agency} at once if your VAT number changes, or your registration or your business ends.`,
]

/** The words above the typed name. It is kept with the link, and never with the draft: each submission is signed again. */
export const signedWords = (values: Typed, agency: string): string =>
  asksSelfBilling(values) && values.agrees_self_billing === true
    ? `With your name you sign that your details are true, and the self-billing agreement with ${agency}.`
    : 'With your name you sign that your details are true.'

/** An agreement holds for 12 months. */
export const agreementEnd = (from: Day): Day => addDays(addMonths(from, 12), -1)

/** The agency's own dates come first. */
export function agreedSelfBilling(draft: Typed, own: Typed, today: Day): Typed {
  const is_agreed = asksSelfBilling(own) && own.agrees_self_billing === true
  if (!is_agreed || !isBlank(draft.self_billing_from)) return {}
  return { self_billing_from: today, self_billing_to: agreementEnd(today) }
}

const found: Readonly<Record<DetailsStep, (values: Typed, today: Day) => FieldErrors>> = {
  you: (values, today) => ({
    ...personFaults(values, today),
    ...required(values, ['first_name', 'last_name', 'date_of_birth']),
    ...workerNumberFaults(values),
  }),
  address: (values) => ({ ...required(values, ['line_1', 'city']), ...postcodeFaults(values) }),
  payment: (values) => ({
    ...required(values, ['payment_type']),
    ...(hasOwnCompany(values)
      ? {
          ...companyFaults(values),
          ...postcodeFaults(values, 'company_zipcode'),
          ...required(values, ['name']),
        }
      : {}),
    ...taxReferenceFaults(values),
  }),
  // None is asked here: a contractor without their passport at hand still sends their details.
  papers: () => ({}),
  bank: (values) => ({
    ...bankFormFaults(accountValues(values)),
    ...required(values, [
      'account_holder_name',
      'bank_name',
      ...(isAbroad(values) ? ['iban'] : account_names.uk),
    ]),
  }),
  check: (values) => required(values, ['signature']),
}

/** Faults of a step. How a worker is paid is no question where the agency has named their company. */
export const stepFaults = (
  step: DetailsStep,
  values: Typed,
  today: Day,
  through: string | null,
): FieldErrors => (step === 'payment' && through !== null ? {} : found[step](values, today))

/** All faults, by field. */
export const detailsFaults = (values: Typed, today: Day, through: string | null): FieldErrors =>
  Object.assign({}, ...stepsOf(through).map((step) => stepFaults(step, values, today, through)))

/** A fault of a nested input under the field of the page: both addresses have a city. */
export function fieldOfFault(path: string): string {
  const [first, ...rest] = path.split('.')
  const last = rest.at(-1)
  if (last === undefined) return path
  return first === 'payment_company' && rest[0] === 'address' ? `company_${last}` : last
}
