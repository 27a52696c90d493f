/** Support that acted as the person signed in: their own rows of the Impersonation Log. */
import { useQuery } from '@tanstack/react-query'
import { instant } from '#kernel/instant.ts'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'

const document = gql(`query acted_as_me($user_id: String!) {
  rows: log_impersonation(
    where: { user_id: { _eq: $user_id } }, order_by: [{ started_at: desc }, { id: desc }], limit: 20
  ) { id impersonator_name reason started_at ended_at }
}`)

export function ActedAsMe() {
  const { user, category } = useSession()
  const { data = [] } = useQuery({
    // Nobody acts as people of a provider.
    enabled: category !== 'provider',
    queryKey: ['acted_as_me', user.id],
    queryFn: async ({ signal }) => (await graphql(document, { user_id: user.id }, signal)).rows,
  })
  if (data.length === 0) return null
  return (
    <Card title="Support that acted as you" flush>
      <ul>
        {data.map(({ id, impersonator_name, reason, started_at, ended_at }) => (
          <li key={id} className="border-b px-3 py-2 last:border-b-0">
            <p>
              <span className="font-medium">{impersonator_name}</span>{' '}
              <span className="text-n11 wrap-anywhere">{reason}</span>
            </p>
            <p className="numeric text-12 text-n11">
              {instantText(instant(started_at))} to{' '}
              {ended_at === null ? 'now' : instantText(instant(ended_at))}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
