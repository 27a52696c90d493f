/** Matching one receipt on its own page: candidates with reasons, editable amounts, the difference always in sight. */

import { useDeferredValue, useState } from 'react'
import { displayMoney, moneyOf } from '#kernel/money.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import type { Basket } from './basket.hook.ts'
import { useBasket } from './basket.hook.ts'
import { CandidateLine, SearchFurther, SharedReasons } from './candidate-list.card.tsx'
import { ConsolidatedLines } from './consolidated-lines.card.tsx'
import type { ReceiptData } from './receipt.hook.ts'
import { useSuggestions } from './receipt.hook.ts'
import { sharedReasons } from './shared-reasons.rules.ts'

export function CashMatch({ receipt }: { receipt: ReceiptData }) {
  const code = receipt.currency?.alpha_code
  const [search, setSearch] = useState('')
  const query = useSuggestions(receipt.id, useDeferredValue(search))
  const basket = useBasket(receipt.id, moneyOf(minorOf(receipt.unmatched_amount), code))
  const candidates = query.data?.candidates ?? []
  const consolidated = query.data?.consolidated ?? []
  const shared = sharedReasons(candidates)
  useShortcuts(
    candidates.slice(0, 9).map((one, at) => ({
      keys: String(at + 1),
      label: `Take candidate ${at + 1}`,
      group: 'Cash matching',
      run: () => basket.take(one, !(one.invoice_id in basket.amounts)),
    })),
  )
  return (
    <Card title="Match with open invoices" flush>
      <SearchFurther value={search} onChange={setSearch} />
      <ConsolidatedLines receipt={receipt} consolidated={consolidated} />
      {query.data?.candidates.length === 0 && consolidated.length === 0 && (
        <p className="p-3 text-n11">No Records Found</p>
      )}
      <SharedReasons shared={shared} />
      <ul>
        {candidates.map((one, at) => (
          <CandidateLine
            key={one.invoice_id}
            one={one}
            place={at + 1}
            currency={code}
            basket={basket}
            withAmount
            shared={shared}
          />
        ))}
      </ul>
      <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-t bg-surface p-3">
        <Difference basket={basket} />
        <Button
          tone="primary"
          busy={basket.busy}
          disabledReason={basket.reason}
          onClick={() => void basket.confirm()}
        >
          Match {basket.taken.length > 0 ? basket.taken.length : ''}
        </Button>
      </div>
    </Card>
  )
}

/** The receipt's rest after this match. */
export function Difference({ basket }: { basket: Basket }) {
  const { left } = basket
  return (
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
  )
}
