/** Terms of a temporary placement in force that change by request: IR35 status, its deciding party, funding and timesheets. Pure. */

import { addDays, type Day, formatDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { type ClientSize, determinerFault } from '../../parties/client-sizes/client-size.rules.ts'
import { no_paid_when_paid } from '../../shared/contract-terms.rules.ts'
import { type FormerPayment, formerOn } from '../../shared/former-payments.rules.ts'
import { type FurtherPayee, furtherOn, furtherSpanFault } from '../../shared/further-payees.rules.ts'
import { insideFault } from '../../shared/inside-ir35.rules.ts'
import type { ChangeOf } from '../request/change.rules.ts'

/** Terms with a day: work that begins before it keeps the former ones. */
const dated_terms = ['ir35_status', 'funding_type', 'expense_funding_type'] as const
type DatedTerm = (typeof dated_terms)[number]

export const isDatedTerm = (field: string): field is DatedTerm => dated_terms.some((one) => one === field)

export type TermsOf = {
  readonly type: string
  /** How the placement is paid. */
  readonly payment_type: string | null
  readonly ir35_status: string | null
  readonly ir35_determined_by: string | null
  readonly start_date: Day
  readonly end_date: Day | null
  readonly payment_company_id: string | null
  /** The payee of the contractor, after those that hold until a day. */
  readonly payee: string | null
  readonly former_payments: readonly FormerPayment[] | null
  /** Those of its contractor with its agency. */
  readonly further_payees?: readonly FurtherPayee[]
  /** Of the client in the tax year of the first day; null where it is not stated. */
  readonly client_size: ClientSize | null
  /** Payroll deducts tax from the fee of a limited company. */
  readonly is_off_payroll?: boolean
}

/** Why a placement paid so may not have these terms, by field. */
export function termFaults(placement: TermsOf, changes: readonly ChangeOf<string>[]): FieldErrors {
  const { type, payment_type, client_size: size, start_date: start } = placement
  if (type !== 'temp_placement') return {}
  const errors: Record<string, string> = {}
  const inside = insideChange(placement, changes)
  if (inside !== null) errors[inside.field] = inside.fault
  for (const { field, new: asked } of changes) {
    const determiner = field === 'ir35_determined_by' ? determinerFault(asked, { size, start }) : null
    if (determiner !== null) errors.ir35_determined_by = determiner
    if (field === 'end_date' && !isPaidTo(placement, asked as Day | null))
      errors.end_date = 'The contractor is paid otherwise by then: make another placement for those days'
    const waits = asked === 'paid_when_paid' && (field === 'funding_type' || field === 'expense_funding_type')
    if (waits && (payment_type === 'paye' || payment_type === 'selfemployed'))
      errors[field] = no_paid_when_paid
  }
  return errors
}

/** The refused change of the status or of its deciding party, where one of them is asked for. */
function insideChange(
  placement: TermsOf,
  changes: readonly ChangeOf<string>[],
): { readonly field: string; readonly fault: string } | null {
  const asked = new Map(changes.map((change) => [change.field, change.new]))
  const field = ['ir35_status', 'ir35_determined_by'].find((one) => asked.has(one))
  if (field === undefined) return null
  const fault = insideFault({ ...placement, ...Object.fromEntries(asked) })
  return fault === null ? null : { field, fault }
}

/** Whether the contractor's payee on a later last day is the placement's: a payee of a placement never changes. */
function isPaidTo(
  { end_date, payment_company_id, payee, former_payments, further_payees }: TermsOf,
  to: Day | null,
): boolean {
  if (end_date === null || (to !== null && to <= end_date)) return true
  const further = furtherOn(further_payees ?? [], payment_company_id ?? '', end_date)
  if (further !== null && furtherSpanFault(further, to) === null) return true
  const then = to === null ? null : formerOn(former_payments ?? [], to)
  return (then?.payment_company_id ?? payee) === payment_company_id
}

/** Why these terms may not begin on this day; null where they may, or where none is dated. */
export function termsFromFault(
  { type, start_date }: Pick<TermsOf, 'type' | 'start_date'>,
  changes: readonly ChangeOf<string>[],
  from: Day | null,
  worked_to: Day | null,
): string | null {
  if (type !== 'temp_placement' || !changes.some(({ field }) => isDatedTerm(field))) return null
  if (from === null) return validationText.required
  const last = worked_to !== null && worked_to >= start_date ? worked_to : addDays(start_date, -1)
  return from <= last ? validationText.min_date(formatDay(last)) : null
}
