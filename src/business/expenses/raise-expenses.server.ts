import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { idsInput } from '../shared/chosen-input.server.ts'
import { settleRaised } from './approve-expenses.server.ts'
import { lockExpenses, requireCan } from './load-expenses.server.ts'

const input = z.object({ ids: idsInput })
type Outcome = { id: string; human_id: string; status: string; suspense_reason: string | null }

/**
 * Raises the invoices of approved expenses that wait in suspense, once what was missing is there.
 * @throws precondition with the reasons when none could be raised
 */
export const raiseExpenses = verb<z.infer<typeof input>, { expenses: Outcome[] }>({
  action_id: 'transaction.expense.raise',
  input,
  run: async (context, { ids }) => {
    const rows = await lockExpenses(context, ids)
    requireCan('raise', rows, context.viewer)
    const expenses = await settleRaised(context, 'raise', rows, null)
    if (expenses.every((one) => one.suspense_reason !== null)) {
      throw precondition([...new Set(expenses.map((one) => one.suspense_reason))].join('. '))
    }
    return { expenses }
  },
})
