/** The figures of reports, worked out again from their own sentences. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { add, displayMoney, GBP, type Money, money, sub, sum, zero } from '#kernel/money.ts'
import { isTrue } from '#test/money/recompute.ts'
import { rowsWords } from '../shared/explain.rules.ts'
import {
  agencyNetWords,
  asOfRule,
  bucketRule,
  commissionWords,
  deadlineWords,
  documentTaxWords,
  feeWords,
  headroomWords,
  ledgerLineWords,
  netOwedWords,
  overdueWords,
  setOffWords,
  totalWords,
  unpaidWords,
  vatWords,
} from './explain-report.rules.ts'

const pounds = fc.integer({ min: -500_000, max: 5_000_000 }).map((minor) => money(minor, GBP))
const all = (of: readonly Money[]) => sum(GBP, of)

/** Every sentence with a sum is true, and the last comes to the figure. */
function comesTo(sentences: readonly string[], figure: Money): void {
  for (const sentence of sentences) expect([sentence, isTrue(sentence) ?? true]).toEqual([sentence, true])
  expect(sentences.at(-1)?.endsWith(` = ${displayMoney(figure)}`), sentences.at(-1)).toBe(true)
  expect(isTrue(sentences.at(-1) ?? '')).toBe(true)
}

const buckets = fc.record({
  current: pounds,
  '0-30': pounds,
  '31-60': pounds,
  '61-90': pounds,
  '91-120': pounds,
  'over 120': pounds,
})

describe('each figure follows from its words', () => {
  test('sales ledger and statement: net outstanding, overdue, headroom', () => {
    fc.assert(
      fc.property(buckets, pounds, (aged, limit) => {
        const net = all(Object.values(aged))
        comesTo(netOwedWords(aged, net), net)
        const overdue = sub(net, aged.current)
        comesTo(overdueWords(aged, overdue), overdue)
        comesTo(headroomWords(limit, net, sub(limit, net)), sub(limit, net))
      }),
    )
  })
  test('a line of the ledger, of a document and of a receipt', () => {
    fc.assert(
      fc.property(pounds, pounds, pounds, (total, paid, credited) => {
        const outstanding = sub(sub(total, paid), credited)
        comesTo(ledgerLineWords({ kind: 'invoice', total, paid, outstanding }), outstanding)
        const rest = sub(total, paid)
        comesTo(ledgerLineWords({ kind: 'receipt', total, paid, outstanding: rest }), rest)
      }),
    )
  })
  test('commission, the agency’s net, fees', () => {
    fc.assert(
      fc.property(pounds, pounds, pounds, pounds, pounds, (client, contractor, fee, charge, on_costs) => {
        // Charge stands in for the VAT of the sale to a client abroad, too.
        const sale = add(client, charge)
        const agency = sub(sub(sub(sub(sale, contractor), fee), charge), on_costs)
        const fees = [
          { what: 'platform fee', amount: fee },
          { what: 'funder charge', amount: charge },
        ]
        comesTo(commissionWords({ client, sale, contractor, fees, on_costs, agency }), agency)
        comesTo(agencyNetWords(client, fee, sub(client, fee)), sub(client, fee))
        comesTo(
          feeWords({ net: fee, tax: charge, gross: add(fee, charge), charge: client }),
          add(fee, charge),
        )
      }),
    )
  })
  test('total and VAT of a document', () => {
    fc.assert(
      fc.property(pounds, pounds, (net, tax) => {
        comesTo(totalWords(net, tax, add(net, tax)), add(net, tax))
        comesTo(documentTaxWords(add(net, tax), net, tax), tax)
      }),
    )
  })
  test('VAT liability, earnings of a week', () => {
    fc.assert(
      fc.property(pounds, pounds, pounds, (total, paid, set_off) => {
        comesTo(vatWords(total, paid, sub(total, paid)), sub(total, paid))
        const unpaid = sub(sub(total, paid), set_off)
        comesTo(unpaidWords({ total, paid, unpaid }), unpaid)
        comesTo(setOffWords(total, paid, unpaid, set_off), set_off)
      }),
    )
  })
  test('any total of rows: the largest, and all others as one', () => {
    fc.assert(
      fc.property(
        fc.array(pounds, { minLength: 1, maxLength: 11 }),
        pounds,
        fc.nat(500),
        (rows, rest, count) => {
          const listed = rows.map((amount, i) => ({ what: `INV-${i}`, amount }))
          const amount = count > 0 ? rest : zero(GBP)
          const total = add(all(rows), amount)
          comesTo([rowsWords(listed, { count, amount }, total, all)], total)
        },
      ),
    )
    expect(rowsWords([], { count: 0, amount: zero(GBP) }, zero(GBP), all)).toBe('No rows.')
  })
})

describe('rules: stated with their days', () => {
  const today = day('2025-11-21')
  test.each([
    ['current', 'Due on 21/11/2025 or later.'],
    ['0-30', 'Due from 22/10/2025 to 20/11/2025: 1 to 30 days ago.'],
    ['31-60', 'Due from 22/09/2025 to 21/10/2025: 31 to 60 days ago.'],
    ['91-120', 'Due from 24/07/2025 to 22/08/2025: 91 to 120 days ago.'],
    ['over 120', 'Due before 24/07/2025: more than 120 days ago.'],
  ] as const)('%s', (bucket, said) => {
    expect(bucketRule(bucket, today)).toBe(said)
  })
  test('deadline and month end', () => {
    expect(deadlineWords(day('2025-06-30'), day('2025-08-07'))).toEqual([
      'The quarter ends on 30/06/2025. The deadline is a calendar month and seven days later: 07/08/2025.',
    ])
    expect(asOfRule(day('2025-10-31'))).toBe('Issued by 31/10/2025, less payments and credits by then.')
  })
})
