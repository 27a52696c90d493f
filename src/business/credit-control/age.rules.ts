/** Overdue, age and finance status are derived: a stored flag would be wrong tomorrow (spec §4). */
import type { AgeBucket } from '#business/shared/age-buckets.rules.ts'
import type { Day } from '#kernel/day.ts'
import { daysBetween } from '#kernel/day.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { add, zero } from '#kernel/money.ts'

export type InvoiceStatus = 'draft' | 'generated' | 'open' | 'closed' | 'cancelled'
export type FinanceStatus = 'initiated' | 'paid' | 'overdue'

/** Days past the due date, 0 when due today or later. */
export function daysOverdue(due_date: Day, today: Day): number {
  return Math.max(0, daysBetween(due_date, today))
}

/** Open, and due before today (spec §4). */
export function isOverdue(status: InvoiceStatus, due_date: Day, today: Day): boolean {
  return status === 'open' && due_date < today
}

/** Spec §4: initiated (open, due today or later), paid (closed), overdue. Null for other statuses. */
export function financeStatus(status: InvoiceStatus, due_date: Day, today: Day): FinanceStatus | null {
  if (status === 'closed') return 'paid'
  if (status !== 'open') return null
  return isOverdue(status, due_date, today) ? 'overdue' : 'initiated'
}

export function ageBucket(due_date: Day, today: Day): AgeBucket {
  const days = daysOverdue(due_date, today)
  if (days === 0) return 'current'
  if (days <= 30) return '0-30'
  if (days <= 60) return '31-60'
  if (days <= 90) return '61-90'
  return days <= 120 ? '91-120' : 'over 120'
}

export type AgedAmounts = Readonly<Record<AgeBucket, Money>>

/** Outstanding amounts by bucket; the buckets add up to the whole (quality I8). One currency. */
export function agedAmounts(
  currency: CurrencyCode,
  invoices: readonly { readonly due_date: Day; readonly outstanding_balance: Money }[],
  today: Day,
): AgedAmounts {
  const nothing = zero(currency)
  const aged: Record<AgeBucket, Money> = {
    current: nothing,
    '0-30': nothing,
    '31-60': nothing,
    '61-90': nothing,
    '91-120': nothing,
    'over 120': nothing,
  }
  for (const { due_date, outstanding_balance } of invoices) {
    const bucket = ageBucket(due_date, today)
    aged[bucket] = add(aged[bucket], outstanding_balance)
  }
  return aged
}
