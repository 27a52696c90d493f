/** The legal form of a client, and whether it has a registration number (onboarding §2.2). Pure. */
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'

export const legal_forms = [
  { value: 'limited_company', label: 'Limited Company' },
  { value: 'llp', label: 'LLP' },
  { value: 'plc', label: 'PLC' },
  { value: 'partnership', label: 'Partnership' },
  { value: 'sole_trader', label: 'Sole Trader' },
  { value: 'public_body', label: 'Public Body' },
  { value: 'charity', label: 'Charity' },
  { value: 'overseas', label: 'Overseas' },
] as const
export type LegalForm = (typeof legal_forms)[number]['value']

/** The form of a label, as a change request holds it. */
export const legalFormOf = (label: string | null): LegalForm | null =>
  legal_forms.find((form) => form.label === label)?.value ?? null

/** Forms that Companies House registers. */
const registered: readonly unknown[] = ['limited_company', 'llp', 'plc'] satisfies readonly LegalForm[]

/** A registered form has a number. */
export const numberFaults = (legal_form: unknown, brn: unknown): FieldErrors =>
  registered.includes(legal_form) && (typeof brn !== 'string' || brn.trim() === '')
    ? { brn: validationText.required }
    : {}

/** Company types of Companies House; of others a person chooses the form. */
const forms: Readonly<Record<string, LegalForm>> = {
  ltd: 'limited_company',
  'private-limited-guarant-nsc': 'limited_company',
  'private-limited-guarant-nsc-limited-exemption': 'limited_company',
  'private-limited-shares-section-30-exemption': 'limited_company',
  llp: 'llp',
  plc: 'plc',
  'old-public-company': 'plc',
  'limited-partnership': 'partnership',
  'scottish-partnership': 'partnership',
  'charitable-incorporated-organisation': 'charity',
  'scottish-charitable-incorporated-organisation': 'charity',
  'further-education-or-sixth-form-college-corporation': 'public_body',
  'oversea-company': 'overseas',
  'registered-overseas-entity': 'overseas',
  'uk-establishment': 'overseas',
}

/** Of a company that was found; null where its type says nothing. */
export const legalFormOfType = (type: string): LegalForm | null =>
  Object.hasOwn(forms, type) ? (forms[type] ?? null) : null
