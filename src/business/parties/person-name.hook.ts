/** Names of the provider's users for its own people; other categories cannot match users to people. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'

const document = gql(`query person_names($user_ids: [String!]!) {
  people: business_business_contact(where: { user_id: { _in: $user_ids } }) { user_id name }
}`)

/** Returns `you`, the name where the viewer may read it, else `a colleague`. */
export function usePersonName(
  user_ids: readonly (string | null | undefined)[],
): (user_id: string | null | undefined) => string {
  const { user, category } = useSession()
  const others = [...new Set(user_ids)].flatMap((id) => (id && id !== user.id ? [id] : []))
  const query = useQuery({
    queryKey: ['person_names', others],
    enabled: category === 'provider' && others.length > 0,
    queryFn: async ({ signal }) => (await graphql(document, { user_ids: others }, signal)).people,
  })
  return (user_id) => {
    if (user_id === user.id) return 'you'
    return query.data?.find((one) => one.user_id === user_id)?.name ?? 'a colleague'
  }
}
