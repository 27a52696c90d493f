/** How a contact wishes to be reached: on their page, and on the person's own profile. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useAction } from '#web/core/use-action.ts'
import { Card } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useVerbRefusal } from '#web/ui/verb-refusal.ts'
import { reach_ways } from './contact-preference.rules.ts'

const document = gql(
  `query contact_reach($id: uuid!) { contact: business_business_contact_by_pk(id: $id) { id reach_by } }`,
)

export function ReachCard({ contact_id, may, hint }: { contact_id: string; may: boolean; hint: string }) {
  const queries = useQueryClient()
  const queryKey = ['contact_reach', contact_id]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await graphql(document, { id: contact_id }, signal)).contact,
  })
  const refusal = useVerbRefusal()('business.business_contact.set_preference')
  const set = useAction('business.business_contact.set_preference', { success: 'Saved' })
  return (
    <Card title="Contact preferences">
      {query.isPending && <Skeleton className="h-10" />}
      {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
      {query.data && (
        <Select
          label="Reached by"
          value={query.data.reach_by}
          options={reach_ways}
          disabled={!may || set.busy || refusal !== null}
          hint={refusal ?? hint}
          onChange={async (reach_by) => {
            await set.run({ id: contact_id, reach_by })
            await queries.invalidateQueries({ queryKey })
          }}
        />
      )}
    </Card>
  )
}
