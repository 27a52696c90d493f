/** The closed list of values that templates name as `{{client.name}}`. Pure. */
import { fillNames, namesIn } from '../../shared/placeholders.rules.ts'
import { groupsOf, type TemplateKind, type ValueGroup } from './template-kinds.rules.ts'

interface ValueFacts {
  readonly label: string
  /** Stands in the preview. */
  readonly example: string
}

const party = (word: string, name: string, number: string): Readonly<Record<string, ValueFacts>> => ({
  name: { label: `${word} name`, example: name },
  number: { label: `${word} id`, example: number },
  company_number: { label: `${word} company number`, example: '01234567' },
  vat_number: { label: `${word} VAT number`, example: 'GB 123 4567 82' },
  address: { label: `${word} address`, example: '1 High Street, Leeds, LS1 1AA' },
  email: { label: `${word} e-mail`, example: 'office@example.com' },
  phone: { label: `${word} phone`, example: '+441134960000' },
})

const groups: Readonly<Record<ValueGroup, Readonly<Record<string, ValueFacts>>>> = {
  document: { date: { label: 'Date of the document', example: '27 Nov 2026' } },
  agency: party('Agency', 'Harbour Staffing Ltd', 'AGE000001'),
  provider: party('Provider', 'Keystone Back Office Ltd', 'PRO000001'),
  client: {
    ...party('Client', 'Northgate Foods Ltd', 'CLI000012'),
    payment_terms: { label: 'Client payment terms, temp', example: '30 days' },
    perm_payment_terms: { label: 'Client payment terms, perm', example: '14 days' },
  },
  contractor: {
    name: { label: 'Contractor name', example: 'Sam Okoro' },
    number: { label: 'Contractor id', example: 'CON000034' },
    address: { label: 'Contractor address', example: '12 Mill Lane, York, YO1 7HZ' },
  },
  payment_company: party('Company', 'Okoro Consulting Ltd', 'LTD000007'),
  placement: {
    number: { label: 'Placement id', example: 'TMP000123' },
    title: { label: 'Placement title', example: 'Warehouse supervisor' },
    start_date: { label: 'Placement start date', example: '01 Dec 2026' },
    end_date: { label: 'Placement end date', example: '28 Feb 2027' },
    work_location: { label: 'Placement work location', example: 'Leeds depot' },
    timesheet_frequency: { label: 'Placement timesheet frequency', example: 'Weekly' },
    notice_period: { label: 'Placement notice period', example: '1 week' },
    ir35_status: { label: 'Placement IR35 status', example: 'Outside IR35' },
    po_number: { label: 'Placement PO number', example: 'PO-4711' },
    client_payment_terms: { label: 'Placement payment terms of the client', example: '30 days' },
    contractor_payment_terms: { label: 'Placement payment terms of the contractor', example: '7 days' },
  },
  example: {
    time: { label: 'Example: time of a week', example: '37.5 hours' },
    rate: { label: 'Example: rate', example: '£26.67 an hour' },
    income: { label: 'Example: pay for that time', example: '£1,000.00' },
    tax_year: { label: 'Example: tax year', example: '2026-27' },
  },
  wages: {
    gross: { label: 'Example: gross pay', example: '£842.19' },
    holiday: { label: 'Example: holiday pay', example: '£90.70, which is in the gross pay' },
    tax: { label: 'Example: income tax', example: '£120.00' },
    employee_ni: { label: 'Example: National Insurance of the worker', example: '£48.01' },
    employee_pension: { label: 'Example: pension of the worker', example: '£28.89' },
    net: { label: 'Example: net pay', example: '£645.29' },
  },
  umbrella: {
    margin: { label: 'Margin of the umbrella company a week', example: '£20.00' },
    employer_ni: { label: 'Example: National Insurance of the employer', example: '£111.93' },
    levy: { label: 'Example: apprenticeship levy', example: '£4.21' },
    employer_pension: { label: 'Example: pension of the employer', example: '£21.67' },
  },
  perm: {
    number: { label: 'Perm placement id', example: 'PRM000021' },
    title: { label: 'Perm placement title', example: 'Finance manager' },
    candidate: { label: 'Candidate', example: 'Alex Reid' },
    start_date: { label: 'Perm placement start date', example: '04 Jan 2027' },
    fee: { label: 'Placement fee', example: '£8,400.00' },
  },
}

/** A value as the list of a kind offers it. */
export interface OfferedValue extends ValueFacts {
  /** `client.name` */
  readonly name: string
}

export const valuesOfKind = (kind: TemplateKind): readonly OfferedValue[] =>
  groupsOf(kind).flatMap((group) =>
    Object.entries(groups[group]).map(([name, facts]) => ({ name: `${group}.${name}`, ...facts })),
  )

/** Names in a text that the kind's list lacks. */
export function unknownValues(kind: TemplateKind, text: string): string[] {
  const known = new Set(valuesOfKind(kind).map(({ name }) => name))
  return namesIn(text).filter((name) => !known.has(name))
}

export type Values = Readonly<Record<string, string>>

export interface Filled {
  readonly text: string
  /** Names without a value, in their order. */
  readonly missing: readonly string[]
}

/** The text with its values; a missing one shows by its label in brackets. */
export function fillText(kind: TemplateKind, text: string, values: Values): Filled {
  const labels = new Map(valuesOfKind(kind).map(({ name, label }) => [name, label]))
  const missing: string[] = []
  const filled = fillNames(text, (name) => {
    const label = labels.get(name)
    if (label === undefined) return undefined
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined && value !== '') return value
    missing.push(name)
    return `[${label}]`
  })
  return { text: filled, missing }
}

export const labelOfValue = (kind: TemplateKind, name: string): string =>
  valuesOfKind(kind).find((one) => one.name === name)?.label ?? name

export const exampleValues = (kind: TemplateKind): Values =>
  Object.fromEntries(valuesOfKind(kind).map(({ name, example }) => [name, example]))
