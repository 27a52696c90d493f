import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { planFault } from './deduction.rules.ts'
import { lastPaid, lockEmployment, requirePayroll } from './employment-input.server.ts'
import { insertStudentLoan } from './insert-student-loan.server.ts'
import { afterDay, fromStart } from './tax-code-source.rules.ts'

const input = z.strictObject({
  employment_id: z.uuid(),
  plan: z.enum(['plan_1', 'plan_2', 'plan_4', 'plan_5', 'postgraduate']),
  source: z.enum(['sl1', 'p45', 'starter']),
  /** The first pay day with the deduction. */
  effective_from: dayInput,
})

export const startStudentLoan = verb({
  action_id: 'business.student_loan.start',
  since: '0.1.0',
  summary: 'Starts the deduction of a student loan from a pay day on',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { employment_id, plan, source, effective_from }) => {
    const { tx } = context
    const employment = await lockEmployment(context, employment_id)
    requirePayroll(employment)
    const running = await tx.row(
      `select id from business.student_loan where employment_id = $1 and plan = $2
         and (effective_to is null or effective_to >= $3::date)`,
      [employment.id, plan, effective_from],
    )
    const late =
      fromStart(effective_from, employment.start_date) ??
      afterDay(effective_from, await lastPaid(context, employment))
    const fault = running ? validationText.unique_existing : planFault(plan, effective_from)
    const errors = {
      ...(fault === null ? {} : { plan: fault }),
      ...(late === null ? {} : { effective_from: late }),
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const id = await insertStudentLoan(context, employment, { plan, source, effective_from })
    return { id }
  },
})
