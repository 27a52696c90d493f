/** The provider's verification of a client with its agencies, before it is funded (decision 0035). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { service } from '../parties/service.entity.ts'
import { can, verification_methods } from '../parties/verification.rules.ts'

const document = gql(`query client_funding($id: uuid!) {
  pairs: business_service(
    where: { from_business_id: { _eq: $id }, type: { _eq: "client-agency" } }, order_by: [{ onboarding_date: asc }, { id: asc }]
  ) { id agency_id verification_status verified_at verification_method verified_with verification_source agency { name } }
}`)

type Pair = Answer<typeof document>['pairs'][number]
type Client = { readonly id: string; readonly name: string }

export function ClientFunding({ client }: { client: Client }) {
  const session = useSession()
  const [verifying, setVerifying] = useState<Pair | null>(null)
  const pairs = useQuery({
    queryKey: ['client_funding', client.id],
    queryFn: async ({ signal }) => (await graphql(document, { id: client.id }, signal)).pairs,
  })
  return (
    <Card title="Funding" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label="Funding, rows" tabIndex={0}>
        <Table heads={['Agency', 'Verification', 'With', 'Source', { hidden: 'Actions' }]}>
          {(pairs.data ?? []).map((pair) => (
            <tr key={pair.id}>
              <Td>{pair.agency?.name}</Td>
              <Td>
                <Badge tone={pair.verification_status === 'verified' ? 'positive' : 'attention'}>
                  {labelIn(service.fields.verification_status.choices, pair.verification_status ?? '')}
                </Badge>
              </Td>
              <Td>{pair.verified_with}</Td>
              <Td>
                {[
                  pair.verification_method &&
                    labelIn(service.fields.verification_method.choices, pair.verification_method),
                  pair.verification_source,
                  pair.verified_at && instantText(pair.verified_at),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </Td>
              <Td>
                {can.verify(
                  { client: client.name, status: pair.verification_status ?? 'unverified' },
                  session,
                ) === true && <Button onClick={() => setVerifying(pair)}>Verify</Button>}
              </Td>
            </tr>
          ))}
        </Table>
      </section>
      {verifying && <VerifyForm client={client} pair={verifying} onClose={() => setVerifying(null)} />}
    </Card>
  )
}

function VerifyForm({ client, pair, onClose }: { client: Client; pair: Pair; onClose: () => void }) {
  return (
    <VerbModal
      title={`Verify ${client.name} for ${pair.agency?.name ?? 'its agency'}`}
      description="Its held invoices are then funded. Use a number that the agency did not give."
      action_id="funding.client.verify"
      fixed={{ client_id: client.id, agency_id: pair.agency_id }}
      initial={{ method: 'call_back' }}
      fields={[
        { kind: 'choice', name: 'method', label: 'Method', options: verification_methods, required: true },
        { kind: 'text', name: 'verified_with', label: 'Verified with', required: true },
        { kind: 'text', name: 'phone', label: 'Phone' },
        { kind: 'text', name: 'source', label: 'Source of the number or document', required: true },
        { kind: 'area', name: 'comment', label: 'Comment', max: 120 },
      ]}
      submit="Verify"
      success={`${client.name} is verified`}
      onClose={onClose}
    />
  )
}
