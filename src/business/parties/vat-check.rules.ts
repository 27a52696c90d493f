/** HMRC's check of a VAT number (onboarding: VAT check; decision 0118). Pure. */

import type { Viewer, WhoMay } from '#entity/access.ts'
import { readVatNumber } from '#kernel/identifier.ts'
import { type Instant, toMs } from '#kernel/instant.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { agency_side, isAnyPerson, provider_staff } from '../shared/who-may.rules.ts'

export const vat_check_statuses = [
  { value: 'unchecked', label: 'Not checked' },
  { value: 'valid', label: 'Registered at HMRC' },
  { value: 'not_found', label: 'Not registered at HMRC' },
  { value: 'unavailable', label: 'Unavailable' },
] as const
export type VatCheckStatus = (typeof vat_check_statuses)[number]['value']

/** HMRC has answered about the number. */
export const isAnswer = (status: VatCheckStatus): boolean => status === 'valid' || status === 'not_found'

/** Days that a check holds; then HMRC is asked again. */
export const RECHECK_DAYS = 90
/** Days until the next try after HMRC gave no answer. */
export const RETRY_DAYS = 1

/** The refusal where the operator set no credentials for HMRC. */
export const no_vat_checks = 'This installation does not check VAT numbers'

/** A question without an answer is over after ten minutes. */
const ASKED_MS = 600_000

export const isAsked = (asked_at: Instant | null, now: Instant): boolean =>
  asked_at !== null && toMs(now) - toMs(asked_at) < ASKED_MS

/** Roles that ask HMRC again, about a party that they see. */
export const may_check = agency_side

/** The 9 or 12 digits that HMRC knows a number by; null for numbers of other countries and of public bodies. */
export function hmrcNumber(typed: string): string | null {
  const found = readVatNumber(typed)
  const digits = 'text' in found ? found.text.replace(/^(GB|XI)/, '') : ''
  return /^(\d{9}|\d{12})$/.test(digits) ? digits : null
}

export type CheckFacts = {
  readonly name: string
  readonly is_vat_registered: boolean
  readonly vat_registration_no: string | null
  /** Somebody asked, and no answer is there yet. */
  readonly is_asked: boolean
}

/** The stored form of such numbers. */
export const HMRC_NUMBER_SQL = '^(GB|XI)?([0-9]{9}|[0-9]{12})$'

/**
 * A number as self-bills see it: confirmed by HMRC or by the provider's certificate, refused, open while HMRC has not
 * answered. `not_checked`: this installation checks none.
 */
export type VatStanding = 'not_checked' | 'confirmed' | 'refused' | 'open'

/** Has the company a number that HMRC can be asked about? */
export const isCheckable = ({
  is_vat_registered,
  vat_registration_no,
}: Pick<CheckFacts, 'is_vat_registered' | 'vat_registration_no'>): boolean =>
  is_vat_registered && vat_registration_no !== null && hmrcNumber(vat_registration_no) !== null

export function canCheck(row: CheckFacts): Verdict {
  if (!row.is_vat_registered || row.vat_registration_no === null)
    return refuse('precondition', `${row.name} has no VAT number`)
  if (!isCheckable(row))
    return refuse(
      'precondition',
      `HMRC checks United Kingdom VAT numbers, and ${row.vat_registration_no} is none`,
    )
  return !row.is_asked || refuse('conflict', 'HMRC is being asked already')
}

/** The status after HMRC gave no answer: an earlier answer about the number holds. */
export const afterSilence = (before: VatCheckStatus): VatCheckStatus =>
  before === 'unchecked' ? 'unavailable' : before

/** Roles that answer for a number that HMRC does not confirm. */
export const may_accept = {
  provider: [...provider_staff, 'provider_approver'],
} as const satisfies WhoMay

export type AcceptFacts = Pick<CheckFacts, 'name' | 'is_vat_registered' | 'vat_registration_no'> & {
  readonly vat_check_status: VatCheckStatus
  /** The person who added the verified certificate; null: there is none. */
  readonly certificate_by: string | null
  /** The person behind an impersonation. Absent: not known to the asker. */
  readonly certificate_as?: string | null
}

/** Two people: one adds the certificate, another verifies it and answers for the number. */
export function canAccept(
  row: AcceptFacts,
  viewer: Pick<Viewer, 'user_id'> & Partial<Pick<Viewer, 'impersonator_user_id' | 'same_person_ids'>>,
): Verdict {
  if (!row.is_vat_registered || row.vat_registration_no === null)
    return refuse('precondition', `${row.name} has no VAT number`)
  if (row.vat_check_status === 'valid') return refuse('precondition', 'HMRC has this VAT number')
  if (row.certificate_by === null)
    return refuse('precondition', 'Add a VAT certificate to the documents first: another person verifies it')
  return (
    !isAnyPerson([row.certificate_by, row.certificate_as], viewer) ||
    refuse('not_allowed', 'You added the certificate, so somebody else decides')
  )
}
