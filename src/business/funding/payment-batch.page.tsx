/** One payment batch: its items, who made and who checked it, and the next step (spec §4; money.md §1.6). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText, instantText } from '#web/kinds/time.tsx'
import type { Tone } from '#web/ui/Badge.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import { invoice } from '../invoices/invoice.entity.ts'
import { payment_batch, payment_batch_item } from '../ledger/payment-batch.entity.ts'
import { RecordState } from '../record-state.page.tsx'
import type { BatchAction, BatchStatus } from './payment-batch.rules.ts'
import { can } from './payment-batch.rules.ts'

interface Item {
  readonly id: string
  readonly amount: number
  readonly status: 'included' | 'held' | 'paid' | 'removed'
  readonly hold_reason: string | null
  readonly payee: { readonly name: string } | null
  readonly agency: { readonly name: string } | null
  readonly bank_account: { readonly sort_code: string | null; readonly account_number: string | null } | null
  readonly invoice: {
    readonly id: string
    readonly human_id: string
    readonly type: string
    readonly due_date: string
  } | null
  readonly payment: { readonly id: string; readonly human_id: string } | null
}

interface Batch {
  readonly id: string
  readonly human_id: string
  readonly status: BatchStatus
  readonly run_date: string
  readonly amount: number
  readonly item_count: number
  readonly made_by: string
  readonly reviewed_at: string | null
  readonly completed_at: string | null
  readonly created_at: string
  readonly currency: { readonly alpha_code: string } | null
  readonly items: readonly Item[]
}

const document = `query batch($id: uuid!) {
  batch: payment_payment_batch_by_pk(id: $id) {
    id human_id status run_date amount item_count made_by reviewed_at completed_at created_at
    currency { alpha_code }
    items(order_by: { created_at: asc }) {
      id amount status hold_reason
      payee { name } agency { name } bank_account { sort_code account_number }
      invoice { id human_id type due_date } payment { id human_id }
    }
  }
}`

const tones: Record<BatchStatus, Tone> = {
  hold: 'neutral',
  under_review: 'attention',
  reviewed: 'progress',
  completed: 'positive',
  cancelled: 'neutral',
}
const item_tones: Record<Item['status'], Tone> = {
  included: 'progress',
  held: 'attention',
  paid: 'positive',
  removed: 'neutral',
}

export function PaymentBatchPage() {
  const { id } = usePlace()
  const query = useQuery({
    queryKey: ['payment_batch', id],
    queryFn: async ({ signal }) => (await graphql<{ batch: Batch | null }>(document, { id }, signal)).batch,
  })
  return (
    <RecordState query={query} what="Payment batch">
      {(batch) => <BatchView key={batch.id} batch={batch} />}
    </RecordState>
  )
}

function BatchView({ batch }: { batch: Batch }) {
  const currency = batch.currency?.alpha_code
  return (
    <>
      <RecordHeader
        title={batch.human_id}
        badge={
          <Badge tone={tones[batch.status]}>
            {labelIn(payment_batch.fields.status.choices, batch.status)}
          </Badge>
        }
        meta={
          <>
            <span>Run date {dayText(batch.run_date)}</span>
            <span>{batch.item_count} items</span>
          </>
        }
        actions={<Steps batch={batch} />}
      />
      <div className="grid gap-4 px-4 pb-6 wide:grid-cols-[minmax(0,1fr)_320px]">
        <Card title="Items" flush>
          <Items batch={batch} />
        </Card>
        <Card title="Batch" className="self-start">
          <PropertiesTable
            columns={1}
            items={[
              { label: 'Amount', value: <Amount value={batch.amount} currency={currency} strong /> },
              { label: 'Made', value: instantText(batch.created_at) },
              { label: 'Reviewed', value: batch.reviewed_at && instantText(batch.reviewed_at) },
              { label: 'Completed', value: batch.completed_at && instantText(batch.completed_at) },
            ]}
          />
        </Card>
      </div>
    </>
  )
}

const steps = [
  { action: 'submit', label: 'Submit for review', said: 'is under review' },
  { action: 'review', label: 'Mark as reviewed', said: 'is reviewed' },
  { action: 'complete', label: 'Complete and pay', said: 'is completed' },
] as const

/** The step that comes next, to press or with the reason why not. */
function Steps({ batch }: { batch: Batch }) {
  const session = useSession()
  const viewer = { category: session.category, roles: session.roles, user_id: session.user.id }
  const next = {
    hold: 'submit',
    under_review: 'review',
    reviewed: 'complete',
    completed: null,
    cancelled: null,
  }[batch.status] as BatchAction | null
  const step = steps.find((one) => one.action === next)
  const run = useAction(`payment.payment_batch.${next ?? 'submit'}`, {
    success: `${batch.human_id} ${step?.said ?? ''}`,
  })
  const cancel = useAction('payment.payment_batch.cancel', { success: `${batch.human_id} is cancelled` })
  const [asking, setAsking] = useState<'step' | 'cancel' | null>(null)
  if (!step) return null
  const allowed = can[step.action](batch, viewer)
  return (
    <>
      {can.cancel(batch, viewer) === true && (
        <Button onClick={() => setAsking('cancel')}>Cancel batch</Button>
      )}
      <Button
        tone="primary"
        busy={run.busy}
        disabledReason={allowed === true ? null : allowed}
        onClick={() => setAsking('step')}
      >
        {step.label}
      </Button>
      <ConfirmAction
        open={asking === 'step'}
        onClose={() => setAsking(null)}
        label={step.label}
        description={
          step.action === 'complete'
            ? `${batch.item_count} documents are paid. This cannot be undone here.`
            : `${batch.human_id}, ${batch.item_count} items.`
        }
        onConfirm={async () => (await run.run({ id: batch.id })) !== undefined}
      />
      <ConfirmAction
        open={asking === 'cancel'}
        onClose={() => setAsking(null)}
        label="Cancel batch"
        description={`Its ${batch.item_count} items go back to the next run.`}
        onConfirm={async (reason) => (await cancel.run({ id: batch.id, reason })) !== undefined}
      />
    </>
  )
}

function Items({ batch }: { batch: Batch }) {
  const session = useSession()
  const viewer = { category: session.category, roles: session.roles, user_id: session.user.id }
  const mayHold = can.hold_item(batch, viewer) === true
  const mayRelease = can.release_item(batch, viewer) === true
  const hold = useAction('payment.payment_batch.hold_item', { success: 'The item is held' })
  const release = useAction('payment.payment_batch.release_item', {
    success: 'The item is in the batch again',
  })
  const [holding, setHolding] = useState<Item | null>(null)
  const currency = batch.currency?.alpha_code
  if (batch.items.length === 0) return <p className="p-3 text-n11">Nothing was due on the run date.</p>
  return (
    <div className="scroll-quiet overflow-x-auto">
      <Table>
        <thead>
          <tr>
            <Th>Payee</Th>
            <Th>Document</Th>
            <Th>Type</Th>
            <Th>Agency</Th>
            <Th>Due Date</Th>
            <Th>Account</Th>
            <Th>Status</Th>
            <Th numeric>Amount</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {batch.items.map((item) => (
            <tr key={item.id}>
              <Td>{item.payee?.name}</Td>
              <Td>
                {item.invoice && (
                  <Link
                    to={pathOf({
                      category: session.category,
                      path: 'transaction/invoice',
                      id: item.invoice.id,
                    })}
                  >
                    {item.invoice.human_id}
                  </Link>
                )}
              </Td>
              <Td>{labelIn(invoice.fields.type.choices, item.invoice?.type)}</Td>
              <Td>{item.agency?.name}</Td>
              <Td>{dayText(item.invoice?.due_date)}</Td>
              <Td className="numeric">
                {item.bank_account
                  ? `${item.bank_account.sort_code ?? ''} ${item.bank_account.account_number ?? ''}`
                  : 'None'}
              </Td>
              <Td>
                <Badge tone={item_tones[item.status]}>
                  {labelIn(payment_batch_item.fields.status.choices, item.status)}
                </Badge>
                {item.hold_reason && <span className="block text-12 text-n11">{item.hold_reason}</span>}
              </Td>
              <Td numeric>
                <Amount value={item.amount} currency={currency} />
              </Td>
              <Td>
                {item.status === 'included' && mayHold && (
                  <Button size="sm" tone="quiet" onClick={() => setHolding(item)}>
                    Hold
                  </Button>
                )}
                {item.status === 'held' && mayRelease && (
                  <Button
                    size="sm"
                    tone="quiet"
                    busy={release.busy}
                    onClick={() => void release.run({ item_id: item.id })}
                  >
                    Release
                  </Button>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <ConfirmAction
        open={holding !== null}
        onClose={() => setHolding(null)}
        label="Hold"
        withComment
        description={`${holding?.payee?.name ?? ''} is not paid by this batch until the item is released.`}
        onConfirm={async (reason) =>
          holding !== null && (await hold.run({ item_id: holding.id, reason })) !== undefined
        }
      />
    </div>
  )
}
