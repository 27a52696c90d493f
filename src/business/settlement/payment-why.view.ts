/** The figures of a payment or receipt in words, from the row as its page has read it. */
import { valueAt } from '#entity/path.ts'
import { currencyOrGbp, isZero, money, sub, sum } from '#kernel/money.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { explainPayment } from './explain-payment.rules.ts'

type Read = Readonly<Record<string, unknown>>

/** Lines hidden from the reader, of another agency, are one amount. */
export function paymentWhy(row: Read): ReturnType<typeof explainPayment> {
  const code = currencyOrGbp(String(valueAt(row, 'currency.alpha_code') ?? ''))
  const of = (value: unknown) => money(minorOf(value), code)
  const details = (row.details ?? []) as readonly Read[] // An array relation answers an array.
  const lines = details.map((line) => ({
    what: String(valueAt(line, 'invoice.human_id') ?? 'a document'),
    amount: of(line.amount),
    is_reversed: line.reversal_date !== null,
  }))
  const live = lines.filter((line) => !line.is_reversed)
  const rest = sub(
    of(row.matched_amount),
    sum(
      code,
      live.map((line) => line.amount),
    ),
  )
  return explainPayment({
    type: row.type === 'receipt' ? 'receipt' : 'payment',
    is_reversed: row.status === 'reversed',
    amount: of(row.amount),
    matched_amount: of(row.matched_amount),
    unmatched_amount: of(row.unmatched_amount),
    lines,
    refunds: isZero(rest) ? [] : [{ what: 'given back to the payer, or matched elsewhere', amount: rest }],
  })
}
