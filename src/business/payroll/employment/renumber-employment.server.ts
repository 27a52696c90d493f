import { z } from 'zod'
import { present } from '#kernel/assert.ts'
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
import { type PayrollIds, unusedSince, withNewId } from './payroll-id.rules.ts'
import { afterDay, fromStart } from './tax-code-source.rules.ts'

/**
 * Gives an employment another payroll id from a pay day on. The first return to HMRC from that day on states both
 * (decisions 0163 and 0171).
 * @throws invalid for an id of the scheme that is in use or was, and for a day up to the last payslip, here or elsewhere
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
    const before = present(
      await tx.row<PayrollIds & { readonly taken_over_to: Day | null }>(
        `select e.payroll_id, e.former_payroll_id, e.payroll_id_from, e.earlier_payroll_ids,
           (select max(t.last_pay_day) from business.payroll_takeover t where t.employment_id = e.id and t.deleted_at is null) as taken_over_to
         from business.employment e where e.id = $1`,
        [id],
      ),
      'the locked employment',
    )
    const { taken_over_to, ...ids } = before
    const paid = latest(await lastPaid(context, row), taken_over_to)
    const is_same = payroll_id === row.payroll_id
    const is_taken =
      payroll_id !== unusedSince(ids, paid) && (await payrollIdTaken(tx, row.paye_scheme_id, payroll_id))
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
    const values = withNewId(ids, payroll_id, effective_from, paid)
    await updateRow(tx, employment, id, { ...values, updated_at: clock.now() })
    context.audit({
      entity: 'business.employment',
      entity_id: id,
      old_values: ids,
      new_values: values,
    })
    return { id }
  },
})

const latest = (a: Day | null, b: Day | null): Day | null => (a === null || (b !== null && b > a) ? b : a)
