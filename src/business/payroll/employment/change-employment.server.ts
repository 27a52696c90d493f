import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { employment } from './employment.entity.ts'
import { offPayrollFaults } from './employment.rules.ts'
import { directorOf, holidayPayOf, lockEmployment, payInput } from './employment-input.server.ts'
import { requireFittingRates } from './fitting-rates.server.ts'

export const changeEmployment = verb({
  action_id: 'business.employment.change',
  since: '0.1.0',
  summary: 'Changes how often a worker is paid, their holiday pay, the workplace and the directorship',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ id: z.uuid(), ...payInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, ...asked }) => {
    const before = await lockEmployment(context, id)
    const unpaid = offPayrollFaults({ ...asked, off_payroll: before.off_payroll })
    if (Object.keys(unpaid).length > 0) throw invalid(unpaid)
    const values = {
      pay_frequency: asked.pay_frequency,
      is_irregular_hours: asked.is_irregular_hours,
      is_irregularly_paid: asked.is_irregularly_paid,
      ...holidayPayOf(asked),
      workplace_postcode: asked.workplace_postcode,
      ...directorOf(asked),
    }
    if (asked.pay_frequency !== before.pay_frequency) await requireNoRun(context, id)
    await requireFittingRates(context.tx, before, values, context.clock.today())
    await updateRow(context.tx, employment, id, { ...values, updated_at: context.clock.now() })
    const old_values = {
      pay_frequency: before.pay_frequency,
      is_irregular_hours: before.is_irregular_hours,
      is_irregularly_paid: before.is_irregularly_paid,
      rolled_up_percent: before.rolled_up_percent,
      retained_percent: before.retained_percent,
      workplace_postcode: before.workplace_postcode,
      director_from: before.director_from,
      director_to: before.director_to,
      director_method: before.director_method,
    }
    context.audit({ entity: 'business.employment', entity_id: id, old_values, new_values: values })
    return { id }
  },
})

/** @throws invalid under the frequency while a run under way has a payslip of the employment (payroll-run, employment) */
async function requireNoRun({ tx }: VerbContext, id: string): Promise<void> {
  const run = await tx.row<{ human_id: string }>(
    `select r.human_id from transaction.pay_run_payslip p join transaction.pay_run r on r.id = p.pay_run_id
     where p.employment_id = $1 and p.withdrawn_as is null and r.status in ('open', 'calculated', 'checked') order by r.pay_day limit 1`,
    [id],
  )
  if (run)
    throw invalid({
      pay_frequency: `Pay run ${run.human_id} pays this worker: approve or cancel it before the change`,
    })
}
