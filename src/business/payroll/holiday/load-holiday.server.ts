/** Reads for the verbs of holidays: the employment, its fund, and a locked holiday. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { addDays, addMonths, type Day, day, maxDay } from '#kernel/day.ts'
import { parseScaled } from '#kernel/decimal-text.ts'
import { notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { units } from '#kernel/rate.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { samePeople } from '../../shared/who-may.rules.ts'
import { type EmploymentRow, lockEmployment } from '../employment/employment-input.server.ts'
import { weeksOf } from '../engine/tax-period.rules.ts'
import { can, type HolidayFacts } from './holiday.rules.ts'
import { type FundFacts, holidayFunds, no_fund } from './holiday-funds.server.ts'

const WHOLE_DIGITS = 5

/** Hours as decimal text, with a sign where they are adjusted. */
export const hoursInput = z
  .string({ error: validationText.required })
  .trim()
  .transform((text, context) => {
    const scaled = parseScaled(text, 4, WHOLE_DIGITS)
    if (typeof scaled === 'number') return scaled
    context.addIssue({
      code: 'custom',
      message: text === '' ? validationText.required : validationText.number,
    })
    return z.NEVER
  })

/** A worker's own employment, or one that the viewer reads; locked. @throws not_found */
export async function holidayEmployment(context: VerbContext, id: string): Promise<EmploymentRow> {
  const { tx, viewer } = context
  if (viewer.category !== 'contractor') return lockEmployment(context, id)
  const row = await tx.row<EmploymentRow>(
    `select id, contractor_id, paye_scheme_id, payroll_id, start_date, leave_date, pay_frequency, is_irregular_hours,
       rolled_up_percent, retained_percent, workplace_postcode, director_from, director_to, director_method, off_payroll, provider_id, agency_id
     from business.employment where id = $1 and contractor_id = $2 for update`,
    [id, viewer.business_id],
  )
  if (!row) throw notFound('Employment')
  return row
}

/** The fund today, and the hours that no holiday waits for. */
export async function fundOf(
  { tx, clock }: VerbContext,
  employment: EmploymentRow,
): Promise<{ readonly fund: FundFacts; readonly free: number }> {
  const fund = (await holidayFunds(tx, [employment], addDays(clock.today(), 1))).get(employment.id) ?? no_fund
  const waiting = await tx.row<{ hours: string }>(
    `select coalesce(sum(hours), 0) as hours from transaction.holiday
     where employment_id = $1 and status in ('asked', 'approved')`,
    [employment.id],
  )
  return { fund, free: fund.hours - units(waiting?.hours ?? '0') }
}

/** The first pay day on or after a day, counted on from the last run of the scheme. */
export async function payDayFrom({ tx }: VerbContext, employment: EmploymentRow, from: Day): Promise<Day> {
  const last = await tx.row<{ on: string | null }>(
    `select max(pay_day) as on from transaction.pay_run where paye_scheme_id = $1 and frequency = $2 and status <> 'cancelled'`,
    [employment.paye_scheme_id, employment.pay_frequency],
  )
  if (!last?.on) return from
  const weeks = weeksOf(employment.pay_frequency)
  const start = day(last.on)
  let on = start
  for (let count = 1; on < from; count += 1)
    on = weeks === null ? addMonths(start, count) : addDays(start, 7 * weeks * count)
  return maxDay(on, from)
}

type Row = Omit<HolidayFacts, 'pays_asker'> & {
  readonly id: string
  readonly employment_id: string
  readonly contractor_id: string
  readonly hours: string
}

/** A visible holiday that the viewer may change in this way, locked. @throws not_found, not_allowed, precondition, conflict */
export async function lockHoliday(context: VerbContext, id: string, action: keyof typeof can): Promise<Row> {
  const { tx, viewer } = context
  const [row] = await loadVisible<Row>(tx, viewer, 'transaction.holiday', [id], {
    lock: true,
    columns:
      't.id, t.employment_id, t.contractor_id, t.first_day, t.last_day, t.hours, t.status, t.created_by',
  })
  if (!row) throw notFound('Holiday')
  const own = await tx.row<{ pays: boolean }>(
    `select exists (select from business.business_contact c where c.business_id = $1 and c.deleted_at is null
       and c.user_id = any ($2)) as pays`,
    [row.contractor_id, samePeople(viewer)],
  )
  requireCan(can[action]({ ...row, pays_asker: own?.pays ?? false }, viewer))
  return row
}
