/** The hours, or days, of one period. */
import { type Day, eachDay, weekday } from '#kernel/day.ts'
import type { CastContractor } from './cast-contractor.ts'
import type { Draw } from './draw.ts'
import type { DemoPlacement } from './stage.ts'

/** As typed into the grid. */
export type Cell = { readonly date: Day; readonly group_id: string; readonly units: string }

export type Worked = {
  readonly start_date: Day
  readonly end_date: Day
  readonly who: CastContractor
  readonly placement: DemoPlacement
  readonly about: string
}

/** Mostly standard days, sometimes short or long, now and then a day off; the first working day is always worked. */
export function hoursOf(draw: Draw, sheet: Worked, attempt: 1 | 2): Cell[] {
  const { about, who, placement } = sheet
  const days = eachDay(sheet.start_date, sheet.end_date)
  const weekdays = days.filter((day) => weekday(day) <= 5)
  // A month may begin on a Saturday and a placement end on a Sunday: then only the weekend is left.
  const worked = (weekdays.length > 0 ? weekdays : days).filter(
    (day, i) => i === 0 || !draw.happens(6, 'day off', about, day),
  )
  const cells = worked.map((date): Cell => {
    const units = who.unit_type === 'daily' ? daysOn(draw, about, date) : hoursOn(draw, about, date, attempt)
    return { date, group_id: placement.standard_group, units }
  })
  const last = worked.at(-1)
  if (placement.overtime_group === null || last === undefined || !draw.happens(30, 'overtime', about))
    return cells
  const units = draw.pick(['1.5', '2', '3', '4'], 'overtime hours', about)
  return [...cells, { date: last, group_id: placement.overtime_group, units }]
}

function hoursOn(draw: Draw, about: string, date: Day, attempt: 1 | 2): string {
  if (draw.happens(82, 'standard day', about, date)) return 's'
  return draw.pick(['7', '8', '8:15', '6.75', '4'], 'hours', about, date, attempt)
}

function daysOn(draw: Draw, about: string, date: Day): string {
  return draw.happens(92, 'standard day', about, date) ? '1' : '0.5'
}
