import { expect, it } from 'vitest'
import { GBP, money } from '#kernel/money.ts'
import { availabilityHolds, type GateItem } from './availability-gate.rules.ts'

const item = (id: string, kind: GateItem['kind'], pence: number, more: Partial<GateItem> = {}): GateItem => ({
  id,
  kind,
  due_date: '2026-11-20',
  amount: money(pence, GBP),
  vat: money(0, GBP),
  family_id: id,
  ...more,
})
/** 85% of 100,000.00 eligible, 84,000.00 in use: in pence. */
const left = (100_000_00 * 85) / 100 - 84_000_00

type Case = readonly [string, number, number, readonly GateItem[], Readonly<Record<string, string>>]

const cases: readonly Case[] = [
  [
    'the example of the design page',
    left,
    0,
    [item('earnings', 'earnings', 276_67), item('contractor', 'contractor', 800_00)],
    { earnings: 'Availability is £200.00, this payment needs £276.67.' },
  ],
  ['all of it, to the penny', left, 0, [item('contractor', 'contractor', 1_000_00)], {}],
  [
    'a penny more',
    left,
    0,
    [item('contractor', 'contractor', 1_000_01)],
    { contractor: 'Availability is £1,000.00, this payment needs £1,000.01.' },
  ],
  [
    'contractors by due date, before earnings that fell due earlier',
    left,
    0,
    [
      item('earnings', 'earnings', 300_00, { due_date: '2026-11-01' }),
      item('late', 'contractor', 600_00, { due_date: '2026-11-21' }),
      item('early', 'contractor', 500_00, { due_date: '2026-11-19' }),
    ],
    { late: 'Availability is £500.00, this payment needs £600.00.' },
  ],
  [
    'PAYE and HMRC first, and never held',
    left,
    0,
    [item('contractor', 'contractor', 1_00), item('hmrc', 'statutory', 1_500_00)],
    { contractor: 'Availability is -£500.00, this payment needs £1.00.' },
  ],
  [
    'an over-advance lifts contractors alone',
    left,
    500_00,
    [item('contractor', 'contractor', 1_400_00), item('earnings', 'earnings', 1_00)],
    { earnings: 'Availability is -£400.00, this payment needs £1.00.' },
  ],
  [
    'an over-advance has its limit',
    0,
    500_00,
    [item('a', 'contractor', 400_00), item('b', 'contractor', 100_01)],
    { b: 'Availability is £100.00, this payment needs £100.01.' },
  ],
  [
    'a run before this one comes first and is not held',
    left,
    0,
    [item('contractor', 'contractor', 1_00), item('other', 'taken', 1_000_00)],
    { contractor: 'Availability is £0.00, this payment needs £1.00.' },
  ],
  [
    'money that the client has paid draws nothing',
    -50_000_00,
    0,
    [
      item('contractor', 'contractor', 900_00, { family_id: 'paid' }),
      item('earnings', 'earnings', 191_24, { family_id: 'paid' }),
    ],
    {},
  ],
  [
    'half of it paid by the client: the rest draws',
    100_00,
    0,
    [item('contractor', 'contractor', 900_00, { family_id: 'half paid' })],
    { contractor: 'Availability is £100.00, this payment needs £400.00.' },
  ],
  // 2,500.00 net to a client abroad: 500.00 of VAT on the agency's sale, 400.00 of it the contractor's (decision 0045).
  [
    'a client abroad: VAT that HMRC repays draws nothing, and counts once',
    2_025_00,
    0,
    [
      item('contractor', 'contractor', 2_400_00, { family_id: 'abroad', vat: money(400_00, GBP) }),
      // 525.00 less the 100.00 of VAT that is left: 425.00, and 25.00 is there.
      item('earnings', 'earnings', 525_00, { family_id: 'abroad', vat: money(525_00, GBP) }),
    ],
    { earnings: 'Availability is £25.00, this payment needs £425.00.' },
  ],
  [
    'a client abroad, a contractor without VAT: all of it leaves with the earnings',
    2_025_00,
    0,
    [
      item('contractor', 'contractor', 2_000_00, { family_id: 'abroad' }),
      item('earnings', 'earnings', 525_00, { family_id: 'abroad', vat: money(525_00, GBP) }),
    ],
    {},
  ],
  [
    'a client here: nothing is repaid, so VAT draws',
    2_025_00,
    0,
    [item('contractor', 'contractor', 2_400_00, { vat: money(400_00, GBP) })],
    { contractor: 'Availability is £2,025.00, this payment needs £2,400.00.' },
  ],
]

it.each(cases)('availability in a run: %s', (_what, availability, overadvance, items, held) => {
  const funds = (out: number, vat_repaid = 0) => ({
    out: money(out, GBP),
    vat_paid: money(0, GBP),
    vat_repaid: money(vat_repaid, GBP),
  })
  const families = new Map([
    ['paid', funds(-1_125_00)],
    ['half paid', funds(-500_00)],
    ['abroad', funds(0, 500_00)],
  ])
  const found = availabilityHolds(
    { availability: money(availability, GBP), overadvance: money(overadvance, GBP), families },
    items,
  )
  expect(Object.fromEntries(found)).toEqual(held)
})

it('availability in a run: never lower than the over-advance below zero, whatever the items', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const items = Array.from({ length: 12 }, (_, i) =>
      item(
        `${i}`,
        (seed * (i + 3)) % 3 === 0 ? 'earnings' : 'contractor',
        ((seed * 7_919 * (i + 1)) % 90_000) + 1,
      ),
    )
    const [availability, overadvance] = [(seed * 6_151) % 200_000, (seed * 3_571) % 50_000]
    const held = availabilityHolds(
      { availability: money(availability, GBP), overadvance: money(overadvance, GBP), families: new Map() },
      items,
    )
    const paid = items.filter((one) => !held.has(one.id)).reduce((total, one) => total + one.amount.minor, 0)
    expect(availability - paid).toBeGreaterThanOrEqual(-overadvance)
  }
})
