/** A timesheet or an expense as a printed page. Pure. */
import { day, formatDay, formatDayLong } from '#kernel/day.ts'
import { currency, displayMoney, parseMoney } from '#kernel/money.ts'
import { formatUnits, units } from '#kernel/rate.ts'
import { clean } from '../invoices/invoice-pdf.rules.ts'
import { unitLabel } from '../rates/units.rules.ts'
import type { MailedWorkFacts } from './mailed-work.rules.ts'

/** The data of the template. */
export function workPage(record: MailedWorkFacts) {
  const shown = (text: string) => displayMoney(parseMoney(text, currency(record.currency)))
  const noun = record.total_units === null ? 'Expense' : 'Timesheet'
  const week =
    record.start_date && record.end_date
      ? [
          {
            label: 'Days',
            value: `${formatDay(day(record.start_date))} – ${formatDay(day(record.end_date))}`,
          },
        ]
      : []
  const total =
    record.total_units === null
      ? []
      : [
          {
            label: unitLabel(record.unit_type ?? 'hourly', 'plural'),
            value: formatUnits(units(record.total_units)),
          },
        ]
  return {
    title: noun,
    human_id: record.human_id,
    facts: [
      { label: 'Contractor', value: clean(record.contractor) },
      { label: 'Placement', value: clean(record.title) },
      { label: 'Agency', value: clean(record.agency) },
      { label: 'Client', value: clean(record.client) },
      ...week,
      ...total,
      ...(record.amount === null ? [] : [{ label: 'Net amount', value: shown(record.amount) }]),
      ...(record.tax_amount === null ? [] : [{ label: 'VAT', value: shown(record.tax_amount) }]),
    ],
    heads: ['Day', 'Work', noun === 'Expense' ? 'With VAT' : 'Units'],
    lines: record.lines.map((line) => [
      formatDayLong(day(line.date)),
      clean([line.what, line.description].filter((text) => text).join(': ')),
      line.units === null ? shown(line.amount ?? '0.00') : formatUnits(units(line.units)),
    ]),
    comment: record.comment === null ? '' : clean(record.comment),
  }
}
