import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { toNumericText, unitsFromScaled } from '#kernel/rate.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { type EmploymentRow, lockEmployment } from '../employment/employment-input.server.ts'
import { factRow } from '../employment/fact-row.server.ts'
import { hoursText } from '../employment/retained.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { holiday_movement } from './holiday.entity.ts'
import { adjustFault } from './holiday.rules.ts'
import { fundOf, hoursInput } from './load-holiday.server.ts'

const LEAST = 10

type Of = Pick<EmploymentRow, 'id' | 'contractor_id' | 'provider_id' | 'agency_id'>

/** Hours from before the pay runs, or taken back; their pay is the agency's, so no money moves (decision 0075). */
export const adjustHoliday = verb({
  action_id: 'transaction.holiday_movement.adjust',
  since: '0.1.0',
  summary: 'Adds hours of holiday to an employment, or takes them off, with the reason',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({
    employment_id: z.uuid(),
    /** Below zero to take off. */
    hours: hoursInput,
    reason: z
      .string({ error: validationText.specify_reason })
      .trim()
      .min(LEAST, { error: validationText.min_length(LEAST) })
      .max(500, { error: validationText.max_length(500) }),
  }),
  output: z.strictObject({ id: z.uuid(), hours: z.string() }),
  run: async (context, { employment_id, hours, reason }) => {
    const employment = await lockEmployment(context, employment_id)
    const { fund, free } = await fundOf(context, employment)
    const fault = adjustFault(hours, free)
    if (fault !== null) throw invalid({ hours: fault })
    const id = await insertAdjustment(context, employment, hours, reason)
    return { id, hours: hoursText(fund.hours + hours) }
  },
})

/** Keeps an adjustment of hours, in ten-thousandths. @returns the id of the movement */
export async function insertAdjustment(
  context: VerbContext,
  of: Of,
  hours: number,
  reason: string,
): Promise<string> {
  const { tx } = context
  const values = {
    employment_id: of.id,
    kind: 'adjusted' as const,
    hours: toNumericText(unitsFromScaled(hours)),
    sentence: `Adjusted by ${hoursText(hours)} hours: ${reason}`,
  }
  const row = factRow(context, of)
  await insertRow(tx, holiday_movement, {
    ...row,
    ...values,
    ...{ amount: '0.00', paid: '0.00', worked_hours: '0', worked_pay: '0.00' },
    ...{ pay_day: null, timesheet_id: null, holiday_id: null, payslip_id: null, principal_id: null },
    contractor_id: of.contractor_id,
    currency_id: await currencyId(context, 'GBP'),
  })
  context.audit({ entity: 'transaction.holiday_movement', entity_id: row.id, new_values: values })
  return row.id
}
