/** The placement of a new expense. */
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import {
  type PlacementChoice,
  placements_offered,
  usePlacementChoice,
} from '../approvable-work/placement-choice.hook.ts'

const document = gql(`query expense_placements($where: contract_temp_placement_bool_exp!, $limit: Int!) {
  placements: contract_temp_placement(where: $where, order_by: [{ updated_at: desc }, { id: asc }], limit: $limit) {
    id human_id title client { name } contractor { name } currency { alpha_code }
  }
}`)

export type ExpensePlacement = Answer<typeof document>['placements'][number]

/** Placements that the viewer may enter for, the newest first. */
export function useExpensePlacements(): PlacementChoice<ExpensePlacement> {
  const { category } = useSession()
  return usePlacementChoice({
    key: 'expense_placements',
    read: async (where, signal) =>
      (await graphql(document, { where, limit: placements_offered }, signal)).placements,
    labelOf: ({ title, client, contractor, human_id }) =>
      `${title}, ${(category === 'contractor' ? client : contractor)?.name ?? ''} (${human_id})`,
  })
}
