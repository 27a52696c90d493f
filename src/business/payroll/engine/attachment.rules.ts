/** Deductions by orders of courts and authorities, in the order of the law (payroll.md §2.12). Amounts are pence. */
import { compareDays, type Day } from '#kernel/day.ts'
import { type WageFrequency, weeksOf } from './tax-period.rules.ts'
import type { AttachmentTable, TaxYear } from './tax-year.rules.ts'
import { floorDiv, nearestDiv, type Pence } from './whole.rules.ts'

export const ORDER_KINDS = ['dea', 'council_tax', 'deo', 'aeo_priority', 'aeo_civil', 'ccaeo'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

export const ORDER_RATES = ['standard', 'higher', 'fixed', 'table', 'given'] as const
export type OrderRate = (typeof ORDER_RATES)[number]

export type Order = {
  readonly id: string
  readonly kind: OrderKind
  readonly order_date: Day
  readonly rate: OrderRate
  /** Of a period, where the order states it. */
  readonly amount: Pence | null
  /** Net earnings of a period that the order leaves. */
  readonly protected_earnings: Pence | null
  /** The rest of the debt; null where the authority keeps count. */
  readonly debt_left: Pence | null
  readonly charges_admin_fee: boolean
}

/** One step of a table on part of the earnings. */
export type Share = { readonly percent: number; readonly of: Pence }

export type OrderWorking = {
  readonly order: Order
  /** The shares of earnings that make up `wanted`; empty where the order states the amount. */
  readonly shares: readonly Share[]
  readonly wanted: Pence
  /** The least of `wanted` and the limits. */
  readonly due: Pence
  /** Why less is due than wanted. */
  readonly limit: 'protected' | 'forty_percent' | 'debt' | null
}

/** Of a period: pay less tax, National Insurance and pension, and the student loan deductions. */
export type Attachable = {
  readonly earnings: Pence
  readonly loans: Pence
  readonly frequency: WageFrequency
}

const pence = 100

/** The steps of the table for so many earnings. */
function sharesOf(
  table: AttachmentTable,
  { earnings, frequency }: Attachable,
  splits_last: boolean,
): Share[] {
  const weeks = weeksOf(frequency)
  const steps = weeks === null ? table.month : table.week
  const upper = (up_to: number) => up_to * pence * (weeks ?? 1)
  const at = steps.findIndex(({ up_to }) => up_to === null || earnings <= upper(up_to))
  const [below, step] = [steps[at - 1], steps[at]]
  if (step === undefined) return []
  if (!splits_last || step.up_to !== null || !below?.up_to) return [{ percent: step.percent, of: earnings }]
  const from = upper(below.up_to)
  return [
    { percent: below.percent, of: from },
    { percent: step.percent, of: earnings - from },
  ]
}

/** Each share to the penny, half up. */
const sumOf = (shares: readonly Share[]): Pence =>
  shares.reduce((sum, { percent, of }) => sum + nearestDiv(of * percent, 100), 0)

const priorities: readonly OrderKind[] = ['deo', 'council_tax', 'ccaeo', 'aeo_priority']
/** Priority orders share one rank; then direct earnings attachments, then civil debts. */
const rankOf = (kind: OrderKind): number => (priorities.includes(kind) ? 0 : kind === 'dea' ? 1 : 2)

/** In the order in which they are taken. */
export const inOrder = (orders: readonly Order[]): Order[] =>
  orders.toSorted(
    (a, b) =>
      rankOf(a.kind) - rankOf(b.kind) ||
      compareDays(a.order_date, b.order_date) ||
      (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )

/** The greatest sum of all deductions beside a direct earnings attachment, down to the penny. */
export const deductionLimit = ({ attachments }: TaxYear, earnings: Pence): Pence =>
  floorDiv(Math.max(0, earnings) * (100 - attachments.protected_percent), 100)

/**
 * What each order takes from the earnings of a period. Priority orders come before the student loan and work on what the
 * earlier ones left; a direct earnings attachment is a share of all earnings; a civil debt comes last and gets the rest.
 */
export function attachmentOrders(
  year: TaxYear,
  orders: readonly Order[],
  attachable: Attachable,
): OrderWorking[] {
  const earnings = Math.max(0, attachable.earnings)
  let taken = 0
  return inOrder(orders).map((order) => {
    const before = taken + (rankOf(order.kind) === 0 ? 0 : attachable.loans)
    const left = Math.max(0, earnings - before)
    const base = order.kind === 'dea' ? earnings : left
    const shares =
      order.amount !== null
        ? []
        : order.kind === 'council_tax'
          ? sharesOf(year.attachments.council_tax, { ...attachable, earnings: base }, true)
          : sharesOf(
              year.attachments.dea[order.rate === 'higher' ? 'higher' : 'standard'],
              { ...attachable, earnings: base },
              false,
            )
    const wanted = order.amount ?? sumOf(shares)
    const limits = [
      { limit: 'protected', most: Math.max(0, left - (order.protected_earnings ?? 0)) },
      ...(order.kind === 'dea'
        ? [
            {
              limit: 'forty_percent',
              most: Math.max(0, deductionLimit(year, earnings) - before),
            } as const,
          ]
        : []),
      { limit: 'debt', most: order.debt_left ?? wanted },
    ] as const
    const tightest = limits.reduce((least, one) => (one.most < least.most ? one : least))
    const due = Math.min(wanted, tightest.most)
    taken += due
    return { order, shares, wanted, due, limit: due < wanted ? tightest.limit : null }
  })
}
