import { valueAt } from '#entity/path.ts'
import type { Money } from '#kernel/money.ts'
import { add, currencyOrGbp, money } from '#kernel/money.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import type { ListRow } from './list.ts'

/** Amounts are summed within a currency, never across (quality I20). In the order the currencies first appear. */
export function sumsByCurrency(rows: readonly ListRow[], amount: string, currency: string): Money[] {
  const sums = new Map<string, Money>()
  for (const row of rows) {
    const code = currencyOrGbp(valueAt(row, currency) as string | null) // The code column of platform.currency is text.
    const one = money(minorOf(valueAt(row, amount)), code)
    const before = sums.get(code)
    sums.set(code, before ? add(before, one) : one)
  }
  return [...sums.values()]
}
