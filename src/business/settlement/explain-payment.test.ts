/** Payments, items of batches and batches, worked out again from their own sentences. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, displayMoney, GBP, type Money, money, sub, sum } from '#kernel/money.ts'
import { isTrue } from '#test/money/recompute.ts'
import { batchWords, explainPayment, itemWords } from './explain-payment.rules.ts'

const pounds = fc.integer({ min: 1, max: 5_000_000 }).map((minor) => money(minor, GBP))

function comesTo(sentences: readonly string[], figure: Money): void {
  for (const sentence of sentences) expect([sentence, isTrue(sentence) ?? true]).toEqual([sentence, true])
  expect(sentences.at(-1)?.endsWith(` = ${displayMoney(figure)}`), sentences.at(-1)).toBe(true)
}

test('a payment is its documents less reversed parts', () => {
  const line = fc.record({
    what: fc.constantFrom('INV-1-7', 'INV-1-9'),
    amount: pounds,
    is_reversed: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.constantFrom('payment' as const, 'receipt' as const),
      fc.array(line, { maxLength: 30 }),
      pounds,
      fc.boolean(),
      (type, lines, rest, refunded) => {
        const refunds = refunded ? [{ what: 'given back to the payer', amount: rest }] : []
        const live = [...lines.filter((one) => !one.is_reversed), ...refunds].map((one) => one.amount)
        const matched_amount = sum(GBP, live)
        const amount = add(matched_amount, rest)
        const why = explainPayment({
          type,
          is_reversed: live.length === 0,
          amount,
          matched_amount,
          unmatched_amount: rest,
          lines,
          refunds,
        })
        comesTo(why.amount, amount)
        comesTo(why.unmatched_amount, rest)
        if (live.length > 0) comesTo(why.matched_amount, matched_amount)
        else expect(why.matched_amount.at(-1)).toBe('Nothing is matched.')
        const back = lines.length - lines.filter((one) => !one.is_reversed).length
        expect(why.amount.some((said) => said.startsWith(`${back} taken back`))).toBe(back > 0)
      },
    ),
  )
})

test('payment: says "set against what is paid next" unless it is reversed', () => {
  const amount = money(12_242, GBP)
  const said = (is_reversed: boolean) =>
    explainPayment({
      type: 'payment',
      is_reversed,
      amount,
      matched_amount: money(0, GBP),
      unmatched_amount: amount,
      lines: [{ what: 'INV-1-7', amount, is_reversed: true }],
      refunds: [],
    }).amount.at(-1)
  expect([said(false), said(true)]).toEqual([
    '£122.42 (taken back, and set against what is paid next) = £122.42',
    '£122.42 (taken back) = £122.42',
  ])
})

test('an item is its document less other payments, credit and waiting amounts', () => {
  fc.assert(
    fc.property(pounds, pounds, pounds, pounds, fc.boolean(), (amount, others, credited, waits, is_paid) => {
      const total_amount = add(add(amount, others), add(credited, waits))
      const paid_amount = is_paid ? add(others, amount) : others
      const document = {
        what: 'INV-1-7',
        total_amount,
        paid_amount,
        outstanding_balance: sub(sub(total_amount, paid_amount), credited),
      }
      comesTo(itemWords({ amount, document, is_paid }), amount)
    }),
  )
})

test('a batch is the items that are in it', () => {
  const item = fc.record({ what: fc.constant('INV-1-7'), amount: pounds, is_in: fc.boolean() })
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 40 }), (items) => {
      const inside = items.filter((one) => one.is_in)
      const amount = sum(
        GBP,
        inside.map((one) => one.amount),
      )
      const said = batchWords(items, amount)
      if (inside.length > 0) comesTo(said, amount)
      else expect(said.at(-1)).toBe('Nothing is in the batch.')
    }),
  )
})
