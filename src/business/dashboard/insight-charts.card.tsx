/** Months in charts: billed, earned, received, worked, and days to pay. */
import type { BarPoint, BarValue } from '#web/blocks/Bars.tsx'
import { Bars } from '#web/blocks/Bars.tsx'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { addressOf } from '../reports/report-list.view.ts'
import type { Month } from './insight.hook.ts'
import type { InsightOf } from './insight.rules.ts'
import { type Figure, type Figures, monthsOf, nothing, partOf, rowsOf, shareOf } from './insight.rules.ts'
import { daysText, exactText, monthText, percentText, shortText, unitsText } from './insight-text.view.ts'

interface Shown {
  readonly figure: Figure
  readonly value: (month: Figures) => number | null
  readonly text: (month: Figures) => string
}

export function InsightCharts({ range, currency, months }: InsightOf & { months: readonly Month[] }) {
  const { category } = useSession()
  const code = currency.alpha_code
  const money = (minor: number) => shortText(minor, code)
  const exact = (minor: number) => exactText(minor, code)
  const points = (shown: readonly Shown[]): BarPoint[] =>
    monthsOf(range).map((month) => {
      const found = months.find((one) => one.month === month) ?? nothing
      const part = partOf(month, range)
      const values = shown.map(({ figure, value, text }): BarValue => {
        const { path, filter } = rowsOf(figure, part, currency)
        return {
          value: value(found),
          text: text(found),
          to: addressOf(pathOf({ category, path }), filter),
        }
      })
      return { key: month, label: monthText(month), short: monthText(month).slice(0, 3), values }
    })
  const on_time = (month: Figures) => shareOf(month.on_time_count, month.timesheet_count)
  return (
    <div className="grid gap-4 desktop:grid-cols-2">
      <div className="min-w-0 desktop:col-span-2">
        <Bars
          title="Billed and received"
          about="Invoices less credit notes by issue date, receipts by date received"
          series={[
            { label: 'Billed', tone: 'accent' },
            { label: 'Received', tone: 'green' },
          ]}
          scale={money}
          points={points([
            { figure: 'billed', value: (one) => one.billed_amount, text: (one) => exact(one.billed_amount) },
            {
              figure: 'received',
              value: (one) => one.received_amount,
              text: (one) => exact(one.received_amount),
            },
          ])}
        />
      </div>
      <Bars
        title="Margin"
        about="Your margin by invoice date"
        series={[{ label: 'Margin', tone: 'green' }]}
        scale={money}
        points={points([
          { figure: 'margin', value: (one) => one.margin_amount, text: (one) => exact(one.margin_amount) },
        ])}
      />
      <Bars
        title="Hours worked"
        about="Approved hourly timesheets by period end"
        series={[{ label: 'Hours', tone: 'accent' }]}
        scale={unitsText}
        points={points([{ figure: 'hours', value: (one) => one.hours, text: (one) => unitsText(one.hours) }])}
      />
      <Bars
        title="Days to pay"
        about="Average days from issue to final payment, weighted by amount"
        series={[{ label: 'Days', tone: 'amber' }]}
        scale={daysText}
        points={points([
          { figure: 'paid', value: (one) => one.days_to_pay, text: (one) => daysText(one.days_to_pay) },
        ])}
      />
      <Bars
        title="Approved on time"
        about="Timesheets approved within seven days of period end"
        series={[{ label: 'On time', tone: 'green' }]}
        scale={percentText}
        points={points([
          {
            figure: 'timesheets',
            value: on_time,
            text: (one) => {
              const share = on_time(one)
              return share === null
                ? 'none'
                : `${percentText(share)}, ${one.on_time_count} of ${one.timesheet_count}`
            },
          },
        ])}
      />
    </div>
  )
}
