/** Disputing an invoice, giving the dispute to somebody who settles it, and calling it settled (experience.md, page 8). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { type Option, Select, TextArea } from '#web/ui/inputs.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import type { InvoiceData } from '../invoices/invoice.hook.ts'
import { type InvoiceType, isClientFacing } from '../shared/invoice-types.rules.ts'
import { isOneOf } from '../shared/who-may.rules.ts'
import { can, mayOwn, ownerBusinesses, settlers } from './dispute.rules.ts'

interface Person {
  readonly id: string
  readonly name: string | null
  readonly email: string
  readonly roles: readonly string[]
  readonly business: { readonly id: string; readonly name: string; readonly type: string } | null
}

const people = `query dispute_owners($ids: [uuid!]!) {
  people: business_business_contact(
    where: { business_id: { _in: $ids }, is_active: { _eq: true } }, order_by: { name: asc }, limit: 200
  ) { id name email roles business { id name type } }
}`

/** Who may settle a dispute of this agency, oneself first. */
function useOwners(agency_id: string | null): readonly Option[] {
  const { category, business, business_contact_id } = useSession()
  const ids = agency_id === null ? [] : ownerBusinesses({ category, business_id: business.id }, agency_id)
  const query = useQuery({
    queryKey: ['dispute_owners', business_contact_id, ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => (await graphql<{ people: Person[] }>(people, { ids }, signal)).people,
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

/** The client disputes; agency and provider note what reached them by other ways, and settle it. */
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
  const [reason, setReason] = useState('')
  const [owner_id, setOwner] = useState(settles ? session.business_contact_id : '')
  const save = useAction('transaction.invoice.dispute', {
    success: `${document.human_id} is disputed`,
    onDone: onClose,
  })
  const words =
    session.category === 'client'
      ? `Tell ${document.from_invoice_entity?.business_name ?? ''} what is wrong with ${document.human_id}.`
      : `Note what ${document.to_invoice_entity?.business_name ?? ''} finds wrong with ${document.human_id}. It is not chased by plan until that is resolved.`
  return (
    <Modal
      open
      onClose={onClose}
      title={`Dispute ${document.human_id}`}
      description={words}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            busy={save.busy}
            onClick={() =>
              void save.run({ id: document.id, reason, ...(owner_id === '' ? {} : { owner_id }) })
            }
          >
            Dispute
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <TextArea
          label="Reason"
          required
          maxLength={2000}
          value={reason}
          onChange={setReason}
          error={save.errors.reason}
        />
        {settles && (
          <Select
            label="Owner"
            hint="Settles it with the client, and is told by mail"
            placeholder="Nobody yet"
            options={owners}
            value={owner_id}
            onChange={setOwner}
            error={save.errors.owner_id}
          />
        )}
      </div>
    </Modal>
  )
}

function ResolveForm({ document, onClose }: { document: InvoiceData; onClose: () => void }) {
  const [resolution, setResolution] = useState('')
  const save = useAction('transaction.invoice.resolve_dispute', {
    success: `The dispute of ${document.human_id} is settled`,
    onDone: onClose,
  })
  return (
    <Modal
      open
      onClose={onClose}
      title={`Settle the dispute of ${document.human_id}`}
      description="It is asked for by plan again, and what waited for it is paid with the next run."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            busy={save.busy}
            onClick={() => void save.run({ id: document.id, ...(resolution.trim() ? { resolution } : {}) })}
          >
            Resolve
          </Button>
        </>
      }
    >
      <TextArea
        label="How it was settled"
        maxLength={2000}
        value={resolution}
        onChange={setResolution}
        error={save.errors.resolution}
      />
    </Modal>
  )
}

/** Gives a dispute to somebody; what is written along is for agency and provider, not for the client. */
export function DisputeOwnerForm({
  invoice,
  owner,
  onClose,
}: {
  invoice: { readonly id: string; readonly human_id: string; readonly agency_id: string }
  /** The contact who has it now. */
  owner: string | null
  onClose: () => void
}) {
  const owners = useOwners(invoice.agency_id).filter(({ value }) => value !== owner)
  const [owner_id, setOwner] = useState('')
  const [comment, setComment] = useState('')
  const save = useAction<{ owner_name: string }>('transaction.invoice.assign_dispute', {
    success: ({ owner_name }) => `The dispute of ${invoice.human_id} is ${owner_name}’s`,
    onDone: onClose,
  })
  const [first] = owners
  const chosen = owner_id === '' ? (first?.value ?? '') : owner_id
  return (
    <Modal
      open
      onClose={onClose}
      title={`Who settles the dispute of ${invoice.human_id}?`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            busy={save.busy}
            onClick={() =>
              void save.run({ id: invoice.id, owner_id: chosen, ...(comment.trim() ? { comment } : {}) })
            }
          >
            Assign
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Select
          label="Owner"
          required
          options={owners}
          value={chosen}
          onChange={setOwner}
          error={save.errors.owner_id}
        />
        <TextArea
          label="Comment"
          hint="Goes with the mail to the owner; the client does not read it"
          maxLength={2000}
          value={comment}
          onChange={setComment}
          error={save.errors.comment}
        />
      </div>
    </Modal>
  )
}
