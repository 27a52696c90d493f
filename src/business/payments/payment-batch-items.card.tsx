/** The items of a batch: payee, document, account, and the reason of a hold. */
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession, useViewer } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount, amountText } from '#web/kinds/amount.tsx'
import { sortCodeText } from '#web/kinds/text.tsx'
import { dayText } from '#web/kinds/time.tsx'
import type { Tone } from '#web/ui/Badge.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { invoice } from '../invoices/invoice.entity.ts'
import { payroll_payment } from './creditors/payroll-payment.entity.ts'
import { payment_batch_item } from './payment-batch.entity.ts'
import type { Batch, Item } from './payment-batch.hook.ts'
import { can, no_check_facts } from './payment-batch.rules.ts'
import { ItemWhy } from './payment-batch-why.card.tsx'
import type { SentBack } from './payment-return.form.tsx'
import { ReturnDialog } from './payment-return.form.tsx'
import { useRecordsReturns } from './payment-return.hook.ts'

const tones: Record<Item['status'], Tone> = {
  included: 'progress',
  held: 'attention',
  paid: 'positive',
  removed: 'neutral',
  returned: 'critical',
}

/** `12-34-56 12345678`, or the IBAN; each on one line. */
function accountText(account: Item['bank_account']): string {
  if (!account) return 'None'
  const sort = account.sort_code && sortCodeText(account.sort_code)
  return sort ? `${sort} ${account.account_number ?? ''}` : (account.iban ?? account.account_number ?? '')
}

/** Below a desktop, payee and amount stand on the first line of an item; nothing of it is out of sight. */
const narrow = {
  table: 'max-desktop:block max-desktop:[&>tbody]:block max-desktop:[&>thead]:hidden',
  row: 'max-desktop:grid max-desktop:grid-cols-[minmax(0,1fr)_auto] max-desktop:border-b max-desktop:border-n6 max-desktop:py-1 max-desktop:[&>td]:h-auto max-desktop:[&>td]:border-b-0 max-desktop:[&>td]:px-3',
  left: 'max-desktop:col-start-1',
  right: 'max-desktop:col-start-2 max-desktop:text-right',
} as const

export function Items({ batch }: { batch: Batch }) {
  const viewer = useViewer()
  // Only review and completion ask for these facts.
  const facts = { ...batch, ...no_check_facts }
  const mayHold = can.hold_item(facts, viewer) === true
  const mayRelease = can.release_item(facts, viewer) === true
  const hold = useAction('payment.payment_batch.hold_item', {
    shows: ['reason'],
    success: 'The item is held',
  })
  const release = useAction('payment.payment_batch.release_item', {
    shows: ['reason'],
    success: 'The item is in the batch again',
  })
  const [asked, setAsked] = useState<{ item: Item; step: 'Hold' | 'Release' } | null>(null)
  const recordsReturns = useRecordsReturns()
  const [returned, setReturned] = useState<SentBack | null>(null)
  const currency = batch.currency?.alpha_code
  if (batch.items.length === 0) return <p className="p-3 text-n11">Nothing was due on the run date.</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label="Items, rows" tabIndex={0}>
        <Table
          heads={[
            'Payee',
            'Document',
            'Due Date',
            'Account',
            'Status',
            { numeric: 'Amount' },
            { hidden: 'Actions' },
          ]}
          className={narrow.table}
        >
          {batch.items.map((item) => (
            <tr key={item.id} className={narrow.row}>
              <Td className="max-w-80 py-1 desktop:min-w-50">
                <span className="block desktop:truncate">{item.payee?.name}</span>
                {item.agency && item.agency.name !== item.payee?.name && (
                  <span className="block truncate text-12 text-n11">{item.agency.name}</span>
                )}
              </Td>
              <Td className={cx('whitespace-nowrap py-1', narrow.left)}>
                <Document item={item} />
              </Td>
              <Td className={cx('whitespace-nowrap', narrow.right)}>
                <span className="text-12 text-n11 desktop:hidden">Due </span>
                {dueText(item)}
              </Td>
              <Td className={cx('numeric desktop:whitespace-nowrap', narrow.left)}>
                {accountText(item.bank_account)}{' '}
                {item.is_first_payment && item.bank_account && <Badge tone="attention">First payment</Badge>}
              </Td>
              <Td className={cx('max-w-80 py-1 desktop:min-w-40', narrow.left)}>
                <Badge tone={tones[item.status]}>
                  {labelIn(payment_batch_item.fields.status.choices, item.status)}
                </Badge>
                {item.hold_reason && <span className="block text-12 text-n11">{item.hold_reason}</span>}
              </Td>
              <Td numeric className="whitespace-nowrap max-desktop:col-start-2 max-desktop:row-start-1">
                <ItemWhy item={item} currency={currency} /> <Amount value={item.amount} currency={currency} />
              </Td>
              <Td
                className={cx(
                  'w-px whitespace-nowrap max-desktop:w-auto max-desktop:empty:hidden',
                  narrow.right,
                )}
              >
                {item.status === 'included' && mayHold && (
                  <Button size="sm" tone="quiet" onClick={() => setAsked({ item, step: 'Hold' })}>
                    Hold
                  </Button>
                )}
                {item.status === 'held' && mayRelease && (
                  <Button
                    size="sm"
                    tone="quiet"
                    verb="payment.payment_batch.release_item"
                    onClick={() => setAsked({ item, step: 'Release' })}
                  >
                    Release
                  </Button>
                )}
                {item.status === 'paid' && item.payment && recordsReturns && (
                  <Button
                    size="sm"
                    tone="quiet"
                    onClick={() => item.payment && setReturned(sentBack(item, item.payment))}
                  >
                    Record return
                  </Button>
                )}
                {item.payment && (
                  <a
                    className="text-a11 hover:underline"
                    href={`/api/pdf/payment/${item.payment.id}?download=1`}
                    download
                  >
                    Advice {item.payment.human_id}
                  </a>
                )}
              </Td>
            </tr>
          ))}
        </Table>
      </section>
      {returned && <ReturnDialog payment={returned} onClose={() => setReturned(null)} />}
      <ConfirmAction
        open={asked !== null}
        onClose={() => setAsked(null)}
        label={asked?.step ?? 'Hold'}
        withComment="required"
        error={(asked?.step === 'Release' ? release : hold).errors.reason}
        description={
          asked?.step === 'Release'
            ? `This batch pays ${amountText(asked.item.amount, currency)} to ${asked.item.payee?.name ?? ''}, ${accountText(asked.item.bank_account)}.`
            : `Holds ${asked ? amountText(asked.item.amount, currency) : ''} to ${asked?.item.payee?.name ?? ''} until the item is released.`
        }
        onConfirm={async (reason) => {
          if (asked === null) return false
          const run = asked.step === 'Hold' ? hold : release
          return (await run.run({ item_id: asked.item.id, reason })) !== undefined
        }}
      />
    </>
  )
}

function sentBack(item: Item, payment: NonNullable<Item['payment']>): SentBack {
  return { payment_id: payment.id, human_id: payment.human_id, payee: item.payee?.name ?? 'the payee' }
}

function dueText({ invoice, payroll_payment }: Item): string | null {
  const due_date = invoice?.due_date ?? payroll_payment?.due_date
  return due_date === undefined ? null : dayText(due_date)
}

function Document({ item }: { item: Item }) {
  const { category } = useSession()
  const receipt = item.refund?.payment_receipt_summary
  if (receipt) {
    return (
      <>
        <Link to={pathOf({ category, path: 'transaction/receipts', id: receipt.id })}>
          {receipt.human_id}
        </Link>
        <span className="block text-12 text-n11">Refund</span>
      </>
    )
  }
  if (item.payroll_payment) {
    const { id, human_id, kind } = item.payroll_payment
    return (
      <>
        <Link to={pathOf({ category, path: 'paye/payroll_payment', id })}>{human_id}</Link>
        <span className="block text-12 text-n11">{labelIn(payroll_payment.fields.kind.choices, kind)}</span>
      </>
    )
  }
  if (!item.invoice) return null
  return (
    <>
      <Link to={pathOf({ category, path: 'transaction/invoice', id: item.invoice.id })}>
        {item.invoice.human_id}
      </Link>
      <span className="block text-12 text-n11">
        {labelIn(invoice.fields.type.choices, item.invoice.type)}
      </span>
    </>
  )
}
