/** Uses a credit note: sets its open rest against another invoice, or reverses it (money.md §1.8). */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { displayMoney, parseMoney, currency as toCurrency } from '#kernel/money.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { useGo } from '#web/ui/use-go.ts'
import type { InvoiceData } from '../invoices/invoice.hook.ts'
import type { InvoiceType } from '../shared/invoice-types.rules.ts'
import { isClientFacing } from '../shared/invoice-types.rules.ts'
import { isOneOf, provider_staff } from '../shared/who-may.rules.ts'

export function CreditNoteUse({ document }: { document: InvoiceData }) {
  const session = useSession()
  const go = useGo()
  const [asking, setAsking] = useState<'use' | 'reverse' | null>(null)
  const reverse = useAction<{ id: string; human_id: string }>('transaction.invoice.reverse_credit', {
    shows: ['reason'],
    success: (debit) => `${debit.human_id} takes ${document.human_id} back`,
    onDone: (debit) =>
      go.to(pathOf({ category: session.category, path: 'transaction/invoice', id: debit.id })),
  })
  const may = document.is_credit_note && isOneOf(session, { provider: provider_staff })
  // A type of the database, as its entity lists them.
  if (!may || !isClientFacing(document.type as InvoiceType)) return null
  return (
    <>
      {(document.outstanding_balance ?? 0) < 0 && (
        <Button onClick={() => setAsking('use')}>Use credit</Button>
      )}
      <Button onClick={() => setAsking('reverse')}>Reverse</Button>
      {asking === 'use' && <UseCredit document={document} onClose={() => setAsking(null)} />}
      <ConfirmAction
        open={asking === 'reverse'}
        onClose={() => setAsking(null)}
        label="Reverse"
        withComment="required"
        error={reverse.errors.reason}
        description={`New documents reverse ${document.human_id}, which stays unchanged.`}
        onConfirm={async (reason) => (await reverse.run({ id: document.id, reason })) !== undefined}
      />
    </>
  )
}

const open_invoices = gql(`query open($client_id: uuid!, $type: String!, $from: uuid!, $code: String!) {
  open: transaction_invoice(where: { client_id: { _eq: $client_id }, type: { _eq: $type }, from_business_id: { _eq: $from },
    currency: { alpha_code: { _eq: $code } }, status: { _eq: "open" }, is_credit_note: { _eq: false } },
    order_by: { due_date: asc }, limit: 200) {
    id human_id outstanding_balance } }`)

type Open = Answer<typeof open_invoices>['open'][number]

function UseCredit({ document, onClose }: { document: InvoiceData; onClose: () => void }) {
  const code = document.currency?.alpha_code ?? 'GBP'
  const query = useQuery({
    queryKey: ['open_for_credit', document.client_id, document.type, document.from_business_id, code],
    queryFn: async ({ signal }) =>
      (
        await graphql(
          open_invoices,
          { client_id: document.client_id ?? '', type: document.type, from: document.from_business_id, code },
          signal,
        )
      ).open,
  })
  const said = (one: Open) =>
    `${one.human_id}, ${displayMoney(parseMoney(String(one.outstanding_balance), toCurrency(code)))} outstanding`
  return (
    <VerbModal
      title={`Use ${document.human_id}`}
      description="Applies the remaining credit to an open invoice of the same client."
      action_id="transaction.invoice.allocate_credit"
      fixed={{ id: document.id }}
      fields={[
        {
          kind: 'choice',
          name: 'invoice_id',
          label: 'Invoice',
          placeholder: query.data?.length === 0 ? 'No open invoice' : 'Choose an invoice',
          options: (query.data ?? []).map((one) => ({ value: one.id, label: said(one) })),
          required: true,
        },
        {
          kind: 'money',
          name: 'amount',
          label: 'Amount',
          hint: 'Leave empty for the maximum',
          currency: code,
        },
      ]}
      submit="Set against it"
      success={`${document.human_id} is set against the invoice`}
      onClose={onClose}
    />
  )
}
