/** One receipt or payment: its matches, and for a receipt the matching (spec §2 cash match; money.md §1.8). */
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { Why } from '#web/blocks/Why.tsx'
import { pathOf, usePlace } from '#web/core/place.ts'
import { hasRole, useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount, amountText, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import type { Tone } from '#web/ui/Badge.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { invoice } from '../invoices/invoice.entity.ts'
import { RecordBlocks } from '../platform/blocks/record-blocks.card.tsx'
import { paymentWhy } from '../settlement/payment-why.view.ts'
import { payment_receipt_summary } from '../settlement/receipt.entity.ts'
import { RecordState } from '../shared/record-state.card.tsx'
import { provider_staff } from '../shared/who-may.rules.ts'
import { CashMatch } from './cash-match.form.tsx'
import type { ReceiptData, ReceiptMatch } from './receipt.hook.ts'
import { useReceipt } from './receipt.hook.ts'
import { Refunds } from './refund.form.tsx'

const tones: Record<ReceiptData['status'], Tone> = {
  allocated: 'attention',
  partially_matched: 'progress',
  matched: 'positive',
  reversed: 'critical',
  cancelled: 'neutral',
}

export function ReceiptPage() {
  const session = useSession()
  const { id } = usePlace()
  const query = useReceipt(session, id ?? '')
  return (
    <RecordState query={query} what="Receipt">
      {(receipt) => <Receipt key={receipt.id} receipt={receipt} />}
    </RecordState>
  )
}

function Receipt({ receipt }: { receipt: ReceiptData }) {
  const session = useSession()
  const works = session.category === 'provider' && hasRole(session, provider_staff)
  const open = receipt.type === 'receipt' && receipt.status !== 'reversed' && receipt.status !== 'cancelled'
  const matching = works && open && minorOf(receipt.unmatched_amount) > 0
  return (
    <>
      <RecordHeader
        title={receipt.human_id}
        badge={
          <Badge tone={tones[receipt.status]}>
            {labelIn(payment_receipt_summary.fields.status.choices, receipt.status)}
          </Badge>
        }
        meta={
          <>
            <span>{receipt.for_business?.name}</span>
            <span>{dayText(receipt.transaction_date)}</span>
            <span>{receipt.reference}</span>
          </>
        }
        actions={works && open ? <Reverse receipt={receipt} /> : <Advice receipt={receipt} />}
      />
      <div className="grid gap-4 px-4 pb-6 wide:grid-cols-[minmax(0,1fr)_340px]">
        <div className="flex min-w-0 flex-col gap-4">
          {matching && <CashMatch receipt={receipt} />}
          <Matches receipt={receipt} mayUnmatch={works && open} />
          {receipt.type === 'receipt' && works && <Refunds receipt={receipt} mayAsk={matching} />}
          <RecordBlocks entity="transaction.payment_receipt_summary" id={receipt.id} facts={receipt} />
        </div>
        <Figures receipt={receipt} />
      </div>
    </>
  )
}

/** The payee's advice; a set-off went through no bank and has none. */
function Advice({ receipt }: { receipt: ReceiptData }) {
  const { category } = useSession()
  const by_bank = category !== 'provider' || receipt.bank_account_id !== null
  if (receipt.type !== 'payment' || !by_bank) return null
  return (
    <a className={buttonClass()} href={`/api/pdf/payment/${receipt.id}?download=1`} download>
      Payment advice
    </a>
  )
}

function Reverse({ receipt }: { receipt: ReceiptData }) {
  const reverse = useAction('transaction.payment_receipt.reverse', {
    shows: ['reason'],
    success: `${receipt.human_id} is reversed`,
  })
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>Reverse receipt</Button>
      <ConfirmAction
        open={asking}
        onClose={() => setAsking(false)}
        label="Reverse receipt"
        withComment="required"
        error={reverse.errors.reason}
        tone="danger"
        description={`Takes back ${amountText(receipt.amount, receipt.currency?.alpha_code)} of ${receipt.human_id} and undoes its matches.`}
        onConfirm={async (reason) => (await reverse.run({ id: receipt.id, reason })) !== undefined}
      />
    </>
  )
}

function Figures({ receipt }: { receipt: ReceiptData }) {
  const currency = receipt.currency?.alpha_code
  const { category } = useSession()
  const why = paymentWhy({ ...receipt })
  const figure = (field: keyof typeof why, strong = false) => (
    <span className="inline-flex items-center gap-1">
      <Amount value={receipt[field]} currency={currency} strong={strong} />
      <Why what={`${labelIn([], field)} of ${receipt.human_id}`} sentences={why[field]} />
    </span>
  )
  return (
    <Card title={receipt.type === 'receipt' ? 'Receipt' : 'Payment'} className="self-start">
      <PropertiesTable
        columns={1}
        items={[
          { label: 'Amount', value: figure('amount', true) },
          { label: 'Matched', value: figure('matched_amount') },
          { label: 'Unmatched', value: figure('unmatched_amount') },
          { label: 'Transaction date', value: dayText(receipt.transaction_date) },
          { label: receipt.type === 'receipt' ? 'Paid by' : 'Paid to', value: receipt.for_business?.name },
          { label: 'Reference', value: receipt.reference },
          ...(receipt.bank_line_id
            ? [
                {
                  label: 'Bank line',
                  value: (
                    <Link to={pathOf({ category, path: 'transaction/bank_line', id: receipt.bank_line_id })}>
                      Open
                    </Link>
                  ),
                },
              ]
            : []),
          ...(receipt.payment_batch_id
            ? [
                {
                  label: 'Payment batch',
                  value: (
                    <Link
                      to={pathOf({ category, path: 'payment/payment_batch', id: receipt.payment_batch_id })}
                    >
                      Open
                    </Link>
                  ),
                },
              ]
            : []),
          ...(receipt.reversal_reason ? [{ label: 'Reversed', value: receipt.reversal_reason }] : []),
        ]}
      />
    </Card>
  )
}

function Matches({ receipt, mayUnmatch }: { receipt: ReceiptData; mayUnmatch: boolean }) {
  const { category } = useSession()
  const currency = receipt.currency?.alpha_code
  const unmatch = useAction('transaction.payment_receipt.unmatch', {
    shows: ['reason'],
    success: 'Match undone',
  })
  const [asking, setAsking] = useState<ReceiptMatch | null>(null)
  return (
    <Card title="Matches" flush>
      {receipt.details.length === 0 ? (
        <p className="p-3 text-n11">Nothing is matched yet.</p>
      ) : (
        <div className="scroll-quiet overflow-x-auto">
          <Table
            heads={['Invoice', 'Type', 'Post Date', { numeric: 'Amount' }, 'Reversed', { hidden: 'Actions' }]}
          >
            {receipt.details.map((match) => (
              <tr key={match.id} className={cx(match.reversal_date && 'text-n10')}>
                <Td>
                  {match.invoice && (
                    <Link
                      to={pathOf({ category, path: 'transaction/invoice', id: match.invoice.id })}
                      className="whitespace-nowrap"
                    >
                      {match.invoice.human_id}
                    </Link>
                  )}
                </Td>
                <Td>{labelIn(invoice.fields.type.choices, match.invoice?.type)}</Td>
                <Td className="whitespace-nowrap">{dayText(match.post_date)}</Td>
                <Td numeric className={cx(match.reversal_date && 'line-through')}>
                  <Amount value={match.amount} currency={currency} />
                </Td>
                <Td className={cx(match.reversal_date && 'min-w-60')}>
                  {match.reversal_date && `${dayText(match.reversal_date)} ${match.reversal_reason ?? ''}`}
                </Td>
                <Td>
                  {mayUnmatch && !match.reversal_date && (
                    <Button size="sm" tone="quiet" onClick={() => setAsking(match)}>
                      Unmatch
                    </Button>
                  )}
                </Td>
              </tr>
            ))}
          </Table>
        </div>
      )}
      <ConfirmAction
        open={asking !== null}
        onClose={() => setAsking(null)}
        label="Unmatch"
        withComment="required"
        error={unmatch.errors.reason}
        description={`${asking?.invoice?.human_id ?? ''} is outstanding by ${amountText(asking?.amount, currency)} more. Other matches stay.`}
        onConfirm={async (reason) =>
          asking !== null && (await unmatch.run({ detail_id: asking.id, reason })) !== undefined
        }
      />
    </Card>
  )
}
