/** Roles that close tax months, and the correction of one. Pure. */
import type { WhoMay } from '#entity/access.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'

export const month_closers = { provider: provider_staff } as const satisfies WhoMay

export type TaxMonthFacts = {
  readonly human_id: string
  readonly status: 'closed' | 'corrected' | 'taken_over'
}

export const { can, who } = transitions<'correct', TaxMonthFacts>(
  { name: ({ human_id }) => `Tax month ${human_id}` },
  {
    correct: {
      from: ['closed'],
      to: 'corrected',
      by: month_closers,
      done: 'corrected',
      already: 'corrected',
    },
  },
)
