/** The states of a temp placement (spec §4; our table of transitions, docs/gaps.md). */
import { refuse } from '#kernel/refusal.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { agency_side } from '../shared/who-may.rules.ts'
import { type ActivationAsker, activators, mayActivate } from './activation.rules.ts'

export type TempAction = 'submit' | 'activate' | 'return'

export type PlacementFacts = {
  readonly human_id: string
  readonly status: string
  /** Null: not known to the asker. */
  readonly submitted_by: string | null
  /** By the agency's terms with its provider. */
  readonly is_model_allowed: boolean
}

const nameOf = ({ human_id }: PlacementFacts) => `Placement ${human_id}`

/** The agency asks, the provider brings it into force: nobody funds a placement of their own (decision 0035). */
export const {
  can,
  who,
  states: temp_states,
} = transitions<TempAction, PlacementFacts, ActivationAsker>(
  {
    name: nameOf,
    misfit: (row, done) => {
      const words = row.status.replaceAll('_', ' ')
      return refuse('precondition', `${nameOf(row)} is ${words}, so it cannot be ${done}`)
    },
  },
  {
    submit: {
      from: ['draft'],
      to: 'pending_raise_approval',
      by: agency_side,
      done: 'submitted',
      already: 'submitted',
    },
    activate: {
      from: ['awaiting_raise_approval', 'pending_raise_approval'],
      to: 'active',
      by: activators,
      done: 'activated',
      refuse: mayActivate,
    },
    return: {
      from: ['awaiting_raise_approval', 'pending_raise_approval'],
      to: 'draft',
      by: activators,
      done: 'returned',
    },
  },
)
