/** What a placement may do and when (spec §4 placement states; our table of transitions, docs/gaps.md). */
import type { Viewer } from '#entity/access.ts'
import { errorText } from '#kernel/messages.ts'
import { agency_writers, isOneOf, provider_staff, type WhoMay } from '../shared/who-may.rules.ts'

export const placement_states = {
  activate: {
    from: ['draft', 'awaiting_raise_approval', 'pending_raise_approval'],
    to: 'active',
    by: { agency: agency_writers, provider: provider_staff },
  },
} as const satisfies Record<string, { from: readonly string[]; to: string; by: WhoMay }>

type PlacementFacts = { readonly human_id: string; readonly status: string }

export const can = {
  /** True, or why not. */
  activate(row: PlacementFacts, viewer: Pick<Viewer, 'category' | 'roles'>): true | string {
    const { from, by } = placement_states.activate
    if (!isOneOf(viewer, by)) return errorText.not_allowed
    return (from as readonly string[]).includes(row.status)
      ? true
      : `Placement ${row.human_id} is ${row.status.replaceAll('_', ' ')}, so it cannot be activated`
  },
}
