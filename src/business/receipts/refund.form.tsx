/** Money paid too much: carried on the receipt until it is matched, or given back through a payment batch. */

import { useState } from 'react'
import { displayMoney, formatMoney, moneyOf } from '#kernel/money.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import type { Tone } from '#web/ui/Badge.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { reason_field } from '../shared/form-choices.view.ts'
import type { ReceiptData, ReceiptRefund } from './receipt.hook.ts'

const tones: Record<ReceiptRefund['status'], Tone> = {
  requested: 'attention',
  paid: 'positive',
  cancelled: 'neutral',
}
const words: Record<ReceiptRefund['status'], string> = {
  requested: 'Requested',
  paid: 'Paid',
  cancelled: 'Cancelled',
}

export function Refunds({ receipt, mayAsk }: { receipt: ReceiptData; mayAsk: boolean }) {
  const [asking, setAsking] = useState(false)
  const [cancelling, setCancelling] = useState<ReceiptRefund | null>(null)
  const cancel = useAction('transaction.payment_receipt.cancel_refund', {
    shows: ['reason'],
    success: 'The refund is cancelled',
  })
  const refunds = receipt.refunds ?? []
  const amountOf = (refund: ReceiptRefund) =>
    displayMoney(moneyOf(minorOf(refund.amount), receipt.currency?.alpha_code))
  if (refunds.length === 0 && !mayAsk) return null
  return (
    <Card
      title="Refunds"
      flush
      actions={
        mayAsk && (
          <Button size="sm" onClick={() => setAsking(true)}>
            Refund
          </Button>
        )
      }
    >
      {refunds.length === 0 && (
        <p className="p-3 text-n11">The rest stays on the receipt until it is matched or refunded.</p>
      )}
      <ul>
        {refunds.map((refund) => (
          <li key={refund.id} className="flex flex-wrap items-center gap-3 border-b border-n6 px-3 py-2">
            <Badge tone={tones[refund.status]}>{words[refund.status]}</Badge>
            <span className="min-w-0 flex-1 basis-48">{refund.reason}</span>
            <Amount value={refund.amount} currency={receipt.currency?.alpha_code} strong />
            {refund.status === 'requested' && (
              <Button size="sm" tone="quiet" onClick={() => setCancelling(refund)}>
                Cancel refund
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking && <AskRefund receipt={receipt} onClose={() => setAsking(false)} />}
      <ConfirmAction
        open={cancelling !== null}
        onClose={() => setCancelling(null)}
        label="Cancel refund"
        {...(cancelling ? { description: `${amountOf(cancelling)} stays on the receipt.` } : {})}
        error={cancel.errors.reason}
        onConfirm={async (reason) =>
          cancelling !== null && (await cancel.run({ refund_id: cancelling.id, reason })) !== undefined
        }
      />
    </Card>
  )
}

function AskRefund({ receipt, onClose }: { receipt: ReceiptData; onClose: () => void }) {
  const code = receipt.currency?.alpha_code
  return (
    <VerbModal
      title="Refund"
      description={`Goes to ${receipt.for_business?.name ?? ''} with the next payment batch, once a second person approves it.`}
      action_id="transaction.payment_receipt.refund"
      fixed={{ id: receipt.id }}
      initial={{ amount: formatMoney(moneyOf(minorOf(receipt.unmatched_amount), code)) }}
      fields={[
        { kind: 'money', name: 'amount', label: 'Amount', currency: code, required: true },
        { ...reason_field, kind: 'text' },
      ]}
      submit="Refund"
      success="The refund goes into the next payment batch"
      onClose={onClose}
    />
  )
}
