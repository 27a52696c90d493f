/** People, documents and the account of a new party, between the form, its draft and the verb. Pure. */
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { phoneFormFault } from '#kernel/phone-text.ts'
import { emailFormFault } from '#kernel/typed-text.ts'
import { bankFormFaults } from '../../shared/bank-details.rules.ts'
import { companyFaults, postcodeFaults } from '../company-profile/party-faults.rules.ts'
import { isInsurance } from '../compliance/insurance.rules.ts'

export type TypedPerson = {
  readonly key: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly contact_phone: string
  readonly roles: readonly string[]
  readonly can_sign_in: boolean
}

export type TypedPaper = {
  readonly key: string
  /** Empty: not chosen yet. */
  readonly type: string
  readonly method: string
  readonly reference: string
  readonly valid_from: string
  readonly valid_to: string
  /** Of an insurance, with its currency. */
  readonly sum_insured: string
  readonly currency: string
  /** Empty: no file yet. */
  readonly file_id: string
  readonly file_name: string
}

/** Roles that a new party needs, chosen for its first person. */
const first_roles = [
  'agency_admin',
  'funder_admin',
  'timesheet_approver',
  'hiring_manager',
  'invoice_contact',
]

/** A single role needs no choice. */
export const emptyPerson = (roles: readonly string[], isFirst: boolean): TypedPerson => ({
  key: crypto.randomUUID(),
  first_name: '',
  last_name: '',
  email: '',
  contact_phone: '',
  roles: roles.length === 1 ? roles : isFirst ? roles.filter((role) => first_roles.includes(role)) : [],
  can_sign_in: true,
})

export const emptyPaper = (): TypedPaper => ({
  key: crypto.randomUUID(),
  type: '',
  method: '',
  reference: '',
  valid_from: '',
  valid_to: '',
  sum_insured: '',
  currency: 'GBP',
  file_id: '',
  file_name: '',
})

/** Seen by eye or checked with the Home Office: only these say how. */
export const has_method: readonly string[] = ['right_to_work', 'identity']

type Row = Readonly<Record<string, unknown>>
const isRow = (one: unknown): one is Row => typeof one === 'object' && one !== null && !Array.isArray(one)
const rowsIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRow) : [])
const textIn = (row: Row, name: string) => {
  const value = row[name]
  return typeof value === 'string' ? value : ''
}

/** As a draft keeps them, whatever it kept. */
export const peopleIn = (value: unknown): TypedPerson[] =>
  rowsIn(value).map((row) => ({
    key: textIn(row, 'key') || crypto.randomUUID(),
    first_name: textIn(row, 'first_name'),
    last_name: textIn(row, 'last_name'),
    email: textIn(row, 'email'),
    contact_phone: textIn(row, 'contact_phone'),
    roles: Array.isArray(row.roles) ? row.roles.filter((role) => typeof role === 'string') : [],
    can_sign_in: row.can_sign_in !== false,
  }))

export const papersIn = (value: unknown): TypedPaper[] =>
  rowsIn(value).map((row) => ({
    key: textIn(row, 'key') || crypto.randomUUID(),
    type: textIn(row, 'type'),
    method: textIn(row, 'method'),
    reference: textIn(row, 'reference'),
    valid_from: textIn(row, 'valid_from'),
    valid_to: textIn(row, 'valid_to'),
    sum_insured: textIn(row, 'sum_insured'),
    currency: textIn(row, 'currency') || 'GBP',
    file_id: textIn(row, 'file_id'),
    file_name: textIn(row, 'file_name'),
  }))

const filled = (row: object) => Object.fromEntries(Object.entries(row).filter(([, one]) => one !== ''))

export const peopleInput = (people: readonly TypedPerson[]) =>
  people.map(({ key: _, contact_phone, ...person }) => ({
    ...person,
    ...filled({ contact_phone: contact_phone.trim() }),
  }))

export const papersInput = (papers: readonly TypedPaper[]) =>
  papers.map(({ key: _, file_name: __, method, sum_insured, currency, ...paper }) =>
    filled({
      ...paper,
      ...(has_method.includes(paper.type) ? { method } : {}),
      ...(isInsurance(paper.type) && sum_insured !== '' ? { sum_insured, currency } : {}),
    }),
  )

export const account_fields = [
  'account_holder_name',
  'bank_name',
  'sort_code',
  'account_number',
  'iban',
  'swift_code',
  'ach_routing',
] as const

/** Enters the company as the account holder where no holder is typed. */
export function withHolder<V extends Row>(values: V, name: string): V {
  const is_begun = account_fields.some((field) => textIn(values, field).trim() !== '')
  return is_begun && textIn(values, 'account_holder_name').trim() === ''
    ? { ...values, account_holder_name: name }
    : values
}

/** The account under its own name; none where nothing of it is typed. */
export function withAccount(input: Row): Row {
  const account = Object.fromEntries(
    account_fields.flatMap((name) => (input[name] ? [[name, input[name]]] : [])),
  )
  const rest = Object.fromEntries(
    Object.entries(input).filter(([name]) => !account_fields.some((one) => one === name)),
  )
  return Object.keys(account).length === 0 ? rest : { ...rest, bank_account: account }
}

type PartyRows = {
  readonly people?: readonly TypedPerson[]
  readonly papers?: readonly TypedPaper[]
}

/** Rows that were begun are complete. */
export function rowFaults({ people = [], papers = [] }: PartyRows): FieldErrors {
  const found: Record<string, string> = {}
  for (const [at, person] of people.entries()) {
    for (const name of ['first_name', 'last_name', 'email'] as const)
      if (person[name].trim() === '') found[`people.${at}.${name}`] = validationText.required
    if (person.roles.length === 0) found[`people.${at}.roles`] = validationText.required
    const email = person.email.trim().toLowerCase()
    const address = email === '' ? null : emailFormFault(email)
    if (address !== null) found[`people.${at}.email`] = address
    if (email !== '' && people.findIndex((one) => one.email.trim().toLowerCase() === email) < at)
      found[`people.${at}.email`] = validationText.duplicate_email
    const phone = person.contact_phone.trim()
    const fault = phone === '' ? null : phoneFormFault(phone)
    if (fault !== null) found[`people.${at}.contact_phone`] = fault
  }
  for (const [at, paper] of papers.entries()) {
    if (paper.type === '') found[`papers.${at}.type`] = validationText.required
    if (isInsurance(paper.type) && paper.sum_insured.trim() === '')
      found[`papers.${at}.sum_insured`] = validationText.required
    if (paper.file_id === '') found[`papers.${at}.file_id`] = validationText.multi_file
  }
  return found
}

/** Faults of a company, its account and its rows, for parties with an account in the company's name. */
export function partyFaults(values: Row & { readonly name: string } & PartyRows): FieldErrors {
  return {
    ...companyFaults(values),
    ...postcodeFaults(values),
    ...accountFaults(withHolder(values, values.name)),
    ...rowFaults(values),
  }
}

/** A typed account has its holder and its bank, and numbers of their form. */
export function accountFaults(values: Row): FieldErrors {
  const typed = account_fields.filter((name) => textIn(values, name).trim() !== '')
  if (typed.length === 0) return {}
  const missing = (['account_holder_name', 'bank_name'] as const).filter((name) => !typed.includes(name))
  return {
    ...bankFormFaults(values),
    ...Object.fromEntries(missing.map((name) => [name, validationText.required])),
  }
}
