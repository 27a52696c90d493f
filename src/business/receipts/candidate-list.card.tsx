/** Invoices that a receipt may pay, each with its reasons (experience.md, page 6). */
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox, TextInput } from '#web/ui/inputs.tsx'
import type { Basket } from './basket.hook.ts'
import { CandidateName } from './candidate-name.card.tsx'
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

/** Reasons of all candidates, once for all of them. */
export function SharedReasons({ shared }: { shared: readonly string[] }) {
  if (shared.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-1 border-b px-3 py-2 text-12 text-n11">
      <span className="mr-1">All of these:</span>
      {shared.map((reason) => (
        <Badge key={reason} tone="neutral" dot={false}>
          {reason}
        </Badge>
      ))}
    </p>
  )
}

export function CandidateLine({
  one,
  place,
  currency,
  basket,
  withAmount,
  shared,
  current = false,
}: {
  one: SuggestedMatch
  /** The key that takes it; 10 and more have none. */
  place: number
  currency: string | undefined
  basket: Basket
  /** The amount is typed here; on the matching page it is in the basket. */
  withAmount: boolean
  shared: readonly string[]
  current?: boolean
}) {
  const amount = basket.amounts[one.invoice_id]
  const taken = amount !== undefined
  return (
    <li
      className={cx(
        'grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-b border-n6 px-3 py-2 tablet:items-center',
        withAmount && 'tablet:grid-cols-[24px_minmax(0,1fr)_160px_auto]',
        taken && 'bg-a2',
        current && 'outline-2 -outline-offset-2 outline-a8',
      )}
    >
      <Checkbox
        label={`Match ${one.human_id}`}
        hideLabel
        area="-m-3 grid size-12 place-items-center tablet:-m-2 tablet:size-8"
        checked={taken}
        onChange={(on) => basket.take(one, on)}
      />
      <CandidateName
        one={one}
        due={`Due ${dayText(one.due_date)}`}
        shared={shared}
        {...(place < 10 ? { place } : {})}
      />
      <p className="text-right tablet:col-start-[-2]">
        <Amount value={one.outstanding_balance} currency={currency} strong />
        <span className="block text-12 text-n11">outstanding</span>
      </p>
      {withAmount && (
        <div className="col-span-2 col-start-2 tablet:col-span-1 tablet:col-start-3 tablet:row-start-1">
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
