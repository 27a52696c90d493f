/** Correcting and deleting the draft of a single document. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { useGo } from '#web/ui/use-go.ts'
import type { SingleKind } from '../shared/invoice-types.rules.ts'
import { single_words } from './single-document.rules.ts'
import { singleFields } from './single-fields.view.ts'

const sales_invoice = gql(`query sales_invoice_typed($id: uuid!) {
  documents: contract_sales_invoice(where: { id: { _eq: $id } }, limit: 1) {
    title description amount tax_type reference po_number payment_terms
    currency { alpha_code } funder { id name } client { id name }
  }
}`)
const purchase_ledger = gql(`query purchase_ledger_typed($id: uuid!) {
  documents: contract_purchase_ledger(where: { id: { _eq: $id } }, limit: 1) {
    title description amount tax_type reference po_number payment_terms
    currency { alpha_code } funder { id name } payment_company { id name }
  }
}`)
const adhoc_fee = gql(`query adhoc_fee_typed($id: uuid!) {
  documents: contract_adhoc_fee(where: { id: { _eq: $id } }, limit: 1) {
    title description amount tax_type reference po_number payment_terms
    currency { alpha_code } funder { id name }
  }
}`)
type Party = { readonly id: string; readonly name: string }
/** The party of a sales invoice is its client, of a bill its supplier. */
type Typed = Answer<typeof adhoc_fee>['documents'][number] & { readonly party: Party | null }

async function readTyped(kind: SingleKind, id: string, signal: AbortSignal): Promise<Typed | null> {
  if (kind === 'sales_invoice') {
    const row = (await graphql(sales_invoice, { id }, signal)).documents.at(0)
    return row ? { ...row, party: row.client } : null
  }
  if (kind === 'purchase_ledger') {
    const row = (await graphql(purchase_ledger, { id }, signal)).documents.at(0)
    return row ? { ...row, party: row.payment_company } : null
  }
  const row = (await graphql(adhoc_fee, { id }, signal)).documents.at(0)
  return row ? { ...row, party: null } : null
}

const picked = (party: Party | null) => (party ? { value: party.id, label: party.name } : undefined)

/** Buttons of a draft that the viewer may correct. */
export function EditSingle({ kind, id, human_id }: { kind: SingleKind; id: string; human_id: string }) {
  const { category } = useSession()
  const go = useGo()
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const typed = useQuery({
    queryKey: ['single_document', id],
    queryFn: ({ signal }) => readTyped(kind, id, signal),
  }).data
  const remove = useAction(`contract.${kind}.delete`, {
    success: `${human_id} is deleted`,
    onDone: () => go.replace(pathOf({ category, path: `contract/${kind}` })),
  })
  return (
    <>
      <Button onClick={() => setDeleting(true)}>Delete</Button>
      <Button disabledReason={typed ? null : 'It is being read'} onClick={() => setEditing(true)}>
        Edit
      </Button>
      <ConfirmAction
        open={isDeleting}
        onClose={() => setDeleting(false)}
        label="Delete"
        tone="danger"
        description={`${single_words[kind]} ${human_id} is deleted. Cancel it instead to keep it with a reason.`}
        onConfirm={async () => (await remove.run({ id })) !== undefined}
      />
      {isEditing && typed && (
        <VerbModal
          title={`Edit ${human_id}`}
          action_id={`contract.${kind}.update`}
          fixed={{ id }}
          initial={valuesOf(kind, typed)}
          fields={singleFields(kind, {
            party: picked(typed.party),
            funder: picked(typed.funder),
          })}
          submit="Save"
          success={`${human_id} is changed`}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}

function valuesOf(kind: SingleKind, typed: Typed) {
  const common = {
    title: typed.title,
    description: typed.description ?? '',
    amount: typed.amount ?? '',
    tax_type: typed.tax_type ?? '',
    currency: typed.currency?.alpha_code ?? 'GBP',
    po_number: typed.po_number ?? '',
    payment_terms: String(typed.payment_terms ?? ''),
    funder_id: typed.funder?.id ?? '',
  }
  if (kind === 'adhoc_fee') return common
  const reference = typed.reference ?? ''
  return kind === 'sales_invoice'
    ? { ...common, reference, client_id: typed.party?.id ?? '' }
    : { ...common, reference, supplier_id: typed.party?.id ?? '' }
}
