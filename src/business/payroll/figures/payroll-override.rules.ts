/** Figures out of bounds are stored by a second person only (payroll.md §2.11). */
import type { Viewer } from '#entity/access.ts'
import { refuse } from '#kernel/refusal.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'

export type OverrideFacts = { readonly status: string; readonly requested_by: string }
type Asker = Pick<Viewer, 'category' | 'roles' | 'user_id'>

/** Roles of the second person. */
export const override_deciders = [...provider_staff, 'provider_approver'] as const
const by = { provider: override_deciders }

const notTheSame = ({ requested_by }: OverrideFacts, { user_id }: Asker) =>
  requested_by !== user_id ||
  refuse('not_allowed', 'You asked for these figures, so somebody else decides about them')

export const { can, who } = transitions<'confirm' | 'reject', OverrideFacts, Asker>(
  {
    name: () => 'This request',
    misfit: ({ status }) => refuse('conflict', `This request is already ${status}`),
  },
  {
    confirm: { from: ['requested'], to: 'confirmed', by, done: 'confirmed', before: notTheSame },
    reject: { from: ['requested'], to: 'rejected', by, done: 'rejected', before: notTheSame },
  },
)
