/** The payee of a typed placement, with the terms of that payee: the contractor's on the first day, or a further one. Pure. */
import type { Day } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { type FormerPayment, formerOn, type Payment, spanFault } from '../shared/former-payments.rules.ts'
import { type FurtherPayee, furtherOn, furtherSpanFault } from '../shared/further-payees.rules.ts'

/** The contractor as their row and their link with the agency say, with their other payees. */
export type PayeesOf = Payment & {
  readonly conduct_regs_opt_out: boolean | null
  readonly former_payments: readonly FormerPayment[]
  readonly further_payees: readonly FurtherPayee[]
}

type Asked = {
  readonly agency_id: string
  /** The payee that the form names; undefined: the contractor's on the first day. */
  readonly company_id: string | undefined
  readonly start: Day
  readonly end: Day | null
}

export type PlacementPayee = Payment & {
  readonly conduct_regs_opt_out: boolean | null
  /** A payee beside that of the contractor: no opt-out of theirs was signed by it. */
  readonly is_further: boolean
  /** The self-billing agreement that the placement keeps; null: it follows the contractor's link. */
  readonly kept: Pick<FurtherPayee, 'self_billing_from' | 'self_billing_to'> | null
  readonly faults: FieldErrors
}

export function payeeOf(paid: PayeesOf, { agency_id, company_id, start, end }: Asked): PlacementPayee {
  const former = formerOn(paid.former_payments, start)
  const by_default = former ?? paid
  if (company_id === undefined || company_id === by_default.payment_company_id) {
    const agreed = former?.agreements.find((one) => one.agency_id === agency_id)
    const span_fault = spanFault(paid.former_payments, start, end)
    return {
      payment_type: by_default.payment_type,
      payment_company_id: by_default.payment_company_id,
      conduct_regs_opt_out:
        former === null ? paid.conduct_regs_opt_out : (agreed?.conduct_regs_opt_out ?? false),
      is_further: false,
      kept:
        former === null
          ? null
          : {
              self_billing_from: agreed?.self_billing_from ?? null,
              self_billing_to: agreed?.self_billing_to ?? null,
            },
      faults: span_fault === null ? {} : { end_date: span_fault },
    }
  }
  const further = furtherOn(paid.further_payees, company_id, start)
  if (further === null)
    return {
      payment_type: by_default.payment_type,
      payment_company_id: by_default.payment_company_id,
      conduct_regs_opt_out: false,
      is_further: false,
      kept: null,
      faults: { payment_company_id: 'The contractor is not paid so on the first day' },
    }
  const { payment_type, payment_company_id, self_billing_from, self_billing_to } = further
  const span_fault = furtherSpanFault(further, end)
  return {
    payment_type,
    payment_company_id,
    conduct_regs_opt_out: false,
    is_further: true,
    kept: { self_billing_from, self_billing_to },
    faults: span_fault === null ? {} : { end_date: span_fault },
  }
}
