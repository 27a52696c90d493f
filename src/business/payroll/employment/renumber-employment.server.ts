import { z } from 'zod'
import { type Day, formatDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { employment } from './employment.entity.ts'
import { lastPaid, lockEmployment, payrollIdInput } from './employment-input.server.ts'
import { payrollIdTaken } from './insert-employment.server.ts'
import { afterDay, fromStart } from './tax-code-source.rules.ts'

type Former = { readonly former_payroll_id: string | null; readonly payroll_id_from: Day | null }

/**
 * Gives an employment another payroll id from a pay day on. The first return to HMRC from that day on states both
 * (decision 0163).
 * @throws invalid for an id of the scheme that is in use or was, and for a day up to the last payslip
 */
export const renumberEmployment = verb({
  action_id: 'business.employment.renumber',
  since: '0.1.0',
  summary: 'Changes the payroll id of a worker from a pay day on',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ id: z.uuid(), payroll_id: payrollIdInput, effective_from: dayInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, payroll_id, effective_from }) => {
    const { tx, clock } = context
    const row = await lockEmployment(context, id)
    await lockKey(tx, 'employment', row.paye_scheme_id)
    const former = await tx.row<Former>(
      'select former_payroll_id, payroll_id_from from business.employment where id = $1',
      [id],
    )
    const paid = await lastPaid(context, row)
    const is_same = payroll_id === row.payroll_id
    const is_taken = await payrollIdTaken(tx, row.paye_scheme_id, payroll_id)
    const left = row.leave_date
    const late =
      fromStart(effective_from, row.start_date) ??
      afterDay(effective_from, paid) ??
      (left !== null && effective_from > left ? validationText.max_date(formatDay(left)) : null)
    const errors = {
      ...(is_same || is_taken ? { payroll_id: validationText.unique_existing } : {}),
      ...(late === null ? {} : { effective_from: late }),
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    // A change that no payslip has used is replaced by this one.
    const is_unused =
      former !== undefined &&
      former.payroll_id_from !== null &&
      (paid === null || paid < former.payroll_id_from)
    const values = {
      payroll_id,
      former_payroll_id: is_unused ? former.former_payroll_id : row.payroll_id,
      payroll_id_from: effective_from,
    }
    await updateRow(tx, employment, id, { ...values, updated_at: clock.now() })
    context.audit({
      entity: 'business.employment',
      entity_id: id,
      old_values: { payroll_id: row.payroll_id, ...former },
      new_values: values,
    })
    return { id }
  },
})
