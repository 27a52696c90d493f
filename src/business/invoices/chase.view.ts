/** The bulk action that chases the invoices selected in a list. */
import { BellRing } from 'lucide-react'
import type { BulkAction, ListRow } from '#web/list/model/list.ts'
import { type ChaseFacts, isChaseOffered } from './chase.rules.ts'

export const chaseAction = (
  factsOf: (row: ListRow) => ChaseFacts,
  allowed: BulkAction['allowed'],
): BulkAction => ({
  label: 'Chase',
  icon: BellRing,
  action_id: 'transaction.invoice.chase',
  requires: 'transaction.invoice.chase',
  offered: (rows, { today }) => isChaseOffered(rows.map(factsOf), today),
  allowed,
  confirm: 'ask',
  only: ['agency', 'provider'],
})
