/** Who may give a debt back to its agency, and which (money.md §1.9 iv). Pure. */
import type { Viewer } from '#entity/access.ts'
import { errorText } from '#kernel/messages.ts'
import { type InvoiceType, isClientFacing } from '../invoices/invoice-types.rules.ts'
import { isOneOf } from '../who-may.rules.ts'

export type ReassignFacts = {
  readonly human_id: string
  readonly type: InvoiceType
  readonly status: string
  readonly is_credit_note: boolean
  readonly reassigned_on: string | null
}

/** Whose risk it may be to give back. */
export const reassigners = { provider: ['provider_admin'], funder: ['funder_admin'] } as const

function reassign(row: ReassignFacts, viewer: Pick<Viewer, 'category' | 'roles'>): true | string {
  if (!isOneOf(viewer, reassigners)) return errorText.not_allowed
  if (!isClientFacing(row.type) || row.is_credit_note) return 'Only what a client owes can be reassigned'
  if (row.reassigned_on !== null) return `${row.human_id} is reassigned already`
  if (row.status !== 'open') return `${row.human_id} is ${row.status} and cannot be reassigned`
  return true
}

/** True, or the reason that the user reads. */
export const can = { reassign }
