/** The calendar of one week of the demo world: what happens on which day, up to yesterday. */
import { addDays, type Day, daysBetween } from '#kernel/day.ts'
import {
  bounceReceipt,
  type Handling,
  type RunUntil,
  receiveCash,
  runPayments,
  unmatchOne,
} from './cash-week.ts'
import { londonTime } from './london-time.ts'
import type { World } from './stage.ts'
import { decideSheets, generateSheets, resubmitSheets, type Sheet, submitSheets } from './work-week.ts'

export type Week = { readonly monday: Day; readonly today: Day; readonly this_week: Day }

type Event = { readonly day: Day; readonly time: string; readonly happens: () => Promise<void> }

/** Today itself is left to whoever opens the demo: nothing in it depends on the time of day at which it was made. */
export async function tradeWeek(world: World, week: Week): Promise<void> {
  for (const { day, time, happens } of eventsOf(world, week)) {
    if (day >= week.today) return
    world.clock.set(londonTime(day, time))
    await happens()
  }
}

function eventsOf(world: World, week: Week): Event[] {
  const { monday, this_week } = week
  const weeks_ago = daysBetween(monday, this_week) / 7
  const on = (days: number, time: string, happens: () => Promise<void>): Event => ({
    day: addDays(monday, days),
    time,
    happens,
  })
  const sunday_before = addDays(monday, -1)
  const stays = (sheet: Sheet) => weeks_ago === 0 && staysUndecided(world, sheet, this_week)
  return [
    on(0, '07:00', () => generateSheets(world)),
    on(0, '09:30', () => decideSheets(world, sunday_before, stays)),
    on(1, '10:00', () => receiveCash(world, addDays(monday, 1), handlingOf(weeks_ago))),
    on(1, '15:00', async () => {
      if (weeks_ago === 9) await bounceReceipt(world, 'orchardvale')
      if (weeks_ago === 5) await unmatchOne(world, 'penninelogistics')
    }),
    on(2, '08:30', async () => {
      if (weeks_ago > 0) await resubmitSheets(world, sunday_before)
    }),
    on(2, '09:30', () => runPayments(world, addDays(monday, 2), (_, code) => runUntil(weeks_ago, code))),
    on(4, '16:30', () => submitSheets(world, addDays(monday, 4), (sheet) => waits(world, sheet, week))),
  ]
}

/** Of the last complete week some sheets are left for whoever opens the demo to decide. */
function staysUndecided(world: World, sheet: Sheet, this_week: Day): boolean {
  if (sheet.who.key === 'contractor' || sheet.end_date < addDays(this_week, -7)) return false
  return sheet.who.client === 'brightwater' || world.draw.happens(35, 'stays undecided', sheet.about)
}

/** Some forget their hours until the week after; this week's are mostly not handed in yet. */
function waits(world: World, sheet: Sheet, { monday, this_week }: Week): boolean {
  if (sheet.who.key === 'contractor') return sheet.end_date >= this_week
  if (sheet.end_date < monday)
    return monday === this_week && world.draw.happens(40, 'still forgets', sheet.about)
  return world.draw.happens(monday === this_week ? 70 : 8, 'forgets', sheet.about)
}

function handlingOf(weeks_ago: number): Handling {
  if (weeks_ago === 0) return 'bank line only'
  return weeks_ago === 1 ? 'recorded' : 'matched'
}

/** The latest run waits for its review, the one in euro still for its maker. */
function runUntil(weeks_ago: number, code: string): RunUntil {
  if (weeks_ago > 0) return 'completed'
  return code === 'GBP' ? 'under_review' : 'hold'
}
