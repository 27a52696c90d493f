/** The holiday allowance of a rate in one line. */
import type { ListRow } from '#web/list/model/list.ts'
import { type HolidayColumns, holidayOfRate, holidayWords } from './holiday-pay.rules.ts'

export function allowanceCell(row: ListRow): string {
  const pay = holidayOfRate(row as unknown as HolidayColumns) // Its table reads both columns.
  return pay === null ? '' : holidayWords(pay)
}
