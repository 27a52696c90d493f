import { z } from 'zod'
import { type Day, daysThrough } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { formatMoney, GBP, money } from '#kernel/money.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { dayInput, optionalText } from '../../parties/party-input.server.ts'
import {
  type EmploymentRow,
  lastPaid,
  lockEmployment,
  optionalAmount,
  penceOf,
  requirePayroll,
} from '../employment/employment-input.server.ts'
import { factRow } from '../employment/fact-row.server.ts'
import { noRates, taxYearOf } from '../employment/tax-code-source.rules.ts'
import { STATUTORY_KINDS, type StatutoryKind } from '../engine/statutory-pay.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { averageWeeklyEarnings } from './average-earnings.rules.ts'
import { statutory_absence, UNPAID } from './statutory-absence.entity.ts'
import {
  absenceFaults,
  earningsBefore,
  readWeekdays,
  unpaidAbsenceFaults,
  weekdaysText,
} from './statutory-absence.rules.ts'
import { paymentsBefore } from './statutory-absences.server.ts'

const input = z.strictObject({
  employment_id: z.uuid(),
  kind: z.enum([...STATUTORY_KINDS, UNPAID]),
  first_day: dayInput,
  last_day: dayInput,
  /** Of parents: the expected birth, the matching, the death, or the first day of care. */
  event_day: dayInput.optional(),
  /** Of sickness: the days of the week on which the worker would work, such as `Mon Tue Wed`. */
  qualifying_days: optionalText,
  evidence: optionalText,
  /** Computed from the payslips where it is not stated. */
  average_weekly_earnings: optionalAmount,
  average_reason: optionalText,
})

type Asked = z.output<typeof input>
type Paid = Asked & { readonly kind: StatutoryKind }
const isPaid = (asked: Asked): asked is Paid => asked.kind !== UNPAID

/**
 * Records days of sickness or of a parent, or days without pay. Days of which the law gives no pay are refused with the reason
 * of their form.
 */
export const recordStatutoryAbsence = verb({
  action_id: 'transaction.statutory_absence.record',
  since: '0.1.0',
  summary: 'Records the absence of a worker, with statutory pay or unpaid',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid(), average_weekly_earnings: z.string() }),
  run: async (context, asked) => {
    const { tx } = context
    const employment = await lockEmployment(context, asked.employment_id)
    requirePayroll(employment)
    const values = isPaid(asked)
      ? await paidValues(context, employment, asked)
      : await unpaidValues(context, employment, asked)
    const row = factRow(context, employment)
    await insertRow(tx, statutory_absence, {
      ...row,
      ...values,
      contractor_id: employment.contractor_id,
      paid_until: await lastPaid(context, employment),
      withdrawn_at: null,
      withdraw_reason: null,
      currency_id: await currencyId(context, 'GBP'),
    })
    context.audit({ entity: 'transaction.statutory_absence', entity_id: row.id, new_values: values })
    return { id: row.id, average_weekly_earnings: values.average_weekly_earnings }
  },
})

/** @throws invalid for days outside the employment, or of another absence */
async function unpaidValues(context: VerbContext, employment: EmploymentRow, asked: Asked) {
  const { kind, first_day, last_day } = asked
  const { overlaps } = await knownOf(context, { ...asked, event_day: null })
  const errors = unpaidAbsenceFaults({ ...employment, first_day, last_day, overlaps })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    employment_id: employment.id,
    ...{ kind, first_day, last_day, event_day: null, evidence: asked.evidence || null },
    qualifying_days: null,
    average_weekly_earnings: '0.00',
    average_reason: null,
  }
}

/** @throws invalid with the reason against the pay */
async function paidValues(context: VerbContext, employment: EmploymentRow, asked: Paid) {
  const { kind, first_day, last_day } = asked
  const is_sick = kind === 'ssp'
  const event_day = is_sick ? null : (asked.event_day ?? null)
  const before = earningsBefore(kind, first_day, event_day)
  // The week that decides may lie before the loaded years.
  const year = taxYearOf(before) ?? taxYearOf(first_day)
  if (year === null) throw invalid({ first_day: noRates(first_day) })
  const days = is_sick && asked.qualifying_days ? readWeekdays(asked.qualifying_days) : null
  const average = await averageOf(context, employment, asked, before)
  const evidence = asked.evidence || null
  const known = await knownOf(context, { ...asked, event_day })
  const errors = {
    ...absenceFaults(
      {
        ...{ kind, first_day, last_day, event_day, evidence, weekly_earnings: average.used },
        has_qualifying_days: Boolean(asked.qualifying_days),
        start_date: employment.start_date,
        leave_date: employment.leave_date,
        ...known,
      },
      year,
    ),
    ...(is_sick && asked.qualifying_days && days === null ? { qualifying_days: validationText.matches } : {}),
    ...(average.needs_reason ? { average_reason: validationText.specify_reason } : {}),
  }
  if (Object.keys(errors).length > 0 || average.used === null) throw invalid(errors)
  return {
    employment_id: employment.id,
    ...{ kind, first_day, last_day, event_day, evidence },
    qualifying_days: days === null ? null : weekdaysText(days),
    average_weekly_earnings: formatMoney(money(average.used, GBP)),
    average_reason: asked.average_reason || null,
  }
}

/** Stated earnings, or the earnings of the payslips; a difference between them needs a reason. */
async function averageOf(
  context: VerbContext,
  employment: EmploymentRow,
  { average_weekly_earnings, average_reason }: Asked,
  before: Day,
): Promise<{ readonly used: Pence | null; readonly needs_reason: boolean }> {
  const payments = await paymentsBefore(context, employment, before)
  const { start_date: start, pay_frequency: frequency } = employment
  const computed = averageWeeklyEarnings(payments, { before, start, frequency })
  const stated = penceOf(average_weekly_earnings || undefined)
  const is_other = stated !== null && computed !== null && stated !== computed
  return { used: stated ?? computed, needs_reason: is_other && !average_reason }
}

/** Other absences of the employment: whether one overlaps, and the weeks of the same event before. */
async function knownOf(
  { tx }: VerbContext,
  {
    employment_id,
    kind,
    first_day,
    last_day,
    event_day,
  }: Omit<Asked, 'event_day'> & { event_day: Day | null },
) {
  if (last_day < first_day) return { overlaps: false, earlier_weeks: 0 }
  const rows = await tx.rows<{ first_day: Day; last_day: Day; overlaps: boolean; is_same: boolean }>(
    `select first_day, last_day, first_day <= $3::date and last_day >= $2::date as overlaps,
       kind = $4 and event_day is not distinct from $5::date as is_same
     from transaction.statutory_absence where employment_id = $1 and withdrawn_at is null`,
    [employment_id, first_day, last_day, kind, event_day],
  )
  const same = kind === 'ssp' ? [] : rows.filter(({ is_same }) => is_same)
  return {
    overlaps: rows.some(({ overlaps }) => overlaps),
    earlier_weeks: same.reduce((sum, row) => sum + daysThrough(row.first_day, row.last_day) / 7, 0),
  }
}
