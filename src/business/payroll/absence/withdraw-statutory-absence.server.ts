import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { type Day, formatDay } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { lockEmployment } from '../employment/employment-input.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { statutory_absence } from './statutory-absence.entity.ts'
import { isPaid } from './statutory-absence.rules.ts'
import { lastPaidElsewhere } from './statutory-absences.server.ts'

type Row = {
  readonly id: string
  readonly employment_id: string
  readonly first_day: Day
  readonly paid_until: Day | null
  readonly withdrawn_at: string | null
}

/** Takes an absence out again. The next pay runs take back the amounts paid for it; a bureau takes back its own. */
export const withdrawStatutoryAbsence = verb({
  action_id: 'transaction.statutory_absence.withdraw',
  since: '0.1.0',
  summary: 'Withdraws an absence; pay runs take back what they paid for it',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ id: z.uuid(), reason: reasonInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, reason }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Row>(tx, viewer, 'transaction.statutory_absence', [id], { lock: true })
    const absence = row as Row // As many rows as ids.
    if (absence.withdrawn_at !== null) throw precondition('This absence was withdrawn')
    const employment = await lockEmployment(context, absence.employment_id)
    const last_paid = (await lastPaidElsewhere(context, [employment.id])).get(employment.id) ?? null
    if (last_paid !== null && isPaid({ ...absence, last_paid }))
      throw precondition(`This absence was paid on ${formatDay(last_paid)}`)
    const now = clock.now()
    const values = { withdrawn_at: now, withdraw_reason: reason }
    await updateRow(tx, statutory_absence, id, { ...values, updated_at: now })
    context.audit({
      entity: 'transaction.statutory_absence',
      entity_id: id,
      old_values: { withdrawn_at: null },
      new_values: values,
    })
    return { id }
  },
})
