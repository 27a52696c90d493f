import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import { invalid } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import type { JobProblem, JobStep } from '#server/job.server.ts'
import { startJob } from '#server/job.server.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { requireOneOf } from '../who-may.rules.ts'
import { approveRows } from './approve-expenses.server.ts'
import { expense_states, expenseRefusal } from './expense.rules.ts'
import { lockVisibleExpenses } from './load-expenses.server.ts'

export const approve_many_expenses = 'transaction.expense.approve_many'

/** As many as a list holds (spec §9: max records 9999). */
const ids_max = 9999

const input = z
  .object({
    ids: z.array(z.uuid()).max(ids_max, { error: validationText.max }).optional(),
    /** Every submitted expense that the viewer can see. */
    all: z.literal(true).optional(),
    comment: z.string().trim().max(4000).optional(),
  })
  .refine((i) => i.all === true || (i.ids !== undefined && i.ids.length > 0), {
    path: ['ids'],
    error: validationText.required,
  })

/** Approves as a job with progress. What cannot be approved is named in the job's problems; the rest goes on. */
export const approveManyExpenses = verb<z.infer<typeof input>, { job_id: string; total: number }>({
  action_id: approve_many_expenses,
  input,
  run: async (context, { ids, all, comment }) => {
    requireOneOf(context.viewer, expense_states.approve.by)
    const wanted = all === true ? await submittedIds(context) : [...new Set(ids)]
    if (wanted.length === 0) throw invalid({ ids: errorText.no_records })
    const job_id = await startJob(context, {
      kind: approve_many_expenses,
      input: { ids: wanted, comment: comment ?? null },
      total: wanted.length,
    })
    context.audit({
      entity: 'platform.job',
      entity_id: job_id,
      new_values: { kind: approve_many_expenses, total: wanted.length },
    })
    return { job_id, total: wanted.length }
  },
})

async function submittedIds({ tx, viewer }: VerbContext): Promise<string[]> {
  const params: unknown[] = []
  const visible = visibleSql('transaction.expense', viewer, 't', params)
  const rows = await tx.rows<{ id: string }>(
    `select t.id from transaction.expense t where t.status = 'submitted' and ${visible} order by t.id limit ${ids_max}`,
    params,
  )
  return rows.map((row) => row.id)
}

/** One batch of the job, inside its transaction: with the progress it commits, or it never was. */
export const approveExpenseBatch: JobStep = async (context, ids, { comment }) => {
  const rows = await lockVisibleExpenses(context, ids)
  const problems: JobProblem[] = []
  const found = new Set(rows.map((row) => row.id))
  for (const id of ids) {
    if (!found.has(id)) problems.push({ id, human_id: null, message: errorText.not_found('Expense') })
  }
  const allowed = rows.filter((row) => {
    const refusal = expenseRefusal('approve', row, context.viewer)
    if (refusal !== null) problems.push({ id: row.id, human_id: row.human_id, message: refusal.message })
    return refusal === null
  })
  if (allowed.length > 0) await approveRows(context, allowed, typeof comment === 'string' ? comment : null)
  return problems
}
