/** Self-billing agreements of a payee with an agency: their days, and whether self-bills carry VAT (onboarding: compliance). Pure. */
import { addDays, type Day, formatDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { lastDay, paper_services } from '../compliance/compliance.rules.ts'
import type { VatStanding } from '../vat-check.rules.ts'

/** They add the document of the next agreement, which the provider checks. */
export const renewers = paper_services['contractor-company'].adds

/** The days on which an agreement holds; both null: there is none. An end of null is open. */
export type Agreed = { readonly self_billing_from: Day | null; readonly self_billing_to: Day | null }

export type AgreementDays = { readonly from: Day; readonly to: Day }

/** The days of the next agreement: after the last one, or from today where none is in force. */
export function nextAgreement({ self_billing_from, self_billing_to }: Agreed, today: Day): AgreementDays {
  const follows = self_billing_from !== null && self_billing_to !== null && self_billing_to >= today
  const from = follows ? addDays(self_billing_to, 1) : today
  return { from, to: lastOf(from) }
}

/** Twelve months at most (registers: self-billing). */
const lastOf = (from: Day): Day => lastDay('self_billing_agreement', from, null) ?? from

/** The next agreement begins after the last one, and at once after one in force: a day between carries no VAT. */
export function renewalFaults(now: Agreed, next: AgreementDays, today: Day): FieldErrors {
  const ends = now.self_billing_from === null ? null : now.self_billing_to
  const is_in_force = ends !== null && ends >= today
  return {
    ...(ends !== null && next.from <= ends ? { valid_from: validationText.min_date(formatDay(ends)) } : {}),
    ...(is_in_force && next.from > addDays(ends, 1)
      ? { valid_from: validationText.max_date(formatDay(addDays(ends, 2))) }
      : {}),
  }
}

/**
 * The days after an agreement was verified or signed. One that follows or overlaps extends the former; after a gap the
 * new one replaces one that has ended. Null: the former is in force and would be lost.
 */
export function withAgreement(now: Agreed, { from, to }: AgreementDays, today: Day): Agreed | null {
  const { self_billing_from: since, self_billing_to: ends } = now
  if (since === null) return { self_billing_from: from, self_billing_to: to }
  const is_later = ends !== null && from > addDays(ends, 1)
  const is_earlier = to < addDays(since, -1)
  if (!is_later && !is_earlier)
    return {
      self_billing_from: since < from ? since : from,
      // An agreement without a last day takes that of its document.
      self_billing_to: ends !== null && ends > to ? ends : to,
    }
  return is_later && ends < today ? { self_billing_from: from, self_billing_to: to } : null
}

/**
 * The days after a verified agreement was rejected: it ends on the day before, if it set the end. Days of the `others`, which
 * are verified still, stay.
 */
export function withoutAgreement(
  now: Agreed,
  { from, to }: AgreementDays,
  today: Day,
  others: readonly AgreementDays[],
): Agreed {
  const { self_billing_from: since, self_billing_to: ends } = now
  if (since === null || ends !== to) return now
  const until = addDays(from > today ? from : today, -1)
  const left: Agreed =
    until < since
      ? { self_billing_from: null, self_billing_to: null }
      : { self_billing_from: since, self_billing_to: until }
  return others.reduce((days, other) => withAgreement(days, other, today) ?? days, left)
}

export type Billed = Agreed & {
  readonly payee_name: string
  readonly is_vat_registered: boolean
  readonly vat_standing: VatStanding
}

/** Whether self-bills of the payee carry VAT, and until when, for the record. */
export function vatWords(billed: Billed, today: Day): string {
  const { payee_name, is_vat_registered, vat_standing, self_billing_from: from, self_billing_to: to } = billed
  const no_vat = 'Self-bills carry no VAT:'
  if (!is_vat_registered) return `${no_vat} ${payee_name} is not registered for VAT`
  if (vat_standing === 'refused') return `${no_vat} HMRC does not have the VAT number of ${payee_name}`
  if (from === null) return `${no_vat} there is no self-billing agreement`
  if (to !== null && to < today) return `${no_vat} the self-billing agreement ended on ${formatDay(to)}`
  const until = to === null ? 'without end' : `until ${formatDay(to)}`
  return from > today
    ? `Self-bills carry VAT from ${formatDay(from)} ${until}`
    : `Self-bills carry VAT ${until}`
}

type Payee = {
  readonly payment_type: string
  readonly payee_name: string
  readonly waits: AgreementDays | null
}

/** An agreement is renewed for a payee that sends invoices, one at a time. */
export function mayRenew({ payment_type, payee_name, waits }: Payee): Verdict {
  if (payment_type === 'paye')
    return refuse('precondition', 'Payroll sends no invoices, so it needs no self-billing agreement')
  if (waits === null) return true
  return refuse(
    'conflict',
    `The self-billing agreement of ${payee_name} from ${formatDay(waits.from)} to ${formatDay(waits.to)} waits for ${paper_services['contractor-company'].waits_for}`,
  )
}
