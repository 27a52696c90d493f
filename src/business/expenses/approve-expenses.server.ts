import { z } from 'zod'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { raiseSets } from '../raising/raise-invoice-sets.server.ts'
import { idsInput } from '../shared/chosen-input.server.ts'
import { unnestSql } from '../shared/insert-rows.server.ts'
import type { ExpenseRow } from './load-expenses.server.ts'
import { lockExpenses, requireCan } from './load-expenses.server.ts'
import type { Step } from './record-expense-step.server.ts'
import { recordSteps } from './record-expense-step.server.ts'

const input = z.object({ ids: idsInput, comment: z.string().trim().max(4000).optional() })

/** What became of an approved expense. Why it went to suspense stands on it, for those who may read it. */
export type Approved = {
  readonly id: string
  readonly human_id: string
  readonly status: 'approved' | 'suspense'
}

/** Approves expenses, all of them or none, and raises their invoice sets in the same transaction. */
export const approveExpenses = verb<z.infer<typeof input>, { expenses: Approved[] }>({
  action_id: 'transaction.expense.approve',
  input,
  run: async (context, { ids, comment }) => {
    const rows = await lockExpenses(context, ids)
    requireCan('approve', rows, context.viewer)
    return { expenses: await approveRows(context, rows, comment ?? null) }
  },
})

/**
 * The set-based core of the verb and of its job, over rows that are locked and may be approved. What cannot be invoiced
 * is approved and waits in suspense with its reason.
 */
export async function approveRows(
  context: VerbContext,
  rows: readonly ExpenseRow[],
  comment: string | null,
): Promise<Approved[]> {
  const { viewer, clock } = context
  await context.tx.run(
    `update transaction.expense set approved_at = $2, approved_by = $3, approved_by_name = $4 where id = any ($1)`,
    [rows.map((row) => row.id), clock.now(), viewer.user_id, viewer.user_name],
  )
  const settled = await settleRaised(context, 'approve', rows, comment)
  return settled.map(({ id, human_id, status }) => ({ id, human_id, status }))
}

const outcome_columns = { id: 'uuid', status: 'text', suspense_reason: 'text' } as const

/** Raises what is approved, sets the status that follows from it, and records the steps. */
export async function settleRaised(
  context: VerbContext,
  action: 'approve' | 'raise',
  rows: readonly ExpenseRow[],
  comment: string | null,
): Promise<(Approved & { suspense_reason: string | null })[]> {
  const { raised, refused } = await raiseSets(
    context,
    'expense',
    rows.map((row) => row.id),
  )
  const outcomes = rows.map((row) => {
    const suspense_reason = refused.get(row.id) ?? null
    const status = suspense_reason === null ? ('approved' as const) : ('suspense' as const)
    return { id: row.id, human_id: row.human_id, status, suspense_reason }
  })
  const params: unknown[] = [context.clock.now()]
  await context.tx.run(
    `update transaction.expense t set status = o.status, suspense_reason = o.suspense_reason, updated_at = $1
     from ${unnestSql(outcome_columns, outcomes, params, 'o')} where t.id = o.id`,
    params,
  )
  await recordSteps(
    context,
    action,
    rows.flatMap((row) => stepsOf(action, row, refused.get(row.id), raised.get(row.id) ?? null, comment)),
  )
  return outcomes
}

/** The approval, and apart from it the suspense: every party reads the first, agency and provider the second too. */
function stepsOf(
  action: 'approve' | 'raise',
  row: ExpenseRow,
  reason: string | undefined,
  invoice_set_id: string | null,
  comment: string | null,
): Step[] {
  const new_values = { invoice_set_id }
  const from = { row, old_status: row.status }
  if (action === 'raise') {
    return reason === undefined
      ? [{ ...from, new_status: 'approved', message: 'Invoices raised', new_values }]
      : [{ ...from, new_status: 'suspense', message: reason }]
  }
  const approved: Step = { ...from, new_status: 'approved', message: 'Approved', comment, new_values }
  if (reason === undefined) return [approved]
  return [approved, { row, old_status: 'approved', new_status: 'suspense', message: reason }]
}
