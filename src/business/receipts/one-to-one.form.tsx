/** Matching on a phone: one receipt with one invoice, as far as both reach; amounts are typed at a desk (experience.md, page 6). */

import { useState } from 'react'
import { displayMoney, formatMoney, moneyOf, parseMoney, sub } from '#kernel/money.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import type { Matched } from './basket.hook.ts'
import { Reasons } from './candidate-name.card.tsx'
import { offeredAmount } from './match-basket.rules.ts'
import type { SuggestedMatch } from './suggest.rules.ts'

interface Props {
  one: SuggestedMatch
  shared: readonly string[]
  receipt: {
    readonly id: string
    readonly human_id: string
    readonly unmatched_amount: number | null
    readonly currency: { readonly alpha_code: string } | null
  }
  /** The pair that was made, for taking back. */
  onMatched: (made: readonly Matched[]) => void
}

export function OneToOne({ one, shared, receipt, onMatched }: Props) {
  const [isAsking, setAsking] = useState(false)
  const code = receipt.currency?.alpha_code
  const unmatched = moneyOf(minorOf(receipt.unmatched_amount), code)
  const outstanding = parseMoney(one.outstanding_balance, unmatched.currency)
  const amount = offeredAmount(unmatched, outstanding)
  const match = useAction<{ details: Matched[] }>('transaction.payment_receipt.match', {
    success: `${one.human_id} is matched`,
    onDone: ({ details }) => onMatched(details),
  })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-n6 px-3 py-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{one.human_id}</span>
          <span className="truncate text-n11">{one.client_name}</span>
        </p>
        <p className="text-12 text-n11">
          Due {dayText(one.due_date)}, <Amount value={one.outstanding_balance} currency={code} /> outstanding
        </p>
      </div>
      <Button
        size="lg"
        busy={match.busy}
        onClick={() => setAsking(true)}
        aria-label={`Match ${one.human_id}`}
      >
        Match
      </Button>
      <p className="col-span-full flex flex-wrap gap-1">
        <Reasons one={one} shared={shared} />
      </p>
      <ConfirmAction
        open={isAsking}
        onClose={() => setAsking(false)}
        label="Match"
        description={`Match ${displayMoney(amount)} of ${receipt.human_id} with ${one.human_id}? Unmatched after: ${displayMoney(sub(unmatched, amount))}, outstanding after: ${displayMoney(sub(outstanding, amount))}.`}
        onConfirm={async () => {
          const { invoice_id, outstanding_balance } = one
          const made = await match.run({
            id: receipt.id,
            matches: [{ invoice_id, amount: formatMoney(amount), outstanding_balance }],
          })
          return made !== undefined
        }}
      />
    </li>
  )
}
