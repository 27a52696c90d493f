import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { formatMoney, GBP, money, parseMoney } from '#kernel/money.ts'
import { raiseInputs } from '#test/money/raise-arbitrary.ts'
import { sample_week, worked } from '#test/money/raise-sample.ts'
import type { FundingType, Leg } from '../shared/invoice-types.rules.ts'
import { legOf } from '../shared/invoice-types.rules.ts'
import type { RaiseInput } from './raise.rules.ts'
import { raiseRefusal, raiseSet } from './raise.rules.ts'
import type { RaisedSet } from './raised-set.rules.ts'
import { releaseToday } from './release.rules.ts'

const gbp = (text: string) => parseMoney(text, GBP)
const zero = gbp('0')

function releases(
  set: RaisedSet,
  today: string,
  matched: string,
  paid: Partial<Record<Leg, string>> = {},
  pay_day: string | null = null,
) {
  return releaseToday({
    currency: GBP,
    funding_type: set.funding_type,
    today: day(today),
    pay_day: pay_day === null ? null : day(pay_day),
    client_total: set.client_gross,
    client_matched: gbp(matched),
    documents: set.documents.map((d) => ({ ...d, paid_amount: gbp(paid[legOf(d.type) ?? 'fee'] ?? '0') })),
  })
}

/** `contractor 900.00 fee 33.76 …`: the parts payable today; legs without money are left out. */
function payable(
  set: RaisedSet,
  today: string,
  matched: string,
  paid: Partial<Record<Leg, string>> = {},
): string {
  const list = releases(set, today, matched, paid)
  return set.documents
    .flatMap((d, i) => {
      const amount = list[i]?.payable ?? zero
      return amount.minor === 0 ? [] : [`${d.type} ${formatMoney(amount)}`]
    })
    .join(', ')
}

const week = (funding_type: FundingType, change: Partial<RaiseInput> = {}) =>
  raiseSet({ ...sample_week, funding_type, conduct_regs_opt_out: true, ...change })

// The week: CG 1125.00 = KG 900.00 + FG 33.76 + AG 191.24; contractor due on the 16th, run on the 13th, client on 8 April.
test.each([
  // funding          today         matched     payable today
  ['funded', '2026-03-09', '0', 'provider-agency 33.76'],
  ['funded', '2026-03-13', '0', 'provider-agency 33.76, agency_earnings 191.24'],
  ['funded', '2026-03-16', '0', 'contractor-agency 900.00, provider-agency 33.76, agency_earnings 191.24'],
  ['partly_funded', '2026-03-16', '0', 'contractor-agency 900.00, provider-agency 33.76'],
  ['partly_funded', '2026-03-16', '933.76', 'contractor-agency 900.00, provider-agency 33.76'],
  [
    'partly_funded',
    '2026-03-16',
    '1033.76',
    'contractor-agency 900.00, provider-agency 33.76, agency_earnings 100.00',
  ],
  [
    'partly_funded',
    '2026-03-16',
    '1125.00',
    'contractor-agency 900.00, provider-agency 33.76, agency_earnings 191.24',
  ],
  ['paid_when_paid', '2026-03-16', '0', ''],
  ['paid_when_paid', '2026-03-16', '20.00', 'provider-agency 20.00'],
  ['paid_when_paid', '2026-03-16', '433.76', 'contractor-agency 400.00, provider-agency 33.76'],
  ['paid_when_paid', '2026-03-15', '433.76', 'provider-agency 33.76'],
  [
    'paid_when_paid',
    '2026-03-16',
    '1000.00',
    'contractor-agency 900.00, provider-agency 33.76, agency_earnings 66.24',
  ],
  ['paid_when_paid', '2026-03-15', '1125.00', 'provider-agency 33.76, agency_earnings 191.24'],
  [
    'paid_when_paid',
    '2026-03-16',
    '1125.00',
    'contractor-agency 900.00, provider-agency 33.76, agency_earnings 191.24',
  ],
] as const)('%s on %s with %s received: %s', (funding_type, today, matched, expected) => {
  expect(payable(week(funding_type), today, matched)).toBe(expected)
})

test('without an opt-out: the worker is paid on the due date before the client pays', () => {
  const set = week('paid_when_paid', { conduct_regs_opt_out: false })
  expect(payable(set, '2026-03-16', '0')).toBe('contractor-agency 900.00')
})

test('HMRC is paid by statute whatever the client does', () => {
  const set = week('partly_funded', {
    payment_type: 'paye',
    pay_day: day('2026-03-13'),
    on_costs: { employer_ni: gbp('50.00'), holiday_pay_retained: gbp('20.00') },
  })
  expect(payable(set, '2026-04-21', '0')).toBe('contractor-agency 750.00, provider-agency 33.76')
  expect(payable(set, '2026-04-22', '0')).toBe(
    'contractor-agency 750.00, provider-agency 33.76, employer_ni 50.00',
  )
})

test.each([
  ['funded', 'run_date', '2026-03-20'],
  ['partly_funded', 'client_receipt', '2026-04-08'],
] as const)(
  'PAYE, %s: earnings do not leave before the worker is paid',
  (funding_type, condition, due_date) => {
    const pay_day = day('2026-03-20')
    const set = week(funding_type, { payment_type: 'paye', pay_day, on_costs: {} })
    const at = set.documents.findIndex((one) => one.type === 'agency_earnings')
    expect(set.documents[at]).toMatchObject({ due_date, release_condition: condition })
    const paid = (today: string) =>
      formatMoney(releases(set, today, '1125.00', {}, pay_day)[at]?.payable ?? zero)
    expect(paid('2026-03-19')).toBe('0.00')
    expect(paid('2026-03-20')).toBe('341.24')
  },
)

test('paid amounts are not paid again; early payments show after a reversal', () => {
  const set = week('paid_when_paid')
  const paid = { contractor: '900.00', fee: '33.76', agency_earnings: '66.24' }
  expect(payable(set, '2026-03-20', '1000.00', paid)).toBe('')
  expect(payable(set, '2026-03-20', '1125.00', paid)).toBe('agency_earnings 125.00')
  const reversed = releases(set, '2026-03-20', '0', paid)
  expect(set.documents.map((d, i) => [d.type, formatMoney(reversed[i]?.overpaid ?? zero)])).toContainEqual([
    'agency_earnings',
    '66.24',
  ])
  expect(reversed.map((release) => formatMoney(release.payable))).toEqual(reversed.map(() => '0.00'))
})

test('a fully paid invoice pays the contractor in full even when the agency makes a loss', () => {
  const set = week('paid_when_paid', {
    funding_model: 'agency_billed',
    lines: [worked('10', '24', '25')],
    vat: { ...sample_week.vat, client_country_code: 'US' },
  })
  expect(formatMoney(set.agency_gross)).toBe('-45.50')
  expect(payable(set, '2026-03-16', '240.00')).toBe('contractor-agency 232.50, provider-agency 7.50')
  expect(payable(set, '2026-03-16', '250.00')).toBe('contractor-agency 288.00, provider-agency 7.50')
})

test('release never exceeds a document, never is negative, and never falls as receipts grow', () => {
  const part = fc.integer({ min: 0, max: 1000 })
  fc.assert(
    fc.property(raiseInputs, part, part, (input, a, b) => {
      fc.pre(raiseRefusal(input) === null)
      const set = raiseSet(input)
      const at = (share: number) =>
        releaseToday({
          currency: GBP,
          funding_type: set.funding_type,
          today: day('2026-06-01'),
          pay_day: input.pay_day ?? null,
          client_total: set.client_gross,
          client_matched: money(Number((BigInt(set.client_gross.minor) * BigInt(share)) / 1000n), GBP),
          documents: set.documents.map((d) => ({ ...d, paid_amount: zero })),
        })
      const [less, more] = [at(Math.min(a, b)), at(Math.max(a, b))]
      set.documents.forEach((document, i) => {
        const released = less[i]?.released.minor ?? -1
        expect(released).toBeGreaterThanOrEqual(0)
        expect(released).toBeLessThanOrEqual(Math.max(0, document.total_amount.minor))
        expect(more[i]?.released.minor).toBeGreaterThanOrEqual(released)
      })
    }),
  )
})

test('paid when paid: never releases more than was received, except by law and terms', () => {
  fc.assert(
    fc.property(raiseInputs, fc.integer({ min: 0, max: 999 }), (input, share) => {
      fc.pre(
        input.funding_type === 'paid_when_paid' && input.conduct_regs_opt_out && raiseRefusal(input) === null,
      )
      const set = raiseSet(input)
      const received = Number((BigInt(set.client_gross.minor) * BigInt(share)) / 1000n)
      fc.pre(received < set.client_gross.minor)
      const released = releaseToday({
        currency: GBP,
        funding_type: set.funding_type,
        today: day('2026-06-01'),
        pay_day: input.pay_day ?? null,
        client_total: set.client_gross,
        client_matched: money(received, GBP),
        documents: set.documents.map((d) => ({ ...d, paid_amount: zero })),
      })
      expect(released.reduce((sum, one) => sum + one.released.minor, 0)).toBeLessThanOrEqual(received)
    }),
  )
})
