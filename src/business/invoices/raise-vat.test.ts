/** The seven examples of an invoice set to the penny, and a change of rate (money.md §1.4). */
import { expect, test } from 'vitest'
import { formatMoney } from '#kernel/money.ts'
import { percent } from '#kernel/rate.ts'
import { creditSet } from '#test/money/credit-set.ts'
import { paye_week, sample_week, worked } from '#test/money/raise-sample.ts'
import type { RaiseInput } from './raise.rules.ts'
import { raiseRefusal, raiseSet } from './raise.rules.ts'
import { paidVat } from './raised-set.rules.ts'

const of_gross = (text: string) => ({ type: 'percent', value: percent(text), fee_base: 'gross' }) as const
const vat = (change: Partial<RaiseInput['vat']>) => ({ vat: { ...sample_week.vat, ...change } })
const abroad = vat({ client_country_code: 'US' })

const billed: Partial<RaiseInput> = { funding_model: 'agency_billed' }
const indirect: Partial<RaiseInput> = {
  funding_model: 'indirect',
  fee: of_gross('1.5'),
  funder_discount: of_gross('0.8'),
  platform_fee: of_gross('0.5'),
}

const raise = (change: Partial<RaiseInput>) =>
  raiseSet({ ...sample_week, lines: [worked('100', '20', '25')], ...change })

test.each<[string, Partial<RaiseInput>, string]>([
  [
    'direct, UK',
    {},
    'C 2500.00+500.00 S 3000.00 K 2000.00+400.00 F 90.00 E 0.00 A 510.00 85.00 425.00 W 0.00 P 15.00 X 0.00',
  ],
  [
    'direct, abroad',
    abroad,
    'C 2500.00+0.00 S 3000.00 K 2000.00+400.00 F 75.00 E 0.00 A 525.00 87.50 437.50 W 500.00 P -487.50 X 0.00',
  ],
  [
    'billed, UK',
    billed,
    'C 2500.00+500.00 S 3000.00 K 2000.00+400.00 F 90.00 E 0.00 A 510.00 85.00 425.00 W 0.00 P 15.00 X 0.00',
  ],
  [
    'billed, abroad',
    { ...billed, ...abroad },
    'C 2500.00+0.00 S 2500.00 K 2000.00+400.00 F 75.00 E 0.00 A 25.00 -412.50 437.50 W 0.00 P 12.50 X 0.00',
  ],
  [
    'indirect, UK',
    indirect,
    'C 2500.00+500.00 S 3000.00 K 2000.00+400.00 F 96.00 E 0.00 A 504.00 88.00 416.00 W 0.00 P 9.00 X 3.00',
  ],
  [
    'indirect, abroad',
    { ...indirect, ...abroad },
    'C 2500.00+0.00 S 3000.00 K 2000.00+400.00 F 80.00 E 0.00 A 520.00 90.00 430.00 W 500.00 P -492.50 X 2.50',
  ],
  [
    'direct, abroad, PAYE',
    { ...paye_week, ...abroad },
    'C 1280.00+0.00 S 1536.00 K 896.56+0.00 F 38.40 E 147.86 A 453.18 249.60 203.58 W 256.00 P -249.60 X 0.00',
  ],
])('VAT of a set, %s: each supply by its own two parties', (_name, change, figures) => {
  const set = raise(change)
  const { principal, platform, float } = paidVat(set)
  const said = (name: string, ...amounts: Parameters<typeof formatMoney>[0][]) =>
    [name, ...amounts.map(formatMoney)].join(' ')
  const shown = [
    `C ${formatMoney(set.client_net)}+${formatMoney(set.client_tax)}`,
    said('S', set.sale_gross),
    `K ${formatMoney(set.contractor_net)}+${formatMoney(set.contractor_tax)}`,
    said('F', set.fee_gross),
    said('E', set.on_costs),
    said('A', set.agency_gross, set.agency_tax, set.agency_net),
    said('W', float),
    said('P', principal),
    said('X', platform),
  ]
  expect(shown.join(' ')).toBe(figures)
  // Identity 6: all VAT paid to HMRC adds up to the client's VAT.
  const paid = set.agency_tax.minor + set.contractor_tax.minor + principal.minor + platform.minor
  expect(paid).toBe(set.client_tax.minor)
})

test('a client abroad: the sale to the principal is a VAT invoice, and its credit takes the VAT back', () => {
  const set = raise(abroad)
  const sale = set.documents.find((d) => d.type === 'agency-provider')
  expect([sale?.tax_type, sale?.is_vat_invoice]).toEqual(['standard', true])
  expect(formatMoney(creditSet(set).sale_tax)).toBe('-500.00')
})

test('a client abroad: a principal without registration could not reclaim the agency’s VAT', () => {
  const input = { ...sample_week, ...vat({ client_country_code: 'US', is_provider_registered: false }) }
  expect(raiseRefusal(input)).toContain('must both be registered for VAT, or neither')
  const unregistered = { ...sample_week, ...vat({ client_country_code: 'US', is_agency_registered: false }) }
  expect(raiseRefusal(unregistered)).toBe(null)
})

test('a change of rate: VAT is that of the tax point, and a credit takes its original’s', () => {
  const on = (standard_rate: string) => raise(vat({ standard_rate: percent(standard_rate) }))
  expect(formatMoney(on('20').client_tax)).toBe('500.00')
  expect(formatMoney(on('21').client_tax)).toBe('525.00')
  expect(formatMoney(creditSet(on('20')).client_tax)).toBe('-500.00')
})
