/** Documents of pay without a timesheet (payroll-run, holiday set): the agency bears it, and no client is charged. Pure. */
import type { Day } from '#kernel/day.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { isNegative, isZero, neg } from '#kernel/money.ts'
import { units } from '#kernel/rate.ts'
import { statutoryDueDate } from '../invoices/due-date.rules.ts'
import { on_cost_labels } from '../invoices/raise.rules.ts'
import type { RaisedDocument, RaisedSet } from '../invoices/raised-set.rules.ts'
import { assertIdentities, setTotals } from '../invoices/raised-set.rules.ts'
import { tax, totalsOf } from '../invoices/vat.rules.ts'
import { amountLine } from '../invoices/work-lines.rules.ts'
import type { FundingModel, FundingType, InvoiceType, PartyRole } from '../shared/invoice-types.rules.ts'
import { on_cost_types } from '../shared/invoice-types.rules.ts'

/** Retained holiday is no cost of pay: its fund gives it back. */
const paid_costs = on_cost_types.filter((type) => type !== 'holiday_pay_retained')
type PaidCost = (typeof paid_costs)[number]

export type PayInput = {
  readonly currency: CurrencyCode
  readonly funding_model: FundingModel
  readonly funding_type: FundingType
  /** Each line of pay with its sentence. */
  readonly pay: readonly { readonly description: string; readonly amount: Money }[]
  readonly on_costs: Readonly<Record<PaidCost, Money>>
  /** Out of the worker's holiday fund. */
  readonly released: Money
  readonly pay_day: Day
  readonly raised_date: Day
}

/** Pay and its costs, and the agency's debt on them. */
export function raisePay(input: PayInput): RaisedSet {
  const principal = input.funding_model === 'indirect' ? 'funder' : 'provider'
  const document = (
    type: InvoiceType,
    from: PartyRole,
    lines: PayInput['pay'],
    facts: Pick<RaisedDocument, 'due_date' | 'release_condition'>,
  ): RaisedDocument[] => {
    const raised = lines.map(({ description, amount }, i) =>
      amountLine(i + 1, description, amount, tax('outside_scope')),
    )
    const totals = totalsOf(input.currency, raised)
    if (isZero(totals.total_amount)) return []
    return [
      {
        ...{ type, from, to: 'agency', ...facts, ...totals, lines: raised },
        ...{ is_self_billed: false, is_vat_invoice: false, assigned_to: null, is_credit_note: false },
        ...{ is_debit: type === 'agency_earnings' && isNegative(totals.total_amount) },
        ...{ tax_type: 'outside_scope', payment_terms: 0 },
      },
    ]
  }
  const costs = [
    ...document('contractor-agency', 'contractor', input.pay, {
      due_date: input.pay_day,
      release_condition: 'due_date',
    }),
    ...paid_costs.flatMap((type) =>
      document(type, principal, [{ description: on_cost_labels[type], amount: input.on_costs[type] }], {
        due_date: statutoryDueDate(input.pay_day),
        release_condition: 'statutory',
      }),
    ),
    ...document(
      'holiday_pay_retained',
      principal,
      [{ description: 'Holiday pay released', amount: neg(input.released) }],
      { due_date: input.pay_day, release_condition: 'none' },
    ),
  ]
  const totals = setTotals(input.currency, costs)
  const share = document(
    'agency_earnings',
    principal,
    [{ description: 'Pay that the agency bears', amount: totals.agency_gross }],
    { due_date: input.raised_date, release_condition: 'set_off' },
  )
  const set: RaisedSet = {
    currency: input.currency,
    generation_type: 'payroll_timesheet',
    funding_model: input.funding_model,
    funding_type: input.funding_type,
    principal,
    raised_date: input.raised_date,
    total_units: units('0'),
    ...totals,
    is_contractor_leg_funded_by_agency: false,
    documents: [...costs, ...share],
  }
  assertIdentities(set)
  return set
}
