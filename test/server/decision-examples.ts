/** Examples of the verbs that hold a decision for ten seconds, for every-verb.db.test.ts. */
import { seedSubmittedExpense } from '../fixtures/documents.ts'
import { act, seedPlacement } from '../fixtures/world.ts'
import { admin, approver, type Example, submitted } from './example-parts.ts'

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
  'business.approval_rule.read': {
    by: admin,
    categories: ['agency', 'client', 'provider'],
    unaudited: 'it changes nothing',
    input: async (stage) => ({ client_id: stage.placed.client.id }),
  },
  'business.approval_rule.set_limit': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({ client_id: stage.placed.client.id, approve_by_mail_limit: '750.00' }),
  },
  'business.approval_rule.set_hours': {
    by: admin,
    categories: ['agency', 'client', 'provider'],
    input: async (stage) => ({
      client_id: stage.placed.client.id,
      reminder_hours: 4,
      others_hours: 8,
      agency_hours: 12,
    }),
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
