/** The basket of one receipt: typed amounts by invoice; other invoices are not matched. */

import { useState } from 'react'
import { validationText } from '#kernel/messages.ts'
import type { Money } from '#kernel/money.ts'
import { displayMoney, formatMoney, isZero, parseMoney } from '#kernel/money.ts'
import { useAction } from '#web/core/use-action.ts'
import { leftOf, offeredAmount } from './match-basket.rules.ts'
import type { SuggestedMatch } from './suggest.rules.ts'

export interface Basket {
  readonly amounts: Readonly<Record<string, string>>
  /** In the order they were taken. */
  readonly taken: readonly SuggestedMatch[]
  /** Left of the receipt; null when an amount is none. */
  readonly left: Money | null
  readonly busy: boolean
  readonly errorOf: (invoice_id: string) => string | undefined
  readonly take: (one: SuggestedMatch, on: boolean) => void
  readonly setAmount: (invoice_id: string, text: string) => void
  readonly clear: () => void
  /** Why it cannot be confirmed now; null when it can. */
  readonly reason: string | null
  readonly confirm: () => Promise<readonly Matched[] | null>
}

export interface Matched {
  readonly id: string
  readonly invoice_id: string
}

export function useBasket(receipt_id: string, unmatched: Money): Basket {
  const [amounts, setAmounts] = useState<Readonly<Record<string, string>>>({})
  const [taken, setTaken] = useState<readonly SuggestedMatch[]>([])
  const match = useAction<{ details: Matched[]; unmatched_amount: string }>(
    'transaction.payment_receipt.match',
    {
      success: (answer) => {
        const rest = parseMoney(answer.unmatched_amount, unmatched.currency)
        return isZero(rest) ? 'Matched' : `Matched, ${displayMoney(rest)} is left`
      },
    },
  )
  const left = leftOf(unmatched, Object.values(amounts))
  const clear = () => {
    setAmounts({})
    setTaken([])
    match.clearErrors()
  }
  return {
    amounts,
    taken,
    left,
    busy: match.busy,
    errorOf: (id) => match.errors[`matches.${taken.findIndex((one) => one.invoice_id === id)}.amount`],
    take: (one, on) => {
      match.clearErrors()
      const { [one.invoice_id]: _, ...rest } = amounts
      const outstanding = parseMoney(one.outstanding_balance, unmatched.currency)
      const free = leftOf(unmatched, Object.values(rest)) ?? unmatched
      setAmounts(on ? { ...rest, [one.invoice_id]: formatMoney(offeredAmount(free, outstanding)) } : rest)
      setTaken((now) => [...now.filter((other) => other.invoice_id !== one.invoice_id), ...(on ? [one] : [])])
    },
    setAmount: (id, text) => {
      match.clearErrors()
      setAmounts((now) => ({ ...now, [id]: text }))
    },
    clear,
    reason: reasonNot(taken.length, left),
    confirm: async () => {
      const answer = await match.run({
        id: receipt_id,
        matches: taken.map(({ invoice_id, outstanding_balance }) => ({
          invoice_id,
          amount: amounts[invoice_id] ?? '',
          outstanding_balance,
        })),
      })
      if (answer === undefined) return null
      clear()
      return answer.details
    },
  }
}

function reasonNot(chosen: number, left: Money | null): string | null {
  if (chosen === 0) return 'Choose at least one invoice'
  if (left === null) return validationText.number
  return left.minor < 0 ? 'More than the receipt’s amount' : null
}
