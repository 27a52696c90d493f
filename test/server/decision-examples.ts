/** Examples of the verbs that hold a decision for ten seconds, for every-verb.db.test.ts. */
import { seedSubmittedExpense } from '../fixtures/documents.ts'
import { act, seedPlacement } from '../fixtures/world.ts'
import { approver, type Example, submitted } from './example-parts.ts'

const deciding = ['agency', 'client'] as const

export const decision_examples: Readonly<Record<string, Example>> = {
  'transaction.timesheet.hold_decision': {
    by: approver,
    categories: deciding,
    input: async (stage) => ({ ...(await submitted(stage)), decision: 'approve' }),
  },
  'transaction.expense.hold_decision': {
    by: approver,
    categories: deciding,
    input: async (stage) => {
      const { agency, client, contractor } = stage.placed
      const placed = await seedPlacement(stage, { agency, client, contractor })
      return {
        ids: [(await seedSubmittedExpense(stage, placed)).id],
        decision: 'reject',
        comment: 'Not agreed',
      }
    },
  },
  'request.held_decision.undo': {
    by: approver,
    categories: deciding,
    input: async (stage, viewer) => {
      const wanted = { ...(await submitted(stage)), decision: 'approve' }
      const held = await act<{ decision_id: string }>(
        stage,
        viewer,
        'transaction.timesheet.hold_decision',
        wanted,
      )
      return { id: held.decision_id }
    },
  },
}
