import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { valueAt } from '#entity/path.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Link } from '#web/ui/Link.tsx'
import { MakeDocument } from '../document-templates/make-document.form.tsx'
import { invoices_tab } from '../invoices/invoice.list.tsx'
import { FlagsCard } from '../parties/self-dealing/flags.card.tsx'
import { useOpenFlags } from '../parties/self-dealing/flags.hook.ts'
import { can, type PermAction, perm_approvers } from '../perm-placements/perm-placement.rules.ts'
import { activation_fields, activationFacts, isOffered } from '../placements/activation.rules.ts'
import { perm_placement } from '../placements/contract-kinds.entity.ts'
import { ApproveByEvidence, VerifyAndActivate } from '../placements/placement-evidence.form.tsx'
import { RecordBlocks } from '../platform/blocks/record-blocks.card.tsx'
import { PreviewSets } from '../raising/preview-sets.card.tsx'
import { reason_field } from '../shared/form-choices.view.ts'
import { SignaturesCard } from '../signing/signatures.card.tsx'

export const perm_placement_record = record({
  entity: perm_placement,
  what: 'Placement',
  title: 'title',
  badge: 'status',
  fields: [
    ...activation_fields,
    'updated_at',
    'client.id',
    { field: 'evidence_status', only: ['agency', 'provider'] },
  ],
  meta: [{ field: 'human_id' }, { field: 'candidate_name' }, { field: 'client.name' }],
  cards: [
    {
      title: 'Placement',
      facts: [
        { field: 'candidate_name' },
        { field: 'client.name', label: 'Client' },
        { field: 'agency.name', label: 'Agency' },
        { field: 'contract_start_date' },
        { field: 'guarantee_period', label: 'Guarantee Period, Days' },
        { field: 'left_date' },
        { field: 'work_location' },
        {
          field: 'consultant.name',
          label: 'Consultant',
          only: ['agency', 'client', 'provider'],
        },
        { field: 'start_date' },
        { field: 'end_date' },
        { field: 'suspense_reason', label: 'Not Invoiced Since', only: ['agency', 'provider'], wide: true },
      ],
    },
    {
      title: 'Terms',
      facts: [
        { field: 'placement_fee' },
        { field: 'currency.alpha_code', label: 'Currency' },
        { field: 'client_terms.payment_terms', label: 'Payment Terms, Days' },
        { field: 'funding_type', only: ['agency', 'funder', 'provider'] },
        { field: 'funding_model', only: ['agency', 'funder', 'provider'] },
        { field: 'po_number', only: ['agency', 'client', 'funder', 'provider'] },
        { field: 'evidence_status', only: ['agency', 'provider'] },
      ],
    },
  ],
  tables: [
    {
      title: 'Contacts',
      relation: 'contract_contacts',
      args: 'order_by: [{ type: desc }, { created_at: asc }]',
      columns: [{ field: 'type' }, { field: 'business_contact.name', label: 'Name' }],
      empty: 'Nobody is named: invoices go to the company’s address.',
      only: ['agency', 'client', 'provider'],
    },
  ],
  tabs: (id) => [invoices_tab('contract_id', id)],
})

export function PermPlacementPage() {
  return (
    <RecordPage
      screen={perm_placement_record}
      actions={(row) => (
        <>
          <PermActions row={row} />
          <MakeDocument record="contract.perm_placement" id={row.id} />
        </>
      )}
      after={(row) => (
        <>
          <FlagsCard entity="contract.perm_placement" id={row.id} />
          <SignaturesCard
            entity="contract.perm_placement"
            id={row.id}
            parties={{ client: String(valueAt(row, 'client.id') ?? '') }}
          />
          <RecordBlocks entity="contract.perm_placement" id={row.id} />
        </>
      )}
    />
  )
}

const steps = [
  { action: 'cancel', label: 'Cancel', done: 'cancelled' },
  { action: 'reject', label: 'Reject', done: 'rejected' },
  { action: 'return', label: 'Return to agency', done: 'returned to the agency' },
  { action: 'activate', label: 'Activate', done: 'active' },
  { action: 'submit', label: 'Send to client', done: 'sent to the client' },
  { action: 'approve', label: 'Approve', done: 'approved' },
] as const satisfies readonly { action: PermAction; label: string; done: string }[]
/** These agree to the terms that the page shows. */
const agrees: readonly PermAction[] = ['approve', 'activate']
const primary: readonly PermAction[] = ['submit', 'approve', 'activate']

const document = gql(`query perm_documents($id: uuid!) {
  sets: transaction_invoice_set(where: { contract_id: { _eq: $id }, status: { _eq: "live" } }, limit: 1) { id }
}`)

/** Whether it has documents that are not credited: then they are neither raised nor previewed again. */
function useIsRaised(id: string): boolean {
  const { data } = useQuery({
    queryKey: ['perm_documents', id],
    queryFn: async ({ signal }) => (await graphql(document, { id }, signal)).sets.length > 0,
  })
  return data ?? false
}

function PermActions({ row }: { row: ListRow }) {
  const session = useSession()
  const [asking, setAsking] = useState<(typeof steps)[number] | null>(null)
  const is_raised = useIsRaised(row.id)
  const has_flags = useOpenFlags('contract.perm_placement', row.id)
  const facts = { ...activationFacts(row), is_raised, has_flags }
  const act = useAction(`contract.perm_placement.${asking?.action ?? 'submit'}`, {
    success: `${String(row.human_id)} is ${asking?.done ?? ''}`,
  })
  const raise = useAction('contract.perm_placement.raise', { success: 'Documents raised' })
  const [rebating, setRebating] = useState(false)
  const [stating, setStating] = useState(false)
  const verifies = asking?.action === 'activate' && row.evidence_status === 'waiting'
  const starts = String(row.contract_start_date ?? '')
  const raises = can.raise(facts, session) === true && starts !== '' && starts <= session.today
  const rebates =
    row.guarantee_period !== null &&
    starts !== '' &&
    starts <= session.today &&
    can.rebate(facts, session) === true
  return (
    <>
      {raises && <PreviewSets perm_placement_ids={[row.id]} />}
      {can.update(facts, session) === true && (
        <Link
          to={pathOf({ category: session.category, path: 'contract/edit_perm_placement', id: row.id })}
          className={buttonClass()}
        >
          Edit
        </Link>
      )}
      {steps
        .filter(({ action }) => isOffered(can[action], facts, session))
        .map((step) => (
          <Button
            key={step.action}
            tone={primary.includes(step.action) ? 'primary' : 'secondary'}
            verb={`contract.perm_placement.${step.action}`}
            disabledReason={reasonOf(can[step.action](facts, session))}
            onClick={() => setAsking(step)}
          >
            {step.label}
          </Button>
        ))}
      {can.approve_by_evidence(facts, session) === true && (
        <Button verb="contract.perm_placement.approve_by_evidence" onClick={() => setStating(true)}>
          Approve by evidence
        </Button>
      )}
      {stating && (
        <ApproveByEvidence
          noun="perm_placement"
          row={row}
          side={{ business_id: String(valueAt(row, 'client.id')), roles: perm_approvers.client }}
          onClose={() => setStating(false)}
        />
      )}
      {verifies && <VerifyAndActivate noun="perm_placement" row={row} onClose={() => setAsking(null)} />}
      {can.update_details(facts, session) === true && (
        <>
          <ChangeDetails row={row} />
          <Link
            to={pathOf({ category: session.category, path: 'request/new_perm_change', id: row.id })}
            className={buttonClass()}
          >
            Request a change
          </Link>
        </>
      )}
      {rebates && <Button onClick={() => setRebating(true)}>Rebate</Button>}
      {rebating && (
        <VerbModal
          title="Rebate"
          description="Credits part of the fee to the client: the candidate left within the guarantee period."
          action_id="contract.perm_placement.rebate"
          fixed={{ id: row.id }}
          fields={[
            { kind: 'day', name: 'left_date', label: 'Last day', required: true, max: session.today },
            { kind: 'money', name: 'amount', label: 'Rebate with VAT', required: true },
            { ...reason_field, name: 'comment', max: 4000 },
          ]}
          submit="Give the rebate"
          success={(done: { credit_note: string }) => `Credited as ${done.credit_note}`}
          onClose={() => setRebating(false)}
        />
      )}
      {raises && (
        <Button busy={raise.busy} onClick={() => void raise.run({ ids: [row.id] })}>
          Raise documents
        </Button>
      )}
      <ConfirmAction
        open={asking !== null && !verifies}
        onClose={() => setAsking(null)}
        label={asking?.label ?? ''}
        withComment={asking?.action === 'return' && 'required'}
        description={`${asking?.label ?? ''}: ${facts.human_id}, ${String(row.candidate_name)}.`}
        onConfirm={async (comment) =>
          (await act.run({
            id: row.id,
            ...(comment ? { comment } : {}),
            ...(asking !== null && agrees.includes(asking.action) ? { updated_at: row.updated_at } : {}),
          })) !== undefined
        }
      />
    </>
  )
}

/** Title and order number change at once; the rest by a request. */
function ChangeDetails({ row }: { row: ListRow }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button verb="contract.perm_placement.update_details" onClick={() => setOpen(true)}>
        Edit title and PO
      </Button>
      {isOpen && (
        <VerbModal
          title="Edit title and PO"
          description="Changes at once; the client is told. Issued documents stay as they are."
          action_id="contract.perm_placement.update_details"
          fixed={{ id: row.id }}
          initial={{ title: String(row.title), po_number: String(row.po_number ?? '') }}
          fields={[
            { kind: 'text', name: 'title', label: 'Title', required: true },
            { kind: 'text', name: 'po_number', label: 'PO number' },
          ]}
          submit="Save"
          success="The placement is changed"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
