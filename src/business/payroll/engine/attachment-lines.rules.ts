/** Lines of attachment orders: of all payments of the period, less the deductions of earlier ones. Amounts are pence. */
import { displayMoney, GBP, money } from '#kernel/money.ts'
import {
  attachmentOrders,
  deductionLimit,
  type Order,
  type OrderKind,
  type OrderWorking,
} from './attachment.rules.ts'
import type { Attached, Line } from './calculated-payslip.rules.ts'
import type { PayElement } from './pay-element.rules.ts'
import { lineOf, sumOf } from './period-part.rules.ts'
import type { WageFrequency } from './tax-period.rules.ts'
import type { TaxYear } from './tax-year.rules.ts'
import type { Pence } from './whole.rules.ts'

type Before = {
  readonly elements: readonly PayElement[]
  /** Pay, and the deductions that come before orders. */
  readonly lines: readonly Line[]
  readonly frequency: WageFrequency
  readonly already_paid: readonly Attached[]
}

/** Expenses are no earnings, and orders do not reach the statutory pay of parents. */
const not_attachable = ['expense', 'statutory_parental_pay']
const loan_lines = ['student_loan', 'postgraduate_loan']

export function attachmentLines(
  year: TaxYear,
  orders: readonly Order[],
  { elements, lines, frequency, already_paid }: Before,
): { readonly lines: readonly Line[]; readonly attached: Attached } {
  const deductions = lines.filter(({ part }) => part === 'deduction')
  const loans = sumOf(deductions, ({ element, amount }) => (loan_lines.includes(element) ? amount : 0))
  const pay = sumOf(elements, ({ kind, amount }) => (not_attachable.includes(kind) ? 0 : amount))
  const earnings = pay - (sumOf(deductions, ({ amount }) => amount) - loans)
  const takenBy = (id: string) => sumOf(already_paid, ({ by_order }) => by_order[id] ?? 0)
  const asked = orders.map((order) => ({
    ...order,
    debt_left: order.debt_left === null ? null : order.debt_left + takenBy(order.id),
  }))
  const all = earnings + sumOf(already_paid, (one) => one.earnings)
  const worked = attachmentOrders(year, asked, {
    earnings: all,
    loans: loans + sumOf(already_paid, (one) => one.loans),
    frequency,
  })
  const taken = worked.map((one) => {
    const before = takenBy(one.order.id)
    // Money that an authority received is not asked back.
    return { ...one, before, amount: Math.max(0, one.due - before) }
  })
  const charged = taken.filter(
    ({ order, amount }) =>
      order.charges_admin_fee && amount > 0 && !already_paid.some(({ fee_of }) => fee_of.includes(order.id)),
  )
  const fee = year.attachments.admin_fee
  return {
    lines: [
      ...taken.map((one) =>
        lineOf('deduction', 'attachment', one.amount, {
          inputs: inputsOf(one, one.before, deductionLimit(year, all)),
          order_id: one.order.id,
        }),
      ),
      ...charged.map(({ order }) =>
        lineOf('deduction', 'admin_fee', fee, { inputs: { due: fee }, order_id: order.id }),
      ),
    ],
    attached: {
      earnings,
      loans,
      by_order: Object.fromEntries(taken.map(({ order, amount }) => [order.id, amount])),
      fee_of: charged.map(({ order }) => order.id),
    },
  }
}

const kind_names: Readonly<Record<OrderKind, string>> = {
  dea: 'Direct earnings attachment',
  council_tax: 'Council tax, England',
  deo: 'Child maintenance',
  aeo_priority: 'Court order, priority',
  aeo_civil: 'Court order, civil debt',
  ccaeo: 'Community charge',
}

/** The payslip names the kind of an order, not the debt. */
function inputsOf({ order, shares, wanted, due, limit }: OrderWorking, before: Pence, most: Pence) {
  const pounds = (amount: Pence) => displayMoney(money(amount, GBP))
  const reasons = {
    protected: `the order leaves the worker ${pounds(order.protected_earnings ?? 0)}`,
    forty_percent: `all deductions together take no more than 40 % of net earnings, ${pounds(most)}`,
    debt: 'it is the rest of the order',
  }
  return {
    kind: kind_names[order.kind],
    ...Object.fromEntries(
      shares.flatMap(({ percent, of }, index) => [
        [`percent_${index + 1}`, `${percent} %`],
        [`of_${index + 1}`, of],
      ]),
    ),
    wanted,
    ...(limit === null ? {} : { limit: reasons[limit] }),
    due,
    before,
  }
}
