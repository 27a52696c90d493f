/** The holiday allowance of a rate in one line. */
import { labelIn } from '#entity/choices.ts'
import { formatPercent } from '#kernel/rate.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { type HolidayColumns, holiday_pay_types, holidayOfRate } from './holiday-pay.rules.ts'

export function allowanceCell(row: ListRow): string {
  const pay = holidayOfRate(row as unknown as HolidayColumns) // Its table reads both columns.
  return pay === null
    ? ''
    : `${formatPercent(pay.allowance)}, ${labelIn(holiday_pay_types, pay.type).toLowerCase()}`
}
