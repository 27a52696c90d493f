import { z } from 'zod'
import type { Day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { toNumericText, unitsFromScaled } from '#kernel/rate.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { dayInput, optionalText } from '../../parties/party-input.server.ts'
import type { EmploymentRow } from '../employment/employment-input.server.ts'
import { factRow } from '../employment/fact-row.server.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { holiday } from './holiday.entity.ts'
import { holiday_askers, holidayFaults } from './holiday.rules.ts'
import { averagePay } from './holiday-due.rules.ts'
import { fundOf, holidayEmployment, hoursInput, payDayFrom } from './load-holiday.server.ts'

const input = z.strictObject({
  employment_id: z.uuid(),
  first_day: dayInput,
  last_day: dayInput,
  /** Of holiday on these days, as decimal text. */
  hours: hoursInput,
  comment: optionalText,
})

/** A worker asks for days, or the employer enters them; somebody else approves. */
export const askHoliday = verb({
  action_id: 'transaction.holiday.ask',
  since: '0.1.0',
  summary: 'Asks for days of holiday that the fund of an employment pays',
  machine: 'allowed',
  impersonator: 'refused',
  who: holiday_askers,
  input,
  output: z.strictObject({ id: z.uuid(), expected_pay: z.string().nullable(), expected_on: z.string() }),
  run: async (context, { employment_id, first_day, last_day, hours, comment }) => {
    const { tx, clock } = context
    const employment = await holidayEmployment(context, employment_id)
    const { fund, free } = await fundOf(context, employment)
    const { start_date, leave_date } = employment
    const known = await knownOn(context, employment, first_day, last_day)
    const errors = holidayFaults({
      ...{ first_day, last_day, hours, start_date, leave_date, free, ...known },
      today: clock.today(),
    })
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const values = {
      employment_id,
      ...{ first_day, last_day },
      hours: toNumericText(unitsFromScaled(hours)),
      status: 'asked' as const,
      comment: comment || null,
      expected_pay: fund.average.worked > 0 ? penceText(averagePay(hours, fund.average)) : null,
      expected_on: await payDayFrom(context, employment, first_day),
    }
    const row = factRow(context, employment)
    await insertRow(tx, holiday, {
      ...row,
      ...values,
      contractor_id: employment.contractor_id,
      payslip_id: null,
      currency_id: await currencyId(context, 'GBP'),
      ...{ decided_by: null, decided_by_name: null, decided_at: null, decision_comment: null },
    })
    context.audit({ entity: 'transaction.holiday', entity_id: row.id, new_values: values })
    return { id: row.id, expected_pay: values.expected_pay, expected_on: values.expected_on }
  },
})

/** Other holidays on the days, and work. */
async function knownOn({ tx }: VerbContext, row: EmploymentRow, first_day: Day, last_day: Day) {
  if (last_day < first_day) return { overlaps: false, worked_on: null }
  const found = await tx.row<{ overlaps: boolean; worked_on: Day | null }>(
    `select exists (select from transaction.holiday h where h.employment_id = $1 and h.status in ('asked', 'approved', 'paid')
         and h.first_day <= $3::date and h.last_day >= $2::date) as overlaps,
       (select min(d.date) from transaction.timesheet_detail d
        join transaction.timesheet t on t.id = d.timesheet_id and t.deleted_at is null
          and t.status in ('submitted', 'approved', 'suspense')
        where d.contractor_id = $4 and ($5::uuid is null or d.agency_id = $5) and d.units > 0 and d.deleted_at is null
          and d.date between $2::date and $3::date) as worked_on`,
    [row.id, first_day, last_day, row.contractor_id, row.agency_id],
  )
  return { overlaps: found?.overlaps ?? false, worked_on: found?.worked_on ?? null }
}
