import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GBP, money, neg, parseMoney, sum, zero } from '#kernel/money.ts'
import { percent, rate, units } from '#kernel/rate.ts'
import { domesticTax, taxOn, totalsOf } from '../invoices/vat.rules.ts'
import type { CreditableLine } from './credit.rules.ts'
import { creditLines, leftOf, leftToCredit } from './credit.rules.ts'

const gbp = (text: string) => parseMoney(text, GBP)
const show = (minor: number) => (minor / 100).toFixed(2)

function line(position: number, net: string, vat = true): CreditableLine {
  const amount = gbp(net)
  const of = domesticTax(vat, percent('20'))
  const tax_amount = taxOn(amount, of)
  return {
    position,
    description: `Line ${position}`,
    rate_name: 'Standard',
    unit_type: 'hourly',
    units: units('1'),
    rate: rate(net),
    amount,
    ...of,
    tax_amount,
    total_amount: money(amount.minor + tax_amount.minor, GBP),
    credited_amount: zero(GBP),
    credited_tax: zero(GBP),
  }
}

/** The lines after a credit note on them. */
function after(lines: readonly CreditableLine[], note: ReturnType<typeof creditLines>): CreditableLine[] {
  return lines.map((one) => {
    const taken = note.filter((credit) => credit.position === one.position)
    return {
      ...one,
      credited_amount: sum(GBP, [one.credited_amount, ...taken.map((t) => neg(t.amount))]),
      credited_tax: sum(GBP, [one.credited_tax, ...taken.map((t) => neg(t.tax_amount))]),
    }
  })
}

describe('a credit note', () => {
  test.each([
    ['the whole', { kind: 'whole' }, '-2500.00', '-500.00'],
    ['an amount with its VAT', { kind: 'amount', gross: gbp('300.00') }, '-250.00', '-50.00'],
    ['a line by its net', { kind: 'lines', lines: [{ position: 2, net: gbp('100') }] }, '-100.00', '-20.00'],
    ['a single penny', { kind: 'amount', gross: gbp('0.01') }, '-0.01', '0.00'],
  ] as const)('credits %s', (_what, asked, net, vat) => {
    const note = totalsOf(GBP, creditLines(GBP, [line(1, '2000.00'), line(2, '500.00')], asked))
    expect([show(note.amount.minor), show(note.tax_amount.minor)]).toEqual([net, vat])
  })

  test('mirrors the lines of a document that was never credited', () => {
    const [first] = creditLines(GBP, [line(1, '2000.00')], { kind: 'whole' })
    expect(first).toMatchObject({ position: 1, units: units('-1'), rate: rate('2000.00') })
  })

  test('shares an amount over lines with and without VAT by their open amounts', () => {
    const note = creditLines(GBP, [line(1, '100.00'), line(2, '80.00', false)], {
      kind: 'amount',
      gross: gbp('100.00'),
    })
    expect(note.map((one) => [show(one.amount.minor), show(one.tax_amount.minor)])).toEqual([
      ['-50.00', '-10.00'],
      ['-40.00', '0.00'],
    ])
  })

  test.each([
    [{ kind: 'amount', gross: gbp('120.01') }, { amount: 'Only £120.00 is left to credit' }],
    [{ kind: 'amount', gross: gbp('0') }, { amount: 'Needs Positive Number' }],
    [{ kind: 'amount', gross: gbp('-5') }, { amount: 'Needs Positive Number' }],
    [
      { kind: 'lines', lines: [{ position: 1, net: gbp('100.01') }] },
      { 'lines.0.amount': 'Only £100.00 is left to credit' },
    ],
    [
      { kind: 'lines', lines: [{ position: 7, net: gbp('1') }] },
      { 'lines.0.position': 'Please enter a valid Input' },
    ],
    [
      {
        kind: 'lines',
        lines: [
          { position: 1, net: gbp('1') },
          { position: 1, net: gbp('1') },
        ],
      },
      { 'lines.1.position': 'Please enter a valid Input' },
    ],
  ] as const)('refuses %o', (asked, errors) => {
    expect(() => creditLines(GBP, [line(1, '100.00')], asked)).toThrow(expect.objectContaining({ errors }))
  })

  test('any credits by amount and by line, then the rest: each within its line, together the document to the penny', () => {
    const amounts = fc.array(fc.tuple(fc.integer({ min: 1, max: 500_000 }), fc.boolean()), {
      minLength: 1,
      maxLength: 5,
    })
    const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 1000 }), fc.nat(4)), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(amounts, steps, (items, credits) => {
        const original = items.map(([minor, vat], i) => line(i + 1, show(minor), vat))
        let lines: CreditableLine[] = original
        const notes: ReturnType<typeof creditLines>[] = []
        for (const [by_amount, thousandths, at] of credits) {
          const one = lines[at % lines.length]
          const base = by_amount ? leftToCredit(GBP, lines) : one ? leftOf(one).net : zero(GBP)
          const asked = money(Math.floor((base.minor * thousandths) / 1000), GBP)
          if (asked.minor <= 0 || !one) continue
          const note = by_amount
            ? creditLines(GBP, lines, { kind: 'amount', gross: asked })
            : creditLines(GBP, lines, { kind: 'lines', lines: [{ position: one.position, net: asked }] })
          const total = totalsOf(GBP, note)
          expect(by_amount ? -total.total_amount.minor : -total.amount.minor).toBe(asked.minor)
          for (const credit of note) {
            expect(credit.total_amount.minor).toBe(credit.amount.minor + credit.tax_amount.minor)
            // The VAT that its net would have by itself, give or take the rounding of earlier credits.
            const alone = taxOn(credit.amount, { tax_type: credit.tax_type, tax_rate: credit.tax_rate })
            expect(Math.abs(credit.tax_amount.minor - alone.minor)).toBeLessThanOrEqual(2)
          }
          lines = after(lines, note)
          notes.push(note)
          for (const rest of lines) {
            expect(leftOf(rest).net.minor).toBeGreaterThanOrEqual(0)
            expect(leftOf(rest).tax.minor).toBeGreaterThanOrEqual(0)
          }
        }
        notes.push(creditLines(GBP, lines, { kind: 'whole' }))
        const all = totalsOf(GBP, [...original, ...notes.flat()])
        expect([all.amount.minor, all.tax_amount.minor, all.total_amount.minor]).toEqual([0, 0, 0])
      }),
      { numRuns: 2000 },
    )
  })
})

test('a rate of another percent keeps its tax', () => {
  const five = {
    ...line(1, '100.00'),
    tax_rate: percent('5'),
    tax_amount: gbp('5'),
    total_amount: gbp('105'),
  }
  const [note] = creditLines(GBP, [five], { kind: 'amount', gross: gbp('52.50') })
  expect([note?.amount.minor, note?.tax_amount.minor]).toEqual([-5000, -250])
})
