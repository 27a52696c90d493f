/** The calendar of one week of the demo world, up to yesterday. */
import { addDays, type Day, daysBetween } from '#kernel/day.ts'
import { londonTime } from '#kernel/london-time.ts'
import { claimMore, placeMore } from './agencies-week.ts'
import { bounceReceipt, type Handling, receiveCash, unmatchOne } from './cash-week.ts'
import { askLimits, changeAccounts, changePlacements, changeTerms } from './change-week.ts'
import { consolidateMonth, consolidateSome, creditOne, refineOne, undoCredit } from './correct-week.ts'
import { askForMoney } from './credit-week.ts'
import { giveBack, noteCosts, payBack } from './funding-week.ts'
import { disputeInvoices, sendInvoices } from './invoice-week.ts'
import { runNight } from './night.ts'
import { claimExpenses, placeForGood, raiseSingles } from './other-work.ts'
import { cancelRun, fileLastRun, payWages, type RunUntil, runPayments } from './pay-week.ts'
import { endEmployments, takeHolidays } from './payroll-people.ts'
import { runPayroll } from './payroll-week.ts'
import { askForPlacements } from './placements-week.ts'
import { mailReports } from './report-week.ts'
import { bringBackLine, confirmHeld, sendBackOne } from './return-week.ts'
import { raiseMoreSingles } from './singles-week.ts'
import type { World } from './stage.ts'
import { closeMonths } from './tax-months.ts'
import { checkUmbrellas } from './umbrella-checks.ts'
import { recordUmbrellaPayslips } from './umbrella-payslips.ts'
import { decideSheets, generateSheets, resubmitSheets, type Sheet, submitSheets } from './work-week.ts'

export type Week = { readonly monday: Day; readonly today: Day; readonly this_week: Day }

/** Nightly work runs once a week, in the last weeks only: a year of it would take minutes. */
const nights = 9

/** The last weeks, with wages paid on the pay day itself. */
const wages_on_pay_day = 3

type Event = { readonly day: Day; readonly time: string; readonly happens: () => Promise<void> }

/** Nothing happens today, so that the world does not depend on the time of day it was made. */
export async function tradeWeek(world: World, week: Week): Promise<void> {
  for (const { day, time, happens } of eventsOf(world, week)) {
    if (day >= week.today) return
    world.clock.set(londonTime(day, time))
    await happens()
  }
}

type On = (days: number, time: string, happens: (day: Day, repeats: number) => Promise<unknown>) => Event

function eventsOf(world: World, week: Week): Event[] {
  const on: On = (days, time, happens) => {
    const day = addDays(week.monday, days)
    return {
      day,
      time,
      happens: async () => void (await happens(day, repeatsAfter(day, week.today))),
    }
  }
  const all = [...hours(world, week, on), ...cash(world, on), ...corrections(world, on), ...others(world, on)]
  return all.sort((a, b) => (`${a.day} ${a.time}` < `${b.day} ${b.time}` ? -1 : 1))
}

/** Nightly work, timesheets and their invoices. */
function hours(world: World, week: Week, on: On): Event[] {
  const { monday } = week
  const sunday_before = addDays(monday, -1)
  const stays = (sheet: Sheet) => staysUndecided(world, sheet, addDays(monday, 7))
  return [
    on(0, '06:00', async (_, repeats) => {
      if (repeats < nights) await runNight(world, repeats < 2)
    }),
    on(0, '07:00', () => generateSheets(world)),
    on(0, '08:00', (day) => checkUmbrellas(world, day)),
    on(0, '08:30', (day) => recordUmbrellaPayslips(world, day)),
    on(0, '09:30', (_, repeats) =>
      decideSheets(world, sunday_before, (sheet) => repeats === 0 && staysUndecided(world, sheet, monday)),
    ),
    on(0, '11:00', (day) => closeMonths(world, day)),
    on(0, '12:00', async (day, repeats) => {
      if (repeats < 2) await sendInvoices(world, 'brightwater', day)
    }),
    on(2, '08:30', async (_, repeats) => {
      if (repeats > 0) await resubmitSheets(world, sunday_before)
    }),
    on(3, '11:00', (day) => takeHolidays(world, day)),
    on(3, '14:00', (day) => runPayroll(world, day, week.today)),
    on(4, '17:00', (day) => endEmployments(world, day)),
    // Pay runs of the next week find this work approved, also where today is its Saturday, Sunday or Monday.
    on(4, '17:30', (_, repeats) =>
      decideSheets(
        world,
        addDays(monday, 6),
        (sheet) => !isForPayroll(sheet) || (repeats === 0 && stays(sheet)),
      ),
    ),
    on(4, '16:30', (day) => submitSheets(world, day, (sheet) => waits(world, sheet, week))),
  ]
}

/** Disputes, receipts and payments. */
function cash(world: World, on: On): Event[] {
  return [
    on(1, '08:30', () => confirmHeld(world)),
    on(1, '09:30', (day) => disputeInvoices(world, day)),
    on(1, '10:00', (day, repeats) => receiveCash(world, day, handlingOf(repeats))),
    on(1, '15:00', async (_, repeats) => {
      if (repeats === 3) await bounceReceipt(world, 'brightwater')
      if (repeats === 5) await unmatchOne(world, 'penninelogistics')
    }),
    on(2, '09:30', (day, repeats) =>
      runPayments(world, day, (...of) => runUntil(repeats, ...of), repeats < 4),
    ),
    on(2, '15:00', async (day, repeats) => {
      if (repeats === 3) await cancelRun(world, addDays(day, 2))
      if (repeats === 1) await fileLastRun(world)
    }),
    // Of older weeks the next Wednesday pays the wages: a batch more a week would slow the first start.
    on(4, '15:30', async (day, repeats) => {
      if (repeats < wages_on_pay_day) await payWages(world, day)
    }),
    on(4, '13:00', async (day, repeats) => {
      if (repeats === 6) await sendBackOne(world, day)
      if (repeats === 0) await bringBackLine(world, day)
    }),
  ]
}

/** Corrections, credit control and collection. */
function corrections(world: World, on: On): Event[] {
  return [
    on(3, '10:00', async (day, repeats) => {
      if (repeats === 3) await creditOne(world, 'brightwater', day)
      if (repeats === 4) await creditOne(world, 'penninelogistics', day)
      if (repeats === 5) await refineOne(world, 'brightwater', 'agency_admin', day, 'full')
      if (repeats === 2) await refineOne(world, 'brightwater', 'agency_admin', day, 'difference')
      if (repeats === 1) await undoCredit(world)
      await consolidateMonth(world, 'orchardvale', 'agency_admin', day)
      await consolidateSome(world, day, repeats)
    }),
    on(3, '11:00', async (day, repeats) => {
      await askForMoney(world, day, repeats)
      await giveBack(world, repeats)
      await noteCosts(world, repeats)
      await payBack(world, repeats)
    }),
  ]
}

/** Friday's work besides timesheets. */
function others(world: World, on: On): Event[] {
  return [
    on(4, '11:00', async (day, repeats) => {
      await claimExpenses(world, day, repeats)
      await placeForGood(world, day, repeats)
      await raiseSingles(world, repeats)
      await claimMore(world, day, repeats)
      await placeMore(world, day, repeats)
      await raiseMoreSingles(world, repeats)
    }),
    on(4, '12:00', async (day, repeats) => {
      await changePlacements(world, day, repeats)
      if (repeats === 0) await askForPlacements(world, day)
      await changeTerms(world, day, repeats)
      await askLimits(world, day, repeats)
      await changeAccounts(world, repeats)
    }),
    on(4, '12:30', (day, repeats) => mailReports(world, day, repeats)),
  ]
}

/** How often an event of every week comes again before today: 0 for the latest. */
function repeatsAfter(day: Day, today: Day): number {
  return Math.floor((daysBetween(day, today) - 1) / 7)
}

const isForPayroll = ({ who }: Sheet): boolean => who.payment_type === 'paye'

/** Some timesheets of the last week stay pending for the demo's reader. */
function staysUndecided(world: World, sheet: Sheet, monday: Day): boolean {
  if (sheet.who.key === 'contractor' || sheet.end_date < addDays(monday, -7)) return false
  return sheet.who.client === 'brightwater' || world.draw.happens(35, 'stays undecided', sheet.about)
}

/** Some people hand in a week late; most of this week is not handed in yet. */
function waits(world: World, sheet: Sheet, { monday, this_week }: Week): boolean {
  if (sheet.who.key === 'contractor') return sheet.end_date >= this_week
  if (sheet.end_date < monday)
    return monday === this_week && world.draw.happens(40, 'still forgets', sheet.about)
  return world.draw.happens(monday === this_week ? 70 : 8, 'forgets', sheet.about)
}

/** The latest money has only just come in. */
function handlingOf(repeats: number): Handling {
  if (repeats === 0) return 'bank line only'
  return repeats === 1 ? 'recorded' : 'matched'
}

/** The latest run waits for its review, the one in euro for its maker; a funder's is reviewed and unpaid. */
function runUntil(repeats: number, code: string, principal: string): RunUntil {
  if (repeats > 0) return 'completed'
  if (principal === 'northgate') return 'reviewed'
  return code === 'GBP' ? 'under_review' : 'hold'
}
