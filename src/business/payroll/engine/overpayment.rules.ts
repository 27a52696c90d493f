/**
 * An overpayment that pay could not bear: a payslip below zero pays nothing and carries the rest, and later payslips take it
 * back from net pay (decision 0191). Tax and National Insurance follow the corrected pay itself. Amounts are pence.
 */
import type { Line, LineInputs } from './calculated-payslip.rules.ts'
import { lineOf } from './period-part.rules.ts'
import { floorDiv, type Pence } from './whole.rules.ts'

/** The most that a pay day takes back: an amount, or whole percent of net pay. Null takes all that net pay bears. */
export type RecoveryPlan = { readonly amount: Pence } | { readonly percent: number } | null

export type Overpaid = {
  /** Owed before the payment. */
  readonly left: Pence
  readonly plan: RecoveryPlan
}

const HUNDRED = 100

/**
 * The line of a payment: below zero where it carries, above where it takes back. An accidental overpayment may be taken back from
 * the minimum wage (SI 2015/621, regulation 12(2)(c)), so that net pay is the limit.
 * @param net before the line
 */
export function overpaymentLines(overpaid: Overpaid | undefined, net: Pence): readonly Line[] {
  if (overpaid === undefined) return []
  const { left, plan } = overpaid
  if (net < 0)
    return [lineOf('deduction', 'overpayment', net, { inputs: { carried: -net, owed: left - net } })]
  const planned = plannedOf(plan, net)
  const wanted = planned === null ? left : Math.min(left, planned.most)
  const due = Math.min(wanted, net)
  if (due <= 0) return []
  const inputs = {
    owed: left,
    ...(planned?.inputs ?? {}),
    ...(due < wanted ? { limit: net } : {}),
    due,
    rest: left - due,
  }
  return [lineOf('deduction', 'overpayment', due, { inputs })]
}

function plannedOf(
  plan: RecoveryPlan,
  net: Pence,
): { readonly most: Pence; readonly inputs: LineInputs } | null {
  if (plan === null) return null
  if ('amount' in plan) return { most: plan.amount, inputs: { plan: plan.amount } }
  const share = floorDiv(net * plan.percent, HUNDRED)
  return { most: share, inputs: { percent: `${plan.percent} %`, net, share } }
}
