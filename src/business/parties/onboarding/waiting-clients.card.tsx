/** The line above the list of clients, which shows clients in force: how many are not, with a link to the list of them. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { searchOf } from '#web/list/model/views.ts'
import { Link } from '#web/ui/Link.tsx'
import { on_their_way } from './onboarding-rows.view.ts'

const waiting = gql(`query waiting_clients($statuses: [String!]!) {
  clients: business_business_aggregate(where: { type: { _eq: "client" }, status: { _in: $statuses } }) { aggregate { count } }
}`)

const of_clients = searchOf(
  { group_by: null, filter_by: { type: { in: ['client'] } }, sort_by: null, search: '' },
  null,
)

export function WaitingClients() {
  const { category, business_contact_id } = useSession()
  const query = useQuery({
    queryKey: ['waiting_clients', business_contact_id],
    enabled: category === 'agency' || category === 'provider',
    queryFn: async ({ signal }) => (await graphql(waiting, { statuses: on_their_way }, signal)).clients,
  })
  const count = query.data?.aggregate?.count ?? 0
  if (count === 0) return null
  return (
    <p className="border-t px-4 py-2 text-n11">
      {count === 1 ? '1 client is not onboarded yet.' : `${count} clients are not onboarded yet.`}{' '}
      <Link
        className="text-a11 underline"
        to={`${pathOf({ category, path: 'business/onboarding' })}?${of_clients}`}
      >
        Show
      </Link>
    </p>
  )
}
