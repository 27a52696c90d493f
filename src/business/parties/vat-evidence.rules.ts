/** Evidence that an overseas client is in business (VATPOSS06300): without it no supply to it is free of VAT. */
import type { WhoMay } from '#entity/access.ts'
import { type Day, formatDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import { provider_staff } from '../shared/who-may.rules.ts'

export const vat_evidence_kinds = [
  { value: 'vat_number', label: 'VAT number' },
  { value: 'certificate', label: 'Certificate' },
  { value: 'other', label: 'Other' },
] as const
export type VatEvidenceKind = (typeof vat_evidence_kinds)[number]['value']

/** The provider answers for VAT that is not charged, so it judges the evidence. */
export const may_set_evidence = { provider: provider_staff } as const satisfies WhoMay

export type VatEvidence = {
  readonly kind: VatEvidenceKind
  readonly number: string | null
  readonly checked_on: Day
  readonly has_file: boolean
}

/** Faults by field; none = it is evidence. */
export function evidenceFaults(
  { kind, number, checked_on, has_file }: VatEvidence,
  today: Day,
): Readonly<Record<string, string>> {
  return {
    ...(kind === 'vat_number' && !number ? { number: validationText.required } : {}),
    ...(kind !== 'vat_number' && !has_file ? { attachment_id: validationText.required } : {}),
    ...(checked_on > today ? { checked_on: validationText.max_date(formatDay(today)) } : {}),
  }
}

/** Why a document without VAT waits; null when it need not. */
export function missingEvidence(
  client: { readonly business_name: string; readonly has_vat_evidence: boolean },
  client_tax_types: readonly string[],
): string | null {
  return client_tax_types.includes('reverse_charge') && !client.has_vat_evidence
    ? `There is no evidence that ${client.business_name} is in business outside the UK`
    : null
}
