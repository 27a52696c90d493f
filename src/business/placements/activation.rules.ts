/** The last check before a placement is in force: the provider's, and never its submitter's (decision 0035). */
import type { Viewer } from '#entity/access.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { isSamePerson, type WhoMay } from '../shared/who-may.rules.ts'

export const activators = {
  provider: ['provider_admin', 'provider_operations', 'provider_approver'],
} as const satisfies WhoMay

export type ActivationAsker = Pick<Viewer, 'category' | 'roles'> &
  Partial<Pick<Viewer, 'user_id' | 'impersonator_user_id'>>

export const keepsApart = (row: { readonly submitted_by: string | null }, viewer: ActivationAsker): Verdict =>
  !isSamePerson(row.submitted_by, viewer) ||
  refuse('not_allowed', 'You submitted this placement, so somebody else approves it')
