/** The deliveries of the mails with links, for the sender of a document. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { type DeliveryFacts, isUndelivered } from '../platform/mails/mail-delivery.rules.ts'

const query = gql(`query signer_deliveries($id: uuid!) {
  deliveries: log_mail_delivery(
    where: { parent_entity: { _eq: "platform.document" }, parent_id: { _eq: $id } }
    order_by: [{ created_at: desc }, { id: desc }], limit: 100
  ) { to status answer tries next_try_at }
}`)

/** By address, the newest mail where no server took it. */
export function useLostMails(id: string, enabled: boolean): ReadonlyMap<string, DeliveryFacts> {
  const { data = [] } = useQuery({
    queryKey: ['signer_deliveries', id],
    queryFn: async ({ signal }) => (await graphql(query, { id }, signal)).deliveries,
    enabled,
  })
  return lostMails(data)
}

const lostMails = (newest_first: readonly (DeliveryFacts & { readonly to: string })[]) => {
  const newest = new Map(newest_first.toReversed().map((one) => [one.to, one]))
  return new Map([...newest].filter(([, { status }]) => isUndelivered({ status }) || status === 'deferred'))
}
