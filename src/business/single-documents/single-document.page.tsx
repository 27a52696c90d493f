/** A single document: its facts, and raising or cancelling it. */
import { useState } from 'react'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { invoices_tab } from '../invoices/invoice.list.tsx'
import { adhoc_fee, purchase_ledger, sales_invoice } from '../placements/contract-kinds.entity.ts'
import { RecordBlocks } from '../platform/blocks/record-blocks.card.tsx'
import type { SingleKind } from '../shared/invoice-types.rules.ts'
import { EditSingle } from './edit-single.form.tsx'
import { can, single_words } from './single-document.rules.ts'

const amounts = [
  { field: 'amount' },
  { field: 'tax_amount' },
  { field: 'tax_type' },
  { field: 'currency.alpha_code', label: 'Currency' },
  { field: 'payment_terms', label: 'Payment Terms, Days' },
] as const

export const sales_invoice_record = record({
  entity: sales_invoice,
  what: 'Sales invoice',
  title: 'human_id',
  badge: 'status',
  meta: [{ field: 'title' }, { field: 'client.name' }],
  cards: [
    {
      title: 'Sales invoice',
      facts: [
        { field: 'title' },
        { field: 'client.name', label: 'Client' },
        { field: 'agency.name', label: 'Agency' },
        { field: 'funder.name', label: 'Shown to Funder', only: ['agency', 'funder', 'provider'] },
        { field: 'reference' },
        { field: 'po_number' },
        { field: 'description', wide: true },
      ],
    },
    { title: 'Amounts', facts: amounts },
  ],
  tabs: (id) => [invoices_tab('contract_id', id)],
})

export const purchase_ledger_record = record({
  entity: purchase_ledger,
  what: 'Purchase ledger',
  title: 'human_id',
  badge: 'status',
  meta: [{ field: 'title' }, { field: 'payment_company.name' }],
  cards: [
    {
      title: 'Purchase ledger',
      facts: [
        { field: 'title' },
        { field: 'payment_company.name', label: 'Supplier' },
        { field: 'agency.name', label: 'Agency' },
        { field: 'funder.name', label: 'Shown to Funder', only: ['agency', 'funder', 'provider'] },
        { field: 'reference', label: 'Number of the Bill' },
        { field: 'po_number' },
        { field: 'description', wide: true },
      ],
    },
    { title: 'Amounts', facts: amounts },
  ],
  tabs: (id) => [invoices_tab('contract_id', id)],
})

export const adhoc_fee_record = record({
  entity: adhoc_fee,
  what: 'Ad-hoc fee',
  title: 'human_id',
  badge: 'status',
  meta: [{ field: 'title' }, { field: 'agency.name' }],
  cards: [
    {
      title: 'Ad-hoc fee',
      facts: [
        { field: 'title' },
        { field: 'agency.name', label: 'Agency' },
        { field: 'funder.name', label: 'Shown to Funder', only: ['agency', 'funder', 'provider'] },
        { field: 'reference' },
        { field: 'description', wide: true },
      ],
    },
    { title: 'Amounts', facts: amounts },
  ],
  tabs: (id) => [invoices_tab('contract_id', id)],
})

const records = {
  sales_invoice: sales_invoice_record,
  purchase_ledger: purchase_ledger_record,
  adhoc_fee: adhoc_fee_record,
} as const

function Single({ kind }: { kind: SingleKind }) {
  return (
    <RecordPage
      screen={records[kind]}
      actions={(row) => <Actions kind={kind} row={row} />}
      after={(row) => <RecordBlocks entity={`contract.${kind}`} id={row.id} />}
    />
  )
}

function Actions({ kind, row }: { kind: SingleKind; row: ListRow }) {
  const session = useSession()
  const [asking, setAsking] = useState<'Raise' | 'Cancel' | null>(null)
  const facts = { type: kind, human_id: String(row.human_id), status: String(row.status) }
  const raise = useAction<{ invoice_human_id: string }>(`contract.${kind}.raise`, {
    success: (made) => `Raised as ${made.invoice_human_id}`,
  })
  const cancel = useAction(`contract.${kind}.cancel`, {
    shows: ['comment'],
    success: `${facts.human_id} is cancelled`,
  })
  return (
    <>
      {can.update(facts, session) === true && (
        <EditSingle kind={kind} id={row.id} human_id={facts.human_id} />
      )}
      {can.cancel(facts, session) === true && <Button onClick={() => setAsking('Cancel')}>Cancel</Button>}
      {can.raise(facts, session) === true && (
        <Button tone="primary" onClick={() => setAsking('Raise')}>
          Raise
        </Button>
      )}
      <ConfirmAction
        open={asking !== null}
        onClose={() => setAsking(null)}
        label={asking ?? 'Raise'}
        error={cancel.errors.comment}
        description={
          asking === 'Cancel'
            ? `${facts.human_id} is removed.`
            : `${single_words[kind]} ${facts.human_id} gets its number and today’s date, and can’t change after that.`
        }
        onConfirm={async (comment) =>
          (asking === 'Cancel'
            ? await cancel.run({ id: row.id, comment })
            : await raise.run({ id: row.id })) !== undefined
        }
      />
    </>
  )
}

export const SalesInvoicePage = () => <Single kind="sales_invoice" />
export const PurchaseLedgerPage = () => <Single kind="purchase_ledger" />
export const AdhocFeePage = () => <Single kind="adhoc_fee" />
