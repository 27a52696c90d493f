import { z } from 'zod'
import { addDays } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { dayInput, mandatory } from '../../parties/party-input.server.ts'
import { agreed_deduction } from '../employment/deduction.entity.ts'
import { agreedFaults } from '../employment/deduction.rules.ts'
import {
  lastPaid,
  lockEmployment,
  optionalAmount,
  payAmount,
  penceOf,
  requirePayroll,
} from '../employment/employment-input.server.ts'
import { factRow } from '../employment/fact-row.server.ts'
import { afterDay, fromStart } from '../employment/tax-code-source.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'

const input = z.strictObject({
  employment_id: z.uuid(),
  /** As the payslip names it. */
  purpose: mandatory,
  agreed_on: dayInput,
  /** The signed paper, and where it is. */
  evidence: mandatory,
  /** Of each pay period. */
  amount: payAmount,
  /** Of all payslips together. */
  total: optionalAmount,
  effective_from: dayInput,
})

/** Adds a deduction after tax that the worker agreed to in writing (decision 0164). */
export const addAgreedDeduction = verb({
  action_id: 'business.agreed_deduction.add',
  since: '0.1.0',
  summary: 'Adds a deduction from pay that the worker agreed to in writing',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { employment_id, ...asked }) => {
    const employment = await lockEmployment(context, employment_id)
    requirePayroll(employment)
    const late =
      fromStart(asked.effective_from, employment.start_date) ??
      afterDay(asked.effective_from, await lastPaid(context, employment)) ??
      (asked.effective_from < asked.agreed_on
        ? afterDay(asked.effective_from, addDays(asked.agreed_on, -1))
        : null)
    const errors = {
      ...agreedFaults({
        amount: penceOf(asked.amount) ?? 0,
        total: penceOf(asked.total),
        agreed_on: asked.agreed_on,
        today: context.clock.today(),
      }),
      ...(late === null ? {} : { effective_from: late }),
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const values = { employment_id: employment.id, ...asked, total: asked.total ?? null }
    const row = factRow(context, employment)
    await insertRow(context.tx, agreed_deduction, {
      ...row,
      ...values,
      ended_on: null,
      end_reason: null,
      currency_id: await currencyId(context, 'GBP'),
    })
    context.audit({ entity: 'business.agreed_deduction', entity_id: row.id, new_values: values })
    return { id: row.id }
  },
})
