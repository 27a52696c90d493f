/** Matching a receipt: candidates with reasons, editable amounts, the difference always in sight (experience.md, page 6). */
import { useDeferredValue, useMemo, useState } from 'react'
import { displayMoney, formatMoney } from '#kernel/money.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox, TextInput } from '#web/ui/inputs.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { leftOf, moneyOf, offeredAmount } from './match-basket.rules.ts'
import type { OpenDocument, ReceiptData } from './receipt-data.page.tsx'
import { useCandidates } from './receipt-data.page.tsx'
import type { Candidate, Suggestion } from './suggest.rules.ts'
import { compareSuggestions, suggest } from './suggest.rules.ts'

type Row = Candidate & Suggestion & { readonly document: OpenDocument }

export function CashMatch({ receipt }: { receipt: ReceiptData }) {
  const code = receipt.currency?.alpha_code
  const unmatched = moneyOf(minorOf(receipt.unmatched_amount), code)
  const [search, setSearch] = useState('')
  const query = useCandidates(receipt, useDeferredValue(search))
  const ranked = useMemo(() => {
    const rows = (query.data ?? []).map((document) => ({ document, ...toCandidate(document, code) }))
    const facts = { ...receipt, unmatched_amount: moneyOf(minorOf(receipt.unmatched_amount), code) }
    return rows.map((row): Row => ({ ...row, ...suggest(facts, row, rows) })).sort(compareSuggestions)
  }, [query.data, receipt, code])
  /** Amounts as typed, by document; a document that is not in is not matched. */
  const [basket, setBasket] = useState<Readonly<Record<string, string>>>({})
  const [shown, setShown] = useState<Readonly<Record<string, string>>>({})
  const match = useAction('transaction.payment_receipt.match', {
    success: 'Matched',
    onDone: () => setBasket({}),
  })
  const left = leftOf(unmatched, Object.values(basket))
  const take = ({ document, outstanding_balance }: Row, on: boolean) => {
    match.clearErrors()
    setShown((now) => ({ ...now, [document.id]: formatMoney(outstanding_balance) }))
    setBasket(({ [document.id]: _, ...rest }) => {
      const free = leftOf(unmatched, Object.values(rest)) ?? unmatched
      return on ? { ...rest, [document.id]: formatMoney(offeredAmount(free, outstanding_balance)) } : rest
    })
  }
  const confirm = () =>
    void match.run({
      id: receipt.id,
      matches: Object.entries(basket).map(([invoice_id, amount]) => ({
        invoice_id,
        amount,
        ...(shown[invoice_id] ? { outstanding_balance: shown[invoice_id] } : {}),
      })),
    })
  useShortcuts(
    ranked.slice(0, 9).map((one, at) => ({
      keys: String(at + 1),
      label: `Take candidate ${at + 1}`,
      group: 'Cash matching',
      run: () => take(one, !(one.document.id in basket)),
    })),
  )
  const chosen = Object.keys(basket)
  return (
    <Card title="Match with open invoices" flush>
      <div className="border-b p-3">
        <TextInput
          label="Find by invoice or client"
          value={search}
          onChange={setSearch}
          maxLength={20}
          placeholder="Search..."
          hint={
            search
              ? 'Across clients, in this currency only.'
              : 'Open invoices of this payer; search to look further.'
          }
        />
      </div>
      {query.data && ranked.length === 0 && <p className="p-3 text-n11">No Records Found</p>}
      <ul>
        {ranked.map((one, at) => (
          <CandidateLine
            key={one.document.id}
            row={one}
            place={at + 1}
            amount={basket[one.document.id]}
            error={match.errors[`matches.${chosen.indexOf(one.document.id)}.amount`]}
            onTake={(on) => take(one, on)}
            onAmount={(text) => {
              match.clearErrors()
              setBasket((now) => ({ ...now, [one.document.id]: text }))
            }}
          />
        ))}
      </ul>
      <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-t bg-surface p-3">
        <p className="flex-1" aria-live="polite">
          {left === null ? (
            <span className="text-red11">Please enter a valid number</span>
          ) : (
            <>
              Left unmatched{' '}
              <strong className={cx('numeric', left.minor < 0 && 'text-red11')}>{displayMoney(left)}</strong>
            </>
          )}
        </p>
        <Button
          tone="primary"
          busy={match.busy}
          disabledReason={reasonNot(chosen.length, left?.minor ?? null)}
          onClick={confirm}
        >
          Match {chosen.length > 0 ? chosen.length : ''}
        </Button>
      </div>
    </Card>
  )
}

function reasonNot(chosen: number, left: number | null): string | null {
  if (chosen === 0) return 'Choose at least one invoice'
  if (left === null) return 'Please enter a valid number'
  return null
}

function toCandidate(document: OpenDocument, code: string | undefined): Candidate {
  return {
    human_id: document.human_id,
    client_id: document.client_id ?? '',
    client_name: document.client?.name ?? '',
    po_number: document.po_number,
    due_date: document.due_date,
    outstanding_balance: moneyOf(minorOf(document.outstanding_balance), code),
  }
}

function CandidateLine({
  row: { document, reasons, outstanding_balance, is_certain },
  place,
  amount,
  error,
  onTake,
  onAmount,
}: {
  row: Row
  place: number
  amount: string | undefined
  error: string | undefined
  onTake: (on: boolean) => void
  onAmount: (text: string) => void
}) {
  const taken = amount !== undefined
  return (
    <li
      className={cx(
        'grid gap-x-3 gap-y-1 border-b border-n6 px-3 py-2 tablet:grid-cols-[24px_minmax(0,1fr)_auto_160px] tablet:items-center',
        taken && 'bg-a2',
      )}
    >
      <Checkbox label={`Match ${document.human_id}`} hideLabel checked={taken} onChange={onTake} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          {place < 10 && (
            <kbd aria-hidden className="rounded border border-n7 px-1 text-12 text-n10">
              {place}
            </kbd>
          )}
          <span className="font-medium">{document.human_id}</span>
          <span className="truncate text-n11">{document.client?.name}</span>
          {reasons.map((reason) => (
            <Badge key={reason} tone={is_certain ? 'positive' : 'neutral'} dot={false}>
              {reason}
            </Badge>
          ))}
        </p>
        <p className="text-12 text-n11">Due {dayText(document.due_date)}</p>
      </div>
      <p className="tablet:text-right">
        <Amount value={document.outstanding_balance} currency={outstanding_balance.currency} strong />
        <span className="block text-12 text-n11">outstanding</span>
      </p>
      <div>
        {taken && (
          <TextInput
            label={`Amount for ${document.human_id}`}
            inputMode="decimal"
            maxLength={15}
            value={amount}
            onChange={onAmount}
            error={error}
            className="numeric text-right"
          />
        )}
      </div>
    </li>
  )
}
