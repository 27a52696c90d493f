/** One payment batch: its items, maker and checker, and the next step (spec §4; money.md §1.6). */

import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { countText } from '#kernel/count-text.ts'
import { formatMoney, moneyOf } from '#kernel/money.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { usePlace } from '#web/core/place.ts'
import { useViewer } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount, amountText, minorOf } from '#web/kinds/amount.tsx'
import { dayText, instantText } from '#web/kinds/time.tsx'
import type { Tone } from '#web/ui/Badge.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { RecoveredCard } from '../funding/recovered.card.tsx'
import { Agreement } from '../ledger/agreement.card.tsx'
import { usePersonName } from '../parties/person-name.hook.ts'
import { PaymentFileCard } from '../payment-files/payment-file.form.tsx'
import { nextCheckText } from '../payments/next-check.rules.ts'
import { payment_batch } from '../payments/payment-batch.entity.ts'
import type { Batch } from '../payments/payment-batch.hook.ts'
import { useBatch, useBatchCheck, usePayingAccount } from '../payments/payment-batch.hook.ts'
import type { BatchAction, BatchStatus } from '../payments/payment-batch.rules.ts'
import { can, itemsText, no_check_facts } from '../payments/payment-batch.rules.ts'
import { Items } from '../payments/payment-batch-items.card.tsx'
import { BatchWhy } from '../payments/payment-batch-why.card.tsx'
import { SuggestedReturns } from '../payments/payment-return.form.tsx'
import { useReturns } from '../payments/payment-return.hook.ts'
import { RecordBlocks } from '../platform/blocks/record-blocks.card.tsx'
import { RecordState } from '../shared/record-state.card.tsx'

const tones: Record<BatchStatus, Tone> = {
  hold: 'neutral',
  under_review: 'attention',
  reviewed: 'progress',
  completed: 'positive',
  cancelled: 'neutral',
}

export function PaymentBatchPage() {
  const { id } = usePlace()
  const query = useBatch(id)
  return (
    <RecordState query={query} what="Payment batch">
      {(batch) => <BatchView key={batch.id} batch={batch} />}
    </RecordState>
  )
}

function BatchView({ batch }: { batch: Batch }) {
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
            <span>{itemsText(batch.item_count)}</span>
          </>
        }
        actions={<Steps batch={batch} />}
      />
      <div className="flex flex-col gap-4 px-4 pb-6">
        {batch.status === 'completed' && (
          <Agreement root="get_payment_batch_agreement" args={{ batch_id: batch.id }} />
        )}
        <div className="grid items-start gap-4 wide:grid-cols-2">
          <Facts batch={batch} />
          <PaymentFileCard batch={batch} />
        </div>
        <Returned batch={batch} />
        <RecoveredCard batch={batch} />
        <Card title="Items" flush>
          <Items batch={batch} />
        </Card>
        <RecordBlocks entity="payment.payment_batch" id={batch.id} />
      </div>
    </>
  )
}

/** Returned payments found on later statements. */
function Returned({ batch }: { batch: Batch }) {
  const query = useReturns(batch.id, batch.status === 'completed')
  return <SuggestedReturns returns={query.data ?? []} />
}

/** The steps with their people: maker and checker differ. */
function Facts({ batch }: { batch: Batch }) {
  const code = batch.currency?.alpha_code
  const returned = batch.items
    .filter((item) => item.status === 'returned')
    .reduce((sum, item) => sum + minorOf(item.amount), 0)
  const nameOf = usePersonName([batch.made_by, batch.reviewed_by, batch.completed_by])
  const by = (user_id: string | null, at: string | null) =>
    at === null ? null : `${instantText(at)}, by ${nameOf(user_id)}`
  return (
    <Card title="Batch" className="self-start">
      <PropertiesTable
        columns={1}
        items={[
          {
            label: 'Amount',
            value: (
              <span className="inline-flex items-center gap-1">
                <Amount value={batch.amount} currency={batch.currency?.alpha_code} strong />
                <BatchWhy batch={batch} />
              </span>
            ),
          },
          ...(returned === 0
            ? []
            : [
                {
                  label: 'Returned',
                  value: <Amount value={formatMoney(moneyOf(returned, code))} currency={code} />,
                },
              ]),
          { label: 'Paid from', value: batch.principal?.name },
          { label: 'Created', value: by(batch.made_by, batch.created_at) },
          { label: 'Reviewed', value: by(batch.reviewed_by, batch.reviewed_at) },
          { label: 'Completed', value: by(batch.completed_by, batch.completed_at) },
          { label: 'Cancelled', value: by(batch.cancelled_by, batch.cancelled_at) },
          { label: 'Reason', value: batch.cancel_reason },
        ]}
      />
      <NextCheck batch={batch} />
    </Card>
  )
}

/** The people of the next check. */
function NextCheck({ batch }: { batch: Batch }) {
  const viewer = useViewer()
  const check = useBatchCheck(batch)
  const next = next_steps[batch.status]
  const step = next === 'submit' ? null : next
  const way =
    step && check
      ? nextCheckText({
          step,
          verdict: can[step]({ ...batch, ...check }, viewer),
          checkers: check.checkers,
          free_from: check.free_from && dayText(check.free_from),
        })
      : null
  const isReviewNext = batch.status === 'hold' || batch.status === 'under_review'
  const text = way ?? (isReviewNext ? 'A second person reviews the batch.' : null)
  return text && <p className="mt-2 text-12 text-n11">{text}</p>
}

const next_steps = {
  hold: 'submit',
  under_review: 'review',
  reviewed: 'complete',
  completed: null,
  cancelled: null,
} as const satisfies Record<BatchStatus, BatchAction | null>

const steps = [
  { action: 'submit', label: 'Submit for review', said: 'is under review' },
  { action: 'review', label: 'Mark as reviewed', said: 'is reviewed' },
  { action: 'complete', label: 'Complete and pay', said: 'is completed' },
] as const

/** The next step, or the reason against it. */
function Steps({ batch }: { batch: Batch }) {
  const viewer = useViewer()
  const next = next_steps[batch.status]
  const facts = { ...batch, ...(useBatchCheck(batch) ?? no_check_facts) }
  const step = steps.find((one) => one.action === next)
  const run = useAction(`payment.payment_batch.${next ?? 'submit'}`, {
    success: `${batch.human_id} ${step?.said ?? ''}`,
  })
  const cancel = useAction('payment.payment_batch.cancel', {
    shows: ['reason'],
    success: `${batch.human_id} is cancelled`,
  })
  const [asking, setAsking] = useState<'step' | 'cancel' | null>(null)
  const total = amountText(batch.amount, batch.currency?.alpha_code)
  const account = usePayingAccount(batch)
  if (!step) return null
  return (
    <>
      {can.cancel(facts, viewer) === true && (
        <Button verb="payment.payment_batch.cancel" onClick={() => setAsking('cancel')}>
          Cancel batch
        </Button>
      )}
      <Button
        tone="primary"
        busy={run.busy}
        verb={`payment.payment_batch.${step.action}`}
        disabledReason={reasonOf(can[step.action](facts, viewer))}
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
            ? `Pay ${total} to ${payeesText(batch.items)} from ${account}? This can’t be undone.${firstsText(batch.items)}`
            : `${batch.human_id}, ${total}, ${itemsText(batch.item_count)}.${firstsText(batch.items)}`
        }
        onConfirm={async () =>
          (await run.run({
            id: batch.id,
            ...(step.action === 'review' ? { updated_at: batch.updated_at } : {}),
          })) !== undefined
        }
      />
      <ConfirmAction
        open={asking === 'cancel'}
        onClose={() => setAsking(null)}
        label="Cancel batch"
        error={cancel.errors.reason}
        description={`${itemsText(batch.item_count)} (${total}) will be in the next run.`}
        onConfirm={async (reason) => (await cancel.run({ id: batch.id, reason })) !== undefined}
      />
    </>
  )
}

/** Names the payees with a first payment to their account. */
function firstsText(items: Batch['items']): string {
  const names = new Set(
    items.flatMap((one) =>
      one.status === 'included' && one.is_first_payment ? (one.payee?.name ?? []) : [],
    ),
  )
  return names.size === 0 ? '' : ` First payment to the account of ${[...names].join(', ')}.`
}

function payeesText(items: Batch['items']): string {
  const payees = new Set(items.filter((one) => one.status === 'included').map((one) => one.payee?.name))
  return countText(payees.size, 'payee')
}
