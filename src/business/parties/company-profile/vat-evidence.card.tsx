/** The evidence that a client abroad is in business; without it its work waits (VATPOSS06300). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { day, formatDay } from '#kernel/day.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { isOverseas } from '../../shared/place-of-supply.rules.ts'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { may_set_evidence, vat_evidence_kinds } from '../vat-evidence.rules.ts'

const document = gql(`query vat_evidence($id: uuid!) {
  client: business_client_by_pk(id: $id) {
    company {
      vat_evidence_kind vat_evidence_number vat_evidence_checked_on vat_evidence_attachment { file_name }
      address { country country_code }
    }
  }
}`)

type Client = { readonly id: string; readonly name: string }
type Company = NonNullable<NonNullable<Answer<typeof document>['client']>['company']>

/** Nothing for a client in the United Kingdom. */
export function VatEvidenceCard({ client }: { client: Client }) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ['vat_evidence', client.id],
    queryFn: async ({ signal }) => (await graphql(document, { id: client.id }, signal)).client?.company,
  })
  const company = query.data
  if (!company || !isOverseas(company.address?.country_code ?? 'GB')) return null
  return (
    <Card
      title="In business abroad"
      actions={
        isOneOf(session, may_set_evidence) && <Button onClick={() => setOpen(true)}>Record evidence</Button>
      }
    >
      <p>{evidenceWords(company)}</p>
      {isOpen && <EvidenceForm client={client} company={company} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function evidenceWords(company: Company): string {
  const { vat_evidence_kind, vat_evidence_number, vat_evidence_checked_on, vat_evidence_attachment } = company
  if (!vat_evidence_kind || !vat_evidence_checked_on)
    return 'There is no evidence: new work without UK VAT waits.'
  const what = [
    labelIn(vat_evidence_kinds, vat_evidence_kind),
    vat_evidence_number,
    vat_evidence_attachment?.file_name,
  ]
  return `${what.filter(Boolean).join(', ')}. Checked on ${formatDay(day(vat_evidence_checked_on))}.`
}

function EvidenceForm({
  client,
  company,
  onClose,
}: {
  client: Client
  company: Company
  onClose: () => void
}) {
  const { today } = useSession()
  return (
    <VerbModal
      title={`Evidence that ${client.name} is in business`}
      description="It is charged no UK VAT. A certificate or other document is a file of this client."
      action_id="business.client.set_vat_evidence"
      fixed={{ client_id: client.id }}
      initial={{
        kind: company.vat_evidence_kind ?? 'vat_number',
        number: company.vat_evidence_number ?? '',
        checked_on: today,
      }}
      fields={[
        { kind: 'choice', name: 'kind', label: 'Kind', options: vat_evidence_kinds, required: true },
        { kind: 'text', name: 'number', label: 'Number' },
        { kind: 'day', name: 'checked_on', label: 'Checked on', required: true },
        {
          kind: 'pick',
          name: 'attachment_id',
          label: 'File',
          entity: 'platform.attachment',
          shows: 'file_name',
          where: { parent_entity: { _eq: 'business.client' }, parent_id: { _eq: client.id } },
        },
      ]}
      submit="Record evidence"
      success={`Evidence of ${client.name} recorded`}
      onClose={onClose}
    />
  )
}
