/** The companies that a contractor is linked with (spec §3, associated_business_ids), for the provider: an agency reads its own payees. */
import { useQuery } from '@tanstack/react-query'
import { labelIn } from '#entity/choices.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { payment_types } from './business.entity.ts'

const document = gql(`query associated_businesses($id: uuid!) {
  contractor: business_contractor_by_pk(id: $id) { id associated_business_ids }
}`)

const named = gql(`query associated_business_names($ids: [uuid!]!) {
  companies: business_business(where: { id: { _in: $ids } }, order_by: [{ name: asc }], limit: 100) { id human_id name type }
}`)

export function AssociatedBusinesses({ contractor_id }: { contractor_id: string }) {
  const { category } = useSession()
  const query = useQuery({
    queryKey: ['associated_businesses', contractor_id],
    queryFn: async ({ signal }) => {
      const { contractor } = await graphql(document, { id: contractor_id }, signal)
      const ids = contractor?.associated_business_ids ?? []
      return ids.length === 0 ? [] : (await graphql(named, { ids }, signal)).companies
    },
  })
  if (query.isError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data || query.data.length === 0) return null
  return (
    <Card title="Associated businesses">
      <ul className="flex flex-col divide-y divide-n5">
        {query.data.map(({ id, human_id, name, type }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0">
            <Link
              to={pathOf({ category, path: `business/${type}`, id })}
              className="font-medium wrap-anywhere underline"
            >
              {name}
            </Link>
            <span className="text-n11">
              {labelIn(payment_types, type)}, {human_id}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
