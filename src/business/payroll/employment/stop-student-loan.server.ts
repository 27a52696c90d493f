import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { Day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { endVersion } from '../../shared/dated-versions.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { student_loan } from './deduction.entity.ts'
import { lastPaid, lockEmployment } from './employment-input.server.ts'
import { afterDay } from './tax-code-source.rules.ts'

type Loan = {
  readonly id: string
  readonly employment_id: string
  readonly effective_from: Day
  readonly effective_to: Day | null
}

/** Stops a deduction by HMRC's notice SL2. */
export const stopStudentLoan = verb({
  action_id: 'business.student_loan.stop',
  since: '0.1.0',
  summary: 'Stops the deduction of a student loan from a pay day on',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({
    id: z.uuid(),
    /** The first pay day without the deduction. */
    effective_from: dayInput,
  }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, effective_from }) => {
    const { tx, viewer } = context
    const [row] = await loadVisible<Loan>(tx, viewer, 'business.student_loan', [id], { lock: true })
    const loan = row as Loan // As many rows as ids.
    const employment = await lockEmployment(context, loan.employment_id)
    const late = afterDay(effective_from, await lastPaid(context, employment))
    if (late !== null) throw invalid({ effective_from: late })
    const effective_to = await endVersion(context, student_loan, loan, effective_from)
    context.audit({
      entity: 'business.student_loan',
      entity_id: id,
      old_values: { effective_to: loan.effective_to },
      new_values: { effective_to },
    })
    return { id }
  },
})
