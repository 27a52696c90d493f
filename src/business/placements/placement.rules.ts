/** The states of a temp placement (spec §4; our table of transitions, docs/gaps.md). */
import { refuse } from '#kernel/refusal.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { agency_side } from '../shared/who-may.rules.ts'

type PlacementFacts = { readonly human_id: string; readonly status: string }

const nameOf = ({ human_id }: PlacementFacts) => `Placement ${human_id}`

export const { can } = transitions<'activate', PlacementFacts>(
  {
    name: nameOf,
    misfit: (row) => {
      const words = row.status.replaceAll('_', ' ')
      return refuse('precondition', `${nameOf(row)} is ${words}, so it cannot be activated`)
    },
  },
  {
    activate: {
      from: ['draft', 'awaiting_raise_approval', 'pending_raise_approval'],
      to: 'active',
      by: agency_side,
      done: 'activated',
    },
  },
)
