import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import type { ErrorCode } from '#kernel/errors.ts'
import { currency, formatMoney, GBP, money, parseMoney } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import type { MatchLine, MatchSides } from './receipt.rules.ts'
import { can, invoiceCash, mayMatch, mayUnmatch, receiptState } from './receipt.rules.ts'

const gbp = (text: string) => parseMoney(text, GBP)
const today = day('2026-03-20')

/** `'100 on 2026-03-01'`, or `'100 on 2026-03-01 until 2026-03-05'` for a reversed line. */
function line(text: string): MatchLine {
  const [amount = '', , on = '', , until] = text.split(' ')
  return { amount: gbp(amount), post_date: day(on), reversal_date: until ? day(until) : null }
}

test.each([
  // lines                                                        reversed status               matched   unmatched
  [[], false, 'allocated', '0.00', '100.00'],
  [['40 on 2026-03-01'], false, 'partially_matched', '40.00', '60.00'],
  [['40 on 2026-03-01', '60 on 2026-03-02'], false, 'matched', '100.00', '0.00'],
  [['40 on 2026-03-01 until 2026-03-05', '60 on 2026-03-02'], false, 'partially_matched', '60.00', '40.00'],
  [['40 on 2026-03-01 until 2026-03-05'], false, 'allocated', '0.00', '100.00'],
  [['40 on 2026-03-01 until 2026-03-05'], true, 'reversed', '0.00', '100.00'],
])('a receipt of 100 with %j, bounced %s: %s', (lines, isReversed, status, matched, unmatched) => {
  const state = receiptState(gbp('100'), lines.map(line), isReversed)
  expect([state.status, formatMoney(state.matched_amount), formatMoney(state.unmatched_amount)]).toEqual([
    status,
    matched,
    unmatched,
  ])
})

test('a receipt matched beyond itself, or matched and bounced, is a bug and stops', () => {
  expect(() => receiptState(gbp('100'), [line('101 on 2026-03-01')], false)).toThrow('beyond its amount')
  expect(() => receiptState(gbp('100'), [line('1 on 2026-03-01')], true)).toThrow('no live match')
})

test.each([
  // due          lines                                      status    finance      outstanding part   last
  ['2026-04-08', [], 'open', 'initiated', '1125.00', false, null],
  ['2026-03-19', [], 'open', 'overdue', '1125.00', false, null],
  ['2026-04-08', ['125 on 2026-03-01'], 'open', 'initiated', '1000.00', true, '2026-03-01'],
  ['2026-03-19', ['125 on 2026-03-01'], 'open', 'overdue', '1000.00', true, '2026-03-01'],
  ['2026-03-19', ['125 on 2026-03-01', '1000 on 2026-03-18'], 'closed', 'paid', '0.00', false, '2026-03-18'],
  [
    '2026-03-19',
    ['125 on 2026-03-01', '1000 on 2026-03-18 until 2026-03-19'],
    'open',
    'overdue',
    '1000.00',
    true,
    '2026-03-01',
  ],
  ['2026-03-19', ['125 on 2026-03-01 until 2026-03-19'], 'open', 'overdue', '1125.00', false, null],
])(
  'an invoice of 1125 due %s with %j is %s, %s',
  (due, lines, status, finance_status, outstanding, is_part_paid, last_payment_date) => {
    const invoice = { total_amount: gbp('1125'), due_date: day(due) }
    const cash = invoiceCash(invoice, lines.map(line), [], today)
    expect(formatMoney(cash.outstanding_balance)).toBe(outstanding)
    expect(cash).toMatchObject({ status, finance_status, is_part_paid, last_payment_date })
  },
)

test('credit closes an invoice like money, without part payment; allocations use up a credit note', () => {
  const due_date = day('2026-04-08')
  const credited = invoiceCash(
    { total_amount: gbp('100'), due_date },
    [],
    [{ amount: gbp('100'), reversal_date: null }],
    today,
  )
  expect(credited).toMatchObject({ status: 'closed', is_part_paid: false, last_payment_date: null })
  const part = invoiceCash(
    { total_amount: gbp('100'), due_date },
    [],
    [{ amount: gbp('30'), reversal_date: null }],
    today,
  )
  expect(part).toMatchObject({ status: 'open', is_part_paid: false })
  const note = invoiceCash(
    { total_amount: gbp('-100'), due_date },
    [],
    [{ amount: gbp('-70'), reversal_date: null }],
    today,
  )
  expect(formatMoney(note.outstanding_balance)).toBe('-30.00')
})

const sides: MatchSides = {
  receipt: { status: 'allocated', unmatched_amount: gbp('500') },
  invoice: {
    type: 'provider-client',
    status: 'open',
    is_credit_note: false,
    outstanding_balance: gbp('300'),
  },
}

test.each<[string, Partial<MatchSides['receipt']>, Partial<MatchSides['invoice']>, ErrorCode, string]>([
  ['0', {}, {}, 'invalid', 'The amount to match must be more than zero'],
  ['-1', {}, {}, 'invalid', 'The amount to match must be more than zero'],
  ['300.01', {}, {}, 'invalid', 'Only £300.00 of the invoice is outstanding'],
  ['250', { unmatched_amount: gbp('200') }, {}, 'invalid', 'Only £200.00 of the receipt is unmatched'],
  [
    '1',
    { unmatched_amount: gbp('0'), status: 'matched' },
    {},
    'precondition',
    'The receipt is fully matched',
  ],
  ['1', { status: 'reversed' }, {}, 'precondition', 'The receipt is reversed and cannot be matched'],
  ['1', { status: 'cancelled' }, {}, 'precondition', 'The receipt is cancelled and cannot be matched'],
  [
    '1',
    {},
    { status: 'closed', outstanding_balance: gbp('0') },
    'precondition',
    'The invoice is already paid',
  ],
  ['1', {}, { status: 'cancelled' }, 'precondition', 'The invoice is cancelled and cannot be matched'],
  [
    '1',
    {},
    { type: 'contractor-agency' },
    'precondition',
    'Only client invoices can be matched with a receipt',
  ],
  ['1', {}, { is_credit_note: true }, 'precondition', 'Only client invoices can be matched with a receipt'],
  [
    '1',
    {},
    { outstanding_balance: money(100, currency('EUR')) },
    'invalid',
    'A receipt in GBP cannot pay an invoice in EUR',
  ],
])('refuses to match %s: %j %j: %s', (amount, receipt, invoice, code, reason) => {
  expect(
    mayMatch(
      { receipt: { ...sides.receipt, ...receipt }, invoice: { ...sides.invoice, ...invoice } },
      gbp(amount),
    ),
  ).toEqual(refuse(code, reason))
})

test('may match up to the lesser of the two', () => {
  expect(mayMatch(sides, gbp('300'))).toBe(true)
  expect(mayUnmatch(line('1 on 2026-03-01'))).toBe(true)
  expect(mayUnmatch(line('1 on 2026-03-01 until 2026-03-02'))).toEqual(
    refuse('conflict', 'This match is already reversed'),
  )
})

const staff = { category: 'provider', roles: ['provider_operations'] } as const
test.each([
  ['reverse', 'matched', true],
  ['reverse', 'reversed', refuse('conflict', 'The receipt is already reversed')],
  ['reverse', 'cancelled', refuse('conflict', 'The receipt is cancelled')],
  ['refund', 'allocated', true],
  ['refund', 'reversed', refuse('precondition', 'The receipt is reversed: there is nothing to give back')],
] as const)('receipt: %s when %s', (action, status, verdict) => {
  expect(can[action]({ status }, staff)).toEqual(verdict)
  expect(can[action]({ status }, { category: 'agency', roles: ['agency_admin'] })).toMatchObject({
    code: 'not_allowed',
  })
})

test('I3, I4, I12, I13: random matching and un-matching keeps both sides true', () => {
  const step = fc.record({
    receipt: fc.nat(2),
    invoice: fc.nat(2),
    minor: fc.integer({ min: 1, max: 60_000 }),
    undo: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const world = new World()
      for (const one of steps) {
        if (one.undo) world.undo(one.minor)
        else world.match(one.receipt, one.invoice, one.minor)
        world.check()
      }
    }),
  )
})

/** Three receipts and three invoices of 500.00, and every line that was ever matched between them. */
class World {
  readonly whole = money(50_000, GBP)
  readonly lines: { receipt: number; invoice: number; line: MatchLine }[] = []

  linesOf(side: 'receipt' | 'invoice', index: number): MatchLine[] {
    return this.lines.filter((one) => one[side] === index).map((one) => one.line)
  }

  receipt(index: number) {
    return receiptState(this.whole, this.linesOf('receipt', index), false)
  }

  invoice(index: number) {
    return invoiceCash(
      { total_amount: this.whole, due_date: today },
      this.linesOf('invoice', index),
      [],
      today,
    )
  }

  match(receipt: number, invoice: number, minor: number) {
    const paying = this.receipt(receipt)
    const owing = { type: 'provider-client', is_credit_note: false, ...this.invoice(invoice) } as const
    const amount = money(minor, GBP)
    const allowed = mayMatch({ receipt: paying, invoice: owing }, amount)
    const fits = minor <= paying.unmatched_amount.minor && minor <= owing.outstanding_balance.minor
    expect(allowed === true).toBe(fits)
    if (fits) this.lines.push({ receipt, invoice, line: { amount, post_date: today, reversal_date: null } })
  }

  undo(pick: number) {
    const one = this.lines[pick % Math.max(1, this.lines.length)]
    if (!one || mayUnmatch(one.line) !== true) return
    const others = [0, 1, 2].filter((i) => i !== one.invoice).map((i) => this.invoice(i))
    one.line = { ...one.line, reversal_date: today }
    expect([0, 1, 2].filter((i) => i !== one.invoice).map((i) => this.invoice(i))).toEqual(others)
  }

  check() {
    const receipts = [0, 1, 2].map((i) => this.receipt(i))
    const invoices = [0, 1, 2].map((i) => this.invoice(i))
    for (const one of receipts) expect(one.matched_amount.minor + one.unmatched_amount.minor).toBe(50_000)
    for (const one of invoices) {
      expect(one.outstanding_balance.minor).toBeGreaterThanOrEqual(0)
      expect(one.status === 'closed').toBe(one.outstanding_balance.minor === 0)
    }
    const matched = receipts.reduce((sum, one) => sum + one.matched_amount.minor, 0)
    expect(invoices.reduce((sum, one) => sum + one.paid_amount.minor, 0)).toBe(matched)
  }
}
