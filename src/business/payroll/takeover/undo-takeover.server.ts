import { z } from 'zod'
import type { ReadRow } from '#entity/new-row.ts'
import { precondition } from '#kernel/errors.ts'
import { units } from '#kernel/rate.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { moneyReasonInput } from '../../shared/cash-input.server.ts'
import { employment } from '../employment/employment.entity.ts'
import { lastPaid, lockEmployment } from '../employment/employment-input.server.ts'
import { insertAdjustment } from '../holiday/adjust-holiday.server.ts'
import { requireOpenYear } from '../schemes/locked-year.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { payroll_takeover } from './payroll-takeover.entity.ts'
import { mayUndo } from './payroll-takeover.rules.ts'

type Row = ReadRow<typeof payroll_takeover, 'id tax_year holiday_hours began_employment'>

/** Takes a takeover back before the first payslip, with the employment that it began. */
export const undoTakeover = verb({
  action_id: 'business.employment.undo_takeover',
  since: '0.1.0',
  summary: 'Undoes the takeover of an employment that has no payslip here, with the reason',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ id: z.uuid(), reason: moneyReasonInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, reason }) => {
    const { tx, clock } = context
    const of = await lockEmployment(context, id)
    const taken = await tx.row<Row>(
      `select id, tax_year, holiday_hours, began_employment from business.payroll_takeover
       where employment_id = $1 and deleted_at is null order by tax_year desc limit 1`,
      [id],
    )
    if (!taken) throw precondition('This employment was not taken over')
    const used = await usesOf(context, id)
    requireCan(
      mayUndo({ ...used, began_employment: taken.began_employment, last_paid: await lastPaid(context, of) }),
    )
    await requireOpenYear(context, of.paye_scheme_id, taken.tax_year)
    const now = clock.now()
    if (taken.holiday_hours !== null && units(taken.holiday_hours) !== 0)
      await insertAdjustment(context, of, -units(taken.holiday_hours), `takeover undone: ${reason}`)
    await updateRow(tx, payroll_takeover, taken.id, { deleted_at: now, updated_at: now })
    await updateRow(tx, employment, id, { deleted_at: now, updated_at: now })
    context.audit({
      entity: 'business.payroll_takeover',
      entity_id: taken.id,
      new_values: { deleted_at: now, reason },
    })
    context.audit({ entity: 'business.employment', entity_id: id, new_values: { deleted_at: now, reason } })
    return { id }
  },
})

type Uses = { readonly run: string | null; readonly has_days_off: boolean }

/** Pay runs under way that pay the worker, and days off that wait for their pay. */
async function usesOf({ tx }: VerbContext, id: string): Promise<Uses> {
  const row = await tx.row<Uses>(
    `select (select r.human_id from transaction.pay_run_payslip p join transaction.pay_run r on r.id = p.pay_run_id
         where p.employment_id = $1 and p.withdrawn_as is null and r.status in ('open', 'calculated', 'checked', 'approved') order by r.pay_day limit 1) as run,
       exists (select from transaction.statutory_absence a where a.employment_id = $1 and a.withdrawn_at is null)
         or exists (select from transaction.holiday h where h.employment_id = $1 and h.status in ('asked', 'approved'))
         as has_days_off`,
    [id],
  )
  return row ?? { run: null, has_days_off: false }
}
