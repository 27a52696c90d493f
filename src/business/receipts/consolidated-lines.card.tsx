/** Consolidated invoices that a receipt may pay: one click matches all of their members. */
import { countText } from '#kernel/count-text.ts'
import type { Money } from '#kernel/money.ts'
import { compare, displayMoney, moneyOf, parseMoney } from '#kernel/money.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import type { Matched } from './basket.hook.ts'
import { CandidateName } from './candidate-name.card.tsx'
import type { ReceiptData } from './receipt.hook.ts'
import type { SuggestedConsolidated } from './suggest-consolidated.rules.ts'

interface Props {
  receipt: Pick<ReceiptData, 'id' | 'unmatched_amount' | 'currency'>
  consolidated: readonly SuggestedConsolidated[]
  /** The key of the first of them. */
  shortcut?: string
  /** The pairs that were made, for taking back. */
  onMatched?: (made: readonly Matched[]) => void
}

/** The whole invoice, or the receipt's amount: oldest members first. */
function labelOf(one: SuggestedConsolidated, unmatched: Money): string {
  const outstanding = parseMoney(one.outstanding_balance, unmatched.currency)
  return compare(unmatched, outstanding) < 0 ? `Match ${displayMoney(unmatched)} of it` : 'Match all'
}

export function ConsolidatedLines(props: Props) {
  const { receipt, consolidated, shortcut, onMatched } = props
  const currency = receipt.currency?.alpha_code
  /** The unmatched amount of the receipt. */
  const unmatched = moneyOf(minorOf(receipt.unmatched_amount), currency)
  const match = useAction<{ matches: { human_id: string }[]; details: Matched[] }>(
    'transaction.payment_receipt.match_consolidated',
    {
      success: ({ matches }) => `${countText(matches.length, 'invoice')} matched`,
      onDone: ({ details }) => onMatched?.(details),
    },
  )
  const take = (one: SuggestedConsolidated) =>
    void match.run({ id: receipt.id, consolidated_invoice_id: one.consolidated_invoice_id })
  const first = consolidated[0]
  useShortcuts(
    first && shortcut
      ? [
          {
            keys: shortcut,
            label: 'Match the consolidated invoice',
            group: 'Cash matching',
            run: () => take(first),
          },
        ]
      : [],
  )
  if (!first) return null
  return (
    <ul aria-label="Consolidated invoices">
      {consolidated.map((one) => (
        <li
          key={one.consolidated_invoice_id}
          className="grid gap-x-3 gap-y-1 border-b border-n6 bg-n2 px-3 py-2 tablet:grid-cols-[minmax(0,1fr)_auto_auto] tablet:items-center"
        >
          <CandidateName
            one={one}
            due={`Due ${dayText(one.due_date)}, ${countText(one.members, 'document')}`}
          />
          <p className="tablet:text-right">
            <Amount value={one.outstanding_balance} currency={currency} strong />
            <span className="block text-12 text-n11">outstanding</span>
          </p>
          <Button
            size="sm"
            busy={match.busy}
            onClick={() => take(one)}
            {...(shortcut && one === first ? { shortcut } : {})}
          >
            {labelOf(one, unmatched)}
          </Button>
        </li>
      ))}
    </ul>
  )
}
