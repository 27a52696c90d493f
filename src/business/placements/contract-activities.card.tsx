import { useQuery } from '@tanstack/react-query'
import { Timeline } from '#web/blocks/Timeline.tsx'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { toneOf } from '#web/kinds/choice.tsx'
import { Card } from '#web/ui/Card.tsx'

const document = gql(`query contract_activities($id: uuid!) {
  steps: contract_contract_activity(where: { contract_id: { _eq: $id } }, order_by: [{ created_at: desc }]) {
    id old_status new_status message comment user_name created_at
  }
}`)

/** The steps of a contract, for agency (with commission for fees) and provider. */
export function ContractActivities({ id }: { id: string }) {
  const { category, roles } = useSession()
  const reads =
    category === 'provider' || roles.some((role) => role === 'agency_admin' || role === 'agency_read_only')
  const query = useQuery({
    queryKey: ['contract_activities', id],
    queryFn: ({ signal }) => graphql(document, { id }, signal),
    enabled: reads,
  })
  if (!reads || !query.data || query.data.steps.length === 0) return null
  return (
    <Card title="Activities">
      <Timeline steps={query.data.steps} toneOf={toneOf} />
    </Card>
  )
}
