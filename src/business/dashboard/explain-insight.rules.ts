/** Explains the figures of the insights month by month (spec §2, insight). Pure. */
import { sumWords } from '#business/shared/explain.rules.ts'
import type { Day } from '#kernel/day.ts'
import { formatDayLong } from '#kernel/day.ts'
import { type CurrencyCode, displayMoney, type Money, money, sum } from '#kernel/money.ts'
import { formatUnits, unitsFromScaled } from '#kernel/rate.ts'
import type { Figure, Figures } from './insight.rules.ts'

export interface InsightMonth extends Figures {
  readonly month: Day
}

const rules: Readonly<Record<Figure, string>> = {
  billed: 'Invoices less credit notes by issue date, with VAT.',
  margin: 'Your margin by invoice date. Corrections count on their own date.',
  received: 'Receipts by date received, without reversed ones.',
  hours: 'Hours of approved hourly timesheets by period end.',
  paid: 'Average days from issue to final payment, weighted by amount.',
  timesheets: 'Approved timesheets by period end. On time means within seven days.',
}

/** `Mar 2026` */
const named = (month: Day): string => formatDayLong(month).slice(3)

/** Sentences by figure. An amount's last one adds its months up to it; a share's works it out. */
export function explainInsight(
  figure: Figure,
  months: readonly InsightMonth[],
  total: Figures,
  code: CurrencyCode,
): string[] {
  const rule = rules[figure]
  const amounts = (field: 'billed_amount' | 'margin_amount' | 'received_amount'): string => {
    const terms = months
      .filter((month) => month[field] !== 0)
      .map((month) => ({ what: named(month.month), amount: money(month[field], code) }))
    return terms.length === 0
      ? 'No rows.'
      : sumWords(terms, money(total[field], code), (all) => sum(code, all))
  }
  switch (figure) {
    case 'billed':
      return [rule, amounts('billed_amount')]
    case 'received':
      return [rule, amounts('received_amount')]
    case 'margin':
      return [
        rule,
        ...(total.charged_amount === 0
          ? []
          : [`Margin: ${ratio(money(total.margin_amount, code), money(total.charged_amount, code))}`]),
        amounts('margin_amount'),
      ]
    case 'hours':
      return [rule, unitsWords(months, total)]
    case 'paid':
      return [
        rule,
        ...months.flatMap((month) =>
          month.days_to_pay === null
            ? []
            : [
                `${named(month.month)}: ${month.days_to_pay} days, ${displayMoney(money(month.paid_amount, code))}`,
              ],
        ),
      ]
    case 'timesheets':
      return [
        rule,
        ...(total.timesheet_count === 0
          ? ['No rows.']
          : [
              `${total.on_time_count} of ${total.timesheet_count} = ${percent(total.on_time_count, total.timesheet_count)}`,
            ]),
      ]
  }
}

/** Spec §9: with two decimals. */
const percents = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})
const percent = (part: number, whole: number): string => percents.format(part / whole)

const ratio = (part: Money, whole: Money): string =>
  `${displayMoney(part)} of ${displayMoney(whole)} = ${percent(part.minor, whole.minor)}`

const unitsOf = (scaled: number): string => formatUnits(unitsFromScaled(scaled))

function unitsWords(months: readonly InsightMonth[], total: Figures): string {
  const worked = months.filter((month) => month.hours !== 0)
  if (worked.length === 0) return 'No rows.'
  return `${worked.map((month) => `${unitsOf(month.hours)} (${named(month.month)})`).join(' + ')} = ${unitsOf(total.hours)}`
}
