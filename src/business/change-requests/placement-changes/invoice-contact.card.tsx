/** A note above a change of rates where the client has no invoice contact, with a link to the client's people. */
import { useQuery } from '@tanstack/react-query'
import { Banner } from '#web/blocks/Banner.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Link } from '#web/ui/Link.tsx'
import { lacksInvoiceContact } from '../../terms/invoice-contact.rules.ts'

const document = gql(`query client_invoice_contacts($client_id: uuid!) {
  contacts: business_business_contact(
    where: {
      business_id: { _eq: $client_id }, roles: { _contains: ["invoice_contact"] }, is_active: { _eq: true },
      joined_at: { _is_null: false }
    }
    limit: 1
  ) { id }
}`)

export function InvoiceContactNote({
  client,
  lead = 'The client’s rates cannot be changed yet',
}: {
  client: { readonly id: string; readonly name: string }
  lead?: string
}) {
  const { category } = useSession()
  const { data } = useQuery({
    queryKey: ['client_invoice_contacts', client.id],
    queryFn: async ({ signal }) => (await graphql(document, { client_id: client.id }, signal)).contacts,
  })
  if (data === undefined || data.length > 0) return null
  return (
    <Banner lead={lead}>
      {lacksInvoiceContact(client.name, 'rates')}.{' '}
      <Link to={pathOf({ category, path: 'business/client', id: client.id })} className="underline">
        People of {client.name}
      </Link>
    </Banner>
  )
}
