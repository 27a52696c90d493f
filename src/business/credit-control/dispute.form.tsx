/** Raises a dispute, assigns its owner, and settles it (experience.md, page 8). */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Option } from '#web/ui/inputs.tsx'
import type { InvoiceData } from '../invoices/invoice.hook.ts'
import { reason_field } from '../shared/form-choices.view.ts'
import { type InvoiceType, isClientFacing } from '../shared/invoice-types.rules.ts'
import { isOneOf } from '../shared/who-may.rules.ts'
import { can, mayOwn, ownerBusinesses, settlers } from './dispute.rules.ts'

const people = gql(`query dispute_owners($ids: [uuid!]!) {
  people: business_business_contact(
    where: { business_id: { _in: $ids }, is_active: { _eq: true } }, order_by: { name: asc }, limit: 200
  ) { id name email roles business { id name type } }
}`)

/** Possible owners of this agency's disputes, the viewer first. */
function useOwners(agency_id: string | null): readonly Option[] {
  const { category, business, business_contact_id } = useSession()
  const ids = agency_id === null ? [] : ownerBusinesses({ category, business_id: business.id }, agency_id)
  const query = useQuery({
    queryKey: ['dispute_owners', business_contact_id, ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => (await graphql(people, { ids }, signal)).people,
  })
  const able = (query.data ?? []).filter(
    ({ roles, business: of }) =>
      of !== null &&
      mayOwn({
        name: '',
        business_id: of.id,
        business_type: of.type,
        roles,
        is_active: true,
        signs_in: true,
      }) === true,
  )
  return able
    .toSorted((a, b) => Number(b.id === business_contact_id) - Number(a.id === business_contact_id))
    .map(({ id, name, email, business: of }) => ({
      value: id,
      label: [
        name ?? email,
        ...(id === business_contact_id ? ['you'] : [of?.id === business.id ? '' : (of?.name ?? '')]),
      ]
        .filter(Boolean)
        .join(', '),
    }))
}

/** The client disputes; agency and provider record objections received elsewhere, and settle them. */
export function DisputeAction({ document }: { document: InvoiceData }) {
  const session = useSession()
  const [asking, setAsking] = useState<'dispute' | 'resolve' | null>(null)
  if (!isClientFacing(document.type as InvoiceType)) return null // As the entity declares it.
  const close = () => setAsking(null)
  return (
    <>
      {can.resolve(document, session) === true && (
        <Button onClick={() => setAsking('resolve')}>Resolve dispute</Button>
      )}
      {can.dispute(document, session) === true && (
        <Button onClick={() => setAsking('dispute')}>Dispute</Button>
      )}
      {asking === 'dispute' && <DisputeForm document={document} onClose={close} />}
      {asking === 'resolve' && <ResolveForm document={document} onClose={close} />}
    </>
  )
}

function DisputeForm({ document, onClose }: { document: InvoiceData; onClose: () => void }) {
  const session = useSession()
  const settles = isOneOf(session, settlers)
  const owners = useOwners(settles ? document.agency_id : null)
  const words =
    session.category === 'client'
      ? `Tell ${document.from_invoice_entity?.business_name ?? ''} what is wrong with ${document.human_id}.`
      : `Pauses reminders of ${document.human_id} to ${document.to_invoice_entity?.business_name ?? ''}.`
  return (
    <VerbModal
      title={`Dispute ${document.human_id}`}
      description={words}
      action_id="transaction.invoice.dispute"
      fixed={{ id: document.id }}
      initial={{ owner_id: settles ? session.business_contact_id : '' }}
      fields={[
        { ...reason_field, max: 2000, rows: 3 },
        settles && {
          kind: 'choice',
          name: 'owner_id',
          label: 'Owner',
          hint: 'Settles it with the client and gets a mail',
          placeholder: 'Nobody yet',
          options: owners,
        },
      ]}
      submit="Dispute"
      success={`${document.human_id} is disputed`}
      onClose={onClose}
    />
  )
}

function ResolveForm({ document, onClose }: { document: InvoiceData; onClose: () => void }) {
  return (
    <VerbModal
      title={`Settle the dispute of ${document.human_id}`}
      description="Reminders resume, and held payments go out with the next run."
      action_id="transaction.invoice.resolve_dispute"
      fixed={{ id: document.id }}
      fields={[{ kind: 'area', name: 'resolution', label: 'How it was settled', max: 2000, rows: 3 }]}
      submit="Resolve"
      success={`The dispute of ${document.human_id} is settled`}
      onClose={onClose}
    />
  )
}

/** Gives a dispute to an owner. Agency and provider read the comment, the client does not. */
export function DisputeOwnerForm({
  invoice,
  owner,
  onClose,
}: {
  invoice: { readonly id: string; readonly human_id: string; readonly agency_id: string }
  /** The present owner's contact. */
  owner: string | null
  onClose: () => void
}) {
  const owners = useOwners(invoice.agency_id).filter(({ value }) => value !== owner)
  return (
    <VerbModal
      key={owners[0]?.value ?? ''}
      title={`Assign the dispute of ${invoice.human_id}`}
      action_id="transaction.invoice.assign_dispute"
      fixed={{ id: invoice.id }}
      initial={{ owner_id: owners[0]?.value ?? '' }}
      fields={[
        { kind: 'choice', name: 'owner_id', label: 'Owner', options: owners, required: true },
        {
          kind: 'area',
          name: 'comment',
          label: 'Comment',
          hint: 'Goes with the mail to the owner. The client does not see it.',
          max: 2000,
          rows: 3,
        },
      ]}
      submit="Assign"
      success={({ owner_name }: { owner_name: string }) =>
        `${owner_name} owns the dispute of ${invoice.human_id}`
      }
      onClose={onClose}
    />
  )
}
