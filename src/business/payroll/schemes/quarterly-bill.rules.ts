/** Who may pay HMRC by the quarter (payroll-run, employer): bills under 1,500 a month on average. Pure; amounts are pence. */
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { nearestDiv, type Pence } from '../engine/whole.rules.ts'

const QUARTERLY_BELOW = 1_500_00

type Month = { readonly payslip_count: number; readonly due: Pence }

/** The warning of a scheme that pays by the quarter; null where its bills allow that. Months without pay do not count. */
export function quarterlyWarning(tax_year: string, months: readonly Month[]): string | null {
  const paid = months.filter(({ payslip_count }) => payslip_count > 0)
  if (paid.length === 0) return null
  const average = nearestDiv(
    paid.reduce((sum, { due }) => sum + due, 0),
    paid.length,
  )
  return average < QUARTERLY_BELOW
    ? null
    : `The average bill of ${tax_year} is ${displayMoney(money(average, GBP))} a month. Quarterly payment needs an average under ${displayMoney(money(QUARTERLY_BELOW, GBP))}.`
}
