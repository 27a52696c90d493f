/** Student loans and attachment orders: the facts that a notice or an order must hold (payroll-run, data). Pure. */
import { addDays, type Day, dayOf, formatDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { futureFaults } from '../../shared/past-day.rules.ts'

const PLAN_5_FROM = dayOf(2026, 4, 6)

/** The fault of a plan on its first pay day; null where it is collected. */
export const planFault = (plan: string, first: Day): string | null =>
  plan === 'plan_5' && first < PLAN_5_FROM ? 'Plan 5 is not collected before 6 April 2026' : null

/** The rates that each kind of order may state. */
export const rates_of = {
  dea: ['standard', 'higher', 'fixed'],
  council_tax: ['table'],
  deo: ['given'],
  aeo_priority: ['given'],
  aeo_civil: ['given'],
  ccaeo: ['given'],
} as const

export type OrderKind = keyof typeof rates_of

/** Kinds of orders that the product names and does not compute. */
export const refused_kinds = [
  { value: 'scottish_arrestment', label: 'Scottish arrestment' },
  { value: 'welsh_council_tax', label: 'Council tax, Wales' },
  { value: 'northern_ireland', label: 'Northern Ireland order' },
] as const

const isKind = (kind: string): kind is OrderKind => Object.hasOwn(rates_of, kind)

export const needsAmount = (rate: string): boolean => rate === 'fixed' || rate === 'given'
/** Orders that leave the worker a stated sum. */
export const protects = (kind: string): boolean =>
  kind === 'deo' || kind === 'aeo_priority' || kind === 'aeo_civil'

export type OrderFacts = {
  readonly kind: string
  readonly rate: string
  readonly order_date: Day
  readonly received_on: Day
  readonly has_amount: boolean
  readonly has_protected_earnings: boolean
  readonly today: Day
}

/** The faults of an order by field. */
export function orderFaults(order: OrderFacts): FieldErrors {
  const { kind, rate, order_date, received_on, today } = order
  const errors: Record<string, string> = {}
  const refused = refused_kinds.find(({ value }) => value === kind)
  if (refused)
    errors.kind = `${refused.label} is not calculated in this version. Enter the deduction for each run`
  else if (isKind(kind) && !rates_of[kind].some((one) => one === rate)) errors.rate = validationText.matches
  if (needsAmount(rate) && !order.has_amount) errors.amount = validationText.required
  if (!needsAmount(rate) && order.has_amount) errors.amount = validationText.matches
  if (protects(kind) && !order.has_protected_earnings) errors.protected_earnings = validationText.required
  if (received_on < order_date)
    errors.received_on = validationText.min_date(formatDay(addDays(order_date, -1)))
  return { ...errors, ...futureFaults('received_on', received_on, today) }
}

export type Agreement = {
  readonly amount: number
  /** Null without an end. */
  readonly total: number | null
  readonly agreed_on: Day
  readonly today: Day
}

/** The faults of a deduction by agreement, by field; amounts are pence. */
export function agreedFaults({ amount, total, agreed_on, today }: Agreement): FieldErrors {
  const errors: Record<string, string> = {}
  if (amount <= 0) errors.amount = validationText.positive
  if (total !== null && total < amount) errors.total = 'The total is less than one deduction'
  return { ...errors, ...futureFaults('agreed_on', agreed_on, today) }
}

/** The fault of an order's last day; null from its arrival on. */
export const endFault = (ended_on: Day, received_on: Day): string | null =>
  ended_on < received_on ? validationText.min_date(formatDay(addDays(received_on, -1))) : null
