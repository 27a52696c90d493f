/** Options shared by forms of placements and documents. */
import { validationText } from '#kernel/messages.ts'
import type { FormField } from '#web/form/fields.ts'
import { funding_types } from './contract-terms.rules.ts'

/** Currencies of spec §9, on or off: a policy is in any of them. */
export const currencies = [
  { value: 'GBP', label: 'Pound Sterling' },
  { value: 'EUR', label: 'Euro' },
  { value: 'USD', label: 'US Dollar' },
  { value: 'SEK', label: 'Swedish Krona' },
  { value: 'PLN', label: 'Polish Zloty' },
] as const

/** Rows by currency, those in the business's own first. */
export const ownFirst = <Row extends { readonly alpha_code: string }>(
  rows: readonly Row[],
  own: string,
): Row[] => [...rows].sort((a, b) => Number(b.alpha_code === own) - Number(a.alpha_code === own))

export const currency_field = {
  kind: 'currency',
  name: 'currency',
  label: 'Currency',
} as const satisfies FormField<'currency'>

/** The provider says for which agency; an agency acts for itself. */
export const agency_field = {
  kind: 'pick',
  name: 'agency_id',
  label: 'Agency',
  entity: 'business.agency',
  shows: 'name',
  required: true,
} as const satisfies FormField<'agency_id'>

/** Only an onboarded and active party is offered for new work (spec §2). */
export const ready_party = { status: { _eq: 'onboarded' }, is_active: { _eq: true } } as const

export const client_field = {
  kind: 'pick',
  name: 'client_id',
  label: 'Client',
  entity: 'business.client',
  shows: 'name',
  where: ready_party,
  required: true,
} as const satisfies FormField<'client_id'>

export const funding_type_field: FormField<'funding_type'> = {
  kind: 'choice',
  name: 'funding_type',
  label: 'Funding type',
  options: funding_types,
  required: true,
}

export const tax_field: FormField<'tax_type'> = {
  kind: 'choice',
  name: 'tax_type',
  label: 'VAT',
  placeholder: 'Automatic',
  options: [
    { value: 'standard', label: 'Standard rate, 20%' },
    { value: 'zero', label: 'Zero rate' },
    { value: 'exempt', label: 'Exempt' },
    { value: 'outside_scope', label: 'Outside the scope of VAT' },
    { value: 'none', label: 'Not registered for VAT' },
  ],
}

/** Money taken back, kept back or disputed says why (spec §5). */
export const reason_field = {
  kind: 'area',
  name: 'reason',
  label: 'Reason',
  max: 500,
  required: true,
  missing: validationText.specify_reason,
} as const satisfies FormField<'reason'>

const any_funder = {
  kind: 'pick',
  name: 'funder_id',
  label: 'Funder',
  entity: 'business.funder',
  shows: 'name',
  where: ready_party,
} as const satisfies FormField<'funder_id'>

export const funder_field = {
  ...any_funder,
  hint: 'Leave empty for the agency’s only funder',
} as const satisfies FormField<'funder_id'>

/** The user names the funder: the agency may have none yet, or several. */
export const named_funder_field = {
  ...any_funder,
  required: true,
} as const satisfies FormField<'funder_id'>
