/** The provider's decisions before a client is funded: its credit limit and its verification (decision 0035). */
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
import { currency_field } from '../shared/form-choices.view.ts'
import { isOneOf, provider_staff } from '../shared/who-may.rules.ts'

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
  const [limiting, setLimiting] = useState(false)
  const pairs = useQuery({
    queryKey: ['client_funding', client.id],
    queryFn: async ({ signal }) => (await graphql(document, { id: client.id }, signal)).pairs,
  })
  return (
    <Card
      title="Funding"
      flush
      actions={
        isOneOf(session, { provider: provider_staff }) && (
          <Button onClick={() => setLimiting(true)}>Set credit limit</Button>
        )
      }
    >
      <Table heads={['Agency', 'Verification', 'With', 'Source', '']}>
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
      {verifying && <VerifyForm client={client} pair={verifying} onClose={() => setVerifying(null)} />}
      {limiting && <LimitForm client={client} onClose={() => setLimiting(false)} />}
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

/** The button of a funder on the page of its client. */
export function SetOwnLimit({ client }: { client: Client }) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!isOneOf(session, { funder: ['funder_admin'] })) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Set credit limit</Button>
      {isOpen && <LimitForm client={client} onClose={() => setOpen(false)} />}
    </>
  )
}

function LimitForm({ client, onClose }: { client: Client; onClose: () => void }) {
  const { today, category } = useSession()
  const is_provider = category === 'provider'
  return (
    <VerbModal
      title={`Credit limit of ${client.name}`}
      description={
        is_provider
          ? 'Nothing is funded without a limit. Without a funder the limit is your own.'
          : 'How much of its debt you carry. Nothing is funded without a limit.'
      }
      action_id="business.credit_limit.set"
      fixed={{ client_id: client.id }}
      initial={{ currency: 'GBP', effective_from: today }}
      fields={[
        is_provider && {
          kind: 'pick',
          name: 'limiter_id',
          label: 'Funder',
          entity: 'business.funder',
          shows: 'name',
        },
        currency_field,
        {
          kind: 'money',
          name: 'amount',
          label: 'Credit limit',
          currency: (values) => String(values.currency ?? 'GBP'),
          required: true,
        },
        { kind: 'day', name: 'effective_from', label: 'From', required: true },
        { kind: 'day', name: 'effective_to', label: 'Until' },
        { kind: 'text', name: 'reference', label: 'Reference' },
      ]}
      submit="Set credit limit"
      success={`Credit limit of ${client.name} set`}
      onClose={onClose}
    />
  )
}
