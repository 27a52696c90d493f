/** Examples of the verbs that hold a decision for ten seconds, for every-verb.db.test.ts. */

import type { Viewer } from '#entity/access.ts'
import { addDays } from '#kernel/day.ts'
import { seedSubmittedExpense } from '../fixtures/documents.ts'
import { act, seedContact, seedPlacement } from '../fixtures/world.ts'
import { admin, approver, type Example, type Stage, submitted } from './example-parts.ts'

const deciding = ['agency', 'client'] as const

/** Days that no other example uses, to a colleague who may stand in. */
let week = 0
async function handOver(stage: Stage, { business_id }: Viewer) {
  const colleague = await seedContact(
    stage,
    stage.agency.provider.admin,
    business_id,
    'Cora',
    'timesheet_approver',
  )
  week += 1
  const from_day = addDays(stage.clock.today(), 7 * week)
  return {
    to_contact_id: colleague.business_contact_id,
    from_day,
    to_day: addDays(from_day, 6),
    reason: 'Holiday',
  }
}

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
  'platform.delegation.read': {
    by: approver,
    categories: ['agency', 'client', 'contractor', 'funder', 'provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async () => ({}),
  },
  'platform.delegation.set': {
    by: approver,
    categories: deciding,
    input: handOver,
  },
  'platform.delegation.end': {
    by: approver,
    categories: deciding,
    input: async (stage, viewer) => ({
      id: (await act<{ id: string }>(stage, viewer, 'platform.delegation.set', await handOver(stage, viewer)))
        .id,
    }),
  },
  'request.held_decision.read': {
    by: approver,
    categories: deciding,
    unaudited: 'it changes nothing',
    input: async () => ({}),
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
