/**
 * Cash matching (experience.md, page 6): receipts on the left, the basket in the middle, candidates on the right. Keys: 1 to
 * 9 take a candidate, Space adds the one shown, a types its amount, Enter confirms, c matches the consolidated invoice, z takes
 * the last pair back, s skips. A phone reads, and matches one receipt with one invoice.
 */

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { countText } from '#kernel/count-text.ts'
import { displayMoney, moneyOf } from '#kernel/money.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { TextInput } from '#web/ui/inputs.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useIsPhone, useMedia } from '#web/ui/media.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { useGo } from '#web/ui/use-go.ts'
import type { Basket, Matched } from './basket.hook.ts'
import { useBasket } from './basket.hook.ts'
import { CandidateLine, SearchFurther, SharedReasons } from './candidate-list.card.tsx'
import { Difference } from './cash-match.form.tsx'
import { ConsolidatedLines } from './consolidated-lines.card.tsx'
import { NothingToMatch } from './nothing-to-match.card.tsx'
import { OneToOne } from './one-to-one.form.tsx'
import { useSuggestions } from './receipt.hook.ts'
import { sharedReasons } from './shared-reasons.rules.ts'

/** `allocated` before `partially_matched`: receipts without a match come first. */
const document = gql(`query receipts_to_match {
  receipts: transaction_payment_receipt_summary(
    where: { type: { _eq: "receipt" }, status: { _in: ["allocated", "partially_matched"] } }
    order_by: [{ status: asc }, { transaction_date: asc }, { human_id: asc }] limit: 100
  ) {
    id human_id amount unmatched_amount transaction_date reference for_business { name } currency { alpha_code }
  }
}`)

type Waiting = Answer<typeof document>['receipts'][number]

export function CashMatchPage() {
  const go = useGo()
  const query = useQuery({
    queryKey: ['receipts_to_match'],
    queryFn: async ({ signal }) =>
      (await graphql(document, {}, signal)).receipts.filter((one) => minorOf(one.unmatched_amount) > 0),
  })
  const receipts = query.data ?? []
  // Of the page, not of a receipt's desk: a receipt that is used up takes its desk away.
  const last = useLastPair()
  const [chosen, setChosen] = useState<string | null>(null)
  const receipt = receipts.find((one) => one.id === chosen) ?? receipts[0]
  const toAuto = pathOf({ category: 'provider', path: 'transaction/auto_match' })
  const next = () => {
    const at = receipts.findIndex((one) => one.id === receipt?.id)
    setChosen(receipts[(at + 1) % Math.max(receipts.length, 1)]?.id ?? null)
  }
  return (
    <>
      <PageHeader
        title="Cash match"
        meta={
          <span>
            {receipts.length === 100 ? '100 and more receipts' : countText(receipts.length, 'receipt')} with
            money left
          </span>
        }
        actions={<Button onClick={() => go.to(toAuto)}>Auto-match</Button>}
      />
      {query.isSuccess && !receipt && <NothingToMatch />}
      {receipt && (
        <div className="grid items-start gap-4 px-4 pb-6 wide:grid-cols-[300px_minmax(0,280px)_minmax(0,1fr)] super:grid-cols-[380px_minmax(0,360px)_minmax(0,1fr)]">
          <ReceiptList receipts={receipts} chosen={receipt.id} onChoose={setChosen} />
          <Desk
            key={receipt.id}
            receipt={receipt}
            onSkip={next}
            // The receipt moves down the list after a match and stays selected.
            onMatched={() => setChosen(receipt.id)}
            isChosen={chosen !== null}
            last={last}
          />
        </div>
      )}
    </>
  )
}

function ReceiptList({
  receipts,
  chosen,
  onChoose,
}: {
  receipts: readonly Waiting[]
  chosen: string
  onChoose: (id: string) => void
}) {
  return (
    <Card title="Receipts" flush>
      <div className="scroll-quiet max-h-60 overflow-y-auto wide:max-h-[70vh]">
        <ul>
          {receipts.map((one) => (
            <li key={one.id} className="border-b border-n6">
              <button
                type="button"
                aria-current={one.id === chosen}
                onClick={() => onChoose(one.id)}
                className={cx(
                  'grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 px-3 py-2 text-left hover:bg-n3',
                  one.id === chosen && 'bg-a3',
                )}
              >
                <span className="wrap-anywhere font-medium">{one.for_business?.name}</span>
                <span className="text-right">
                  <Amount value={one.unmatched_amount} currency={one.currency?.alpha_code} strong />
                </span>
                <span className="wrap-anywhere text-12 text-n11">{one.reference || one.human_id}</span>
                <span className="text-12 text-n11">{dayText(one.transaction_date)}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

/** Basket and candidates of one receipt. */
function Desk({
  receipt,
  onSkip,
  onMatched,
  isChosen,
  last,
}: {
  receipt: Waiting
  onSkip: () => void
  onMatched: () => void
  /** By hand: the keyboard goes to its basket. */
  isChosen: boolean
  last: LastPair
}) {
  const wide = useMedia('(min-width: 1280px)')
  const phone = useIsPhone()
  const code = receipt.currency?.alpha_code
  const [search, setSearch] = useState('')
  const query = useSuggestions(receipt.id, useDeferredValue(search))
  const candidates = query.data?.candidates ?? []
  const consolidated = query.data?.consolidated ?? []
  const shared = sharedReasons(candidates)
  const basket = useBasket(receipt.id, moneyOf(minorOf(receipt.unmatched_amount), code))
  const [at, setAt] = useState(0)
  const desk = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) desk.current?.focus()
  }, [isChosen])
  const confirm = async () => {
    if (basket.reason !== null) return
    const made = await basket.confirm()
    if (!made) return
    last.keep(made)
    onMatched()
  }
  const shown = candidates[Math.min(at, candidates.length - 1)]
  const toggle = (place: number) => {
    const one = candidates[place]
    if (!one) return
    setAt(place)
    basket.take(one, !(one.invoice_id in basket.amounts))
  }
  const step = (by: number) => setAt((now) => Math.max(0, Math.min(candidates.length - 1, now + by)))
  const group = 'Cash matching'
  useShortcuts([
    ...Array.from({ length: 9 }, (_, place) => ({
      keys: String(place + 1),
      label: `Take candidate ${place + 1}`,
      group,
      run: () => toggle(place),
    })),
    { keys: 'j', label: 'Next candidate', group, run: () => step(1) },
    { keys: 'k', label: 'Previous candidate', group, run: () => step(-1) },
    {
      keys: ' ',
      label: 'Add or take out the candidate shown',
      group,
      run: () => toggle(Math.min(at, candidates.length - 1)),
    },
    {
      keys: 'a',
      label: 'Type an amount',
      group,
      run: () => desk.current?.querySelector<HTMLInputElement>('input[inputmode=decimal]')?.focus(),
    },
    { keys: 'Enter', label: 'Confirm', group, inFields: true, run: () => void confirm() },
    { keys: 'z', label: 'Undo last match', group, run: () => void last.takeBack() },
    { keys: 's', label: 'Skip to the next receipt', group, run: onSkip },
  ])
  const foot = <BasketFoot basket={basket} onConfirm={() => void confirm()} onSkip={onSkip} last={last} />
  return (
    <>
      <div ref={desk} tabIndex={-1} className="min-w-0 outline-none wide:sticky wide:top-4">
        <BasketCard receipt={receipt} basket={basket} readOnly={phone}>
          {wide && <div className="border-t p-3">{foot}</div>}
        </BasketCard>
      </div>
      <Card title="Candidates" flush>
        <SearchFurther value={search} onChange={setSearch} />
        <ConsolidatedLines receipt={receipt} consolidated={consolidated} shortcut="c" onMatched={last.keep} />
        {query.data?.candidates.length === 0 && consolidated.length === 0 && (
          <p className="p-3 text-n11">No Records Found</p>
        )}
        <SharedReasons shared={shared} />
        <ul>
          {candidates.map((one, place) =>
            phone ? (
              <OneToOne
                key={one.invoice_id}
                one={one}
                shared={shared}
                receipt={receipt}
                onMatched={last.keep}
              />
            ) : (
              <CandidateLine
                key={one.invoice_id}
                one={one}
                place={place + 1}
                currency={code}
                basket={basket}
                withAmount={false}
                shared={shared}
                current={one === shown && candidates.length > 1}
              />
            ),
          )}
        </ul>
        {!wide && (
          <div className={cx('border-t bg-surface p-3', !phone && 'sticky bottom-0 z-10')}>
            {phone ? <PhoneFoot onSkip={onSkip} last={last} /> : foot}
          </div>
        )}
      </Card>
    </>
  )
}

interface LastPair {
  readonly pair: Matched | null
  readonly keep: (made: readonly Matched[]) => void
  readonly takeBack: () => Promise<void>
  readonly busy: boolean
}

/** Pairs made on this page, the latest first to be taken back: one at a time, and no other. */
let made_here: readonly Matched[] = []

function useLastPair(): LastPair {
  const [pairs, setPairs] = useState(made_here)
  const unmatch = useAction('transaction.payment_receipt.unmatch', { success: 'Last match undone' })
  const set = (next: readonly Matched[]) => {
    made_here = next
    setPairs(next)
  }
  const pair = pairs.at(-1) ?? null
  return {
    pair,
    busy: unmatch.busy,
    keep: (made) => set([...made_here, ...made].slice(-50)),
    takeBack: async () => {
      if (!pair) return
      const done = await unmatch.run({ detail_id: pair.id, reason: 'Undone while matching' })
      if (done !== undefined) set(made_here.filter((one) => one.id !== pair.id))
    },
  }
}

function BasketCard({
  receipt,
  basket,
  readOnly,
  children,
}: {
  receipt: Waiting
  basket: Basket
  /** A phone matches one invoice whole and has no basket. */
  readOnly: boolean
  children: ReactNode
}) {
  const code = receipt.currency?.alpha_code
  const to = pathOf({ category: 'provider', path: 'transaction/receipts', id: receipt.id })
  return (
    <Card title={readOnly ? 'Receipt' : 'Basket'} flush>
      <div className="p-3">
        <p className="flex items-baseline justify-between gap-2">
          <Link to={to} className="inline-flex min-h-6 items-center">
            {receipt.human_id}
          </Link>
          <Amount value={receipt.unmatched_amount} currency={code} strong />
        </p>
        <p className="truncate text-n11">{receipt.for_business?.name}</p>
        <p className="break-words text-12 text-n11">{receipt.reference}</p>
      </div>
      {!readOnly && basket.taken.length === 0 && (
        <p className="border-t p-3 text-n11">Take an invoice from the candidates.</p>
      )}
      {basket.taken.length > 0 && (
        <ul className="scroll-quiet border-t wide:max-h-[46vh] wide:overflow-y-auto">
          {basket.taken.map((one) => (
            <li key={one.invoice_id} className="border-b border-n6 p-3">
              <p className="mb-1 flex justify-between gap-2 text-12">
                <span className="truncate text-n11">{one.client_name}</span>
                <span className="numeric shrink-0 text-n11">
                  of {displayMoney(moneyOf(minorOf(one.outstanding_balance), code))}
                </span>
              </p>
              <TextInput
                label={`Amount for ${one.human_id}`}
                inputMode="decimal"
                maxLength={15}
                value={basket.amounts[one.invoice_id] ?? ''}
                onChange={(text) => basket.setAmount(one.invoice_id, text)}
                error={basket.errorOf(one.invoice_id)}
                className="numeric text-right"
              />
            </li>
          ))}
        </ul>
      )}
      {children}
    </Card>
  )
}

/** The difference and the buttons: always in sight, below the basket or at the foot of the screen. */
function BasketFoot({
  basket,
  onConfirm,
  onSkip,
  last,
}: {
  basket: Basket
  onConfirm: () => void
  onSkip: () => void
  last: LastPair
}) {
  return (
    <div className="flex flex-col gap-2 tablet:max-wide:flex-row tablet:max-wide:items-center">
      <Difference basket={basket} />
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          busy={basket.busy}
          disabledReason={basket.reason}
          onClick={onConfirm}
          shortcut="Enter"
        >
          Match {basket.taken.length > 0 ? basket.taken.length : ''}
        </Button>
        <Button onClick={onSkip} shortcut="s">
          Skip
        </Button>
        <TakeBack last={last} />
      </div>
    </div>
  )
}

function TakeBack({ last }: { last: LastPair }) {
  if (!last.pair) return null
  return (
    <Button tone="quiet" busy={last.busy} onClick={() => void last.takeBack()} shortcut="z">
      Undo last match
    </Button>
  )
}

function PhoneFoot({ onSkip, last }: { onSkip: () => void; last: LastPair }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={onSkip}>Skip</Button>
      <TakeBack last={last} />
    </div>
  )
}
