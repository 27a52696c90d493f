/** Invoices that a receipt may pay, each with its reasons (experience.md, page 6). */
import { useState } from 'react'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox, TextInput } from '#web/ui/inputs.tsx'
import type { Basket } from './basket.hook.ts'
import type { SuggestedMatch } from './suggest.rules.ts'

export function SearchFurther({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <div className="border-b p-3">
      <TextInput
        label="Find by invoice or client"
        value={value}
        onChange={onChange}
        maxLength={20}
        placeholder="Search..."
        hint={
          value
            ? 'Across clients, in this currency only.'
            : 'Open invoices of this payer and its usual clients. Search for others.'
        }
      />
    </div>
  )
}

/** The search as typed, for a list that is read again with it. */
export function useSearchFurther() {
  const [search, setSearch] = useState('')
  return { search, setSearch }
}

export function CandidateLine({
  one,
  place,
  currency,
  basket,
  withAmount,
  current = false,
}: {
  one: SuggestedMatch
  /** The key that takes it; 10 and more have none. */
  place: number
  currency: string | undefined
  basket: Basket
  /** The amount is typed here; on the matching page it is in the basket. */
  withAmount: boolean
  current?: boolean
}) {
  const amount = basket.amounts[one.invoice_id]
  const taken = amount !== undefined
  return (
    <li
      className={cx(
        'grid gap-x-3 gap-y-1 border-b border-n6 px-3 py-2 tablet:items-center',
        withAmount
          ? 'tablet:grid-cols-[24px_minmax(0,1fr)_auto_160px]'
          : 'grid-cols-[24px_minmax(0,1fr)_auto]',
        taken && 'bg-a2',
        current && 'outline-2 -outline-offset-2 outline-a8',
      )}
    >
      <Checkbox
        label={`Match ${one.human_id}`}
        hideLabel
        checked={taken}
        onChange={(on) => basket.take(one, on)}
      />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {place < 10 && (
            <kbd aria-hidden className="rounded border border-n7 px-1 text-12 text-n11">
              {place}
            </kbd>
          )}
          <span className="font-medium">{one.human_id}</span>
          <span className="truncate text-n11">{one.client_name}</span>
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-1 text-12 text-n11">
          <span className="mr-1">Due {dayText(one.due_date)}</span>
          {one.reasons.map((reason) => (
            <Badge key={reason} tone={one.is_certain ? 'positive' : 'neutral'} dot={false}>
              {reason}
            </Badge>
          ))}
        </p>
      </div>
      <p className="text-right">
        <Amount value={one.outstanding_balance} currency={currency} strong />
        <span className="block text-12 text-n11">outstanding</span>
        <span className="numeric block text-12 text-n11" title="Match score">
          score {one.score}
        </span>
      </p>
      {withAmount && (
        <div>
          {taken && (
            <TextInput
              label={`Amount for ${one.human_id}`}
              inputMode="decimal"
              maxLength={15}
              value={amount}
              onChange={(text) => basket.setAmount(one.invoice_id, text)}
              error={basket.errorOf(one.invoice_id)}
              className="numeric text-right"
            />
          )}
        </div>
      )}
    </li>
  )
}
