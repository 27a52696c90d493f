/** Key information documents: their kind by the way of payment, their limit of pages, and the changes after which they are issued again. Pure. */
import type { TemplateKind } from './template-kinds.rules.ts'

/** A sole trader gets none. */
const kind_of_payment = {
  paye: 'key_information_paye',
  umbrella: 'key_information_umbrella',
  limited: 'key_information_limited',
} as const satisfies Readonly<Record<string, TemplateKind>>

type KeyInformationKind = (typeof kind_of_payment)[keyof typeof kind_of_payment]
export const key_information_kinds: readonly KeyInformationKind[] = Object.values(kind_of_payment)

export const isKeyInformation = (kind: string): kind is KeyInformationKind =>
  key_information_kinds.some((one) => one === kind)

/** @param company_type of the paid company; null for a worker on payroll */
export function keyInformationOf(company_type: string | null): KeyInformationKind | null {
  if (company_type === null || company_type === 'payer') return kind_of_payment.paye
  return company_type === 'umbrella' || company_type === 'limited' ? kind_of_payment[company_type] : null
}

export const KEY_PAGES_MAX = 2

/** Why a document of so many pages may not be given; null: it may. */
export const pagesFault = (kind: string, pages: number): string | null =>
  isKeyInformation(kind) && pages > KEY_PAGES_MAX
    ? `A key information document has at most ${KEY_PAGES_MAX} pages, and this one has ${pages}. Shorten its template.`
    : null

/** Facts of the worker's pay. The client's rate is none of them. */
const pay_fields: readonly string[] = [
  'contractor_rate',
  'holiday_pay',
  'standard_units',
  'unit',
  'ir35_status',
  'timesheet_frequency',
]

export const changesPay = (changes: readonly { readonly field: string }[]): boolean =>
  changes.some(({ field }) => pay_fields.includes(field))
