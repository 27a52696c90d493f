import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { formatMoney, GBP, parseMoney, sub } from '#kernel/money.ts'
import { percent } from '#kernel/rate.ts'
import {
  paye_week,
  registered_contractor,
  sample_week,
  unregistered_contractor,
  worked,
} from '#test/money/raise-sample.ts'
import type { RaiseInput } from './raise.rules.ts'
import { raiseRefusal, raiseSet } from './raise.rules.ts'
import type { RaisedSet } from './raised-set.rules.ts'
import { expenseLines, permLines } from './work-lines.rules.ts'

const gbp = (text: string) => parseMoney(text, GBP)

/** The documents as a ledger page: type, direction, net, tax, total, due, release, marks. */
function page(set: RaisedSet): string {
  return set.documents
    .map((d) => {
      const money = [d.amount, d.tax_amount, d.total_amount].map(formatMoney)
      const marks = [
        d.is_self_billed ? 'self-billed' : '',
        d.assigned_to ? `assigned:${d.assigned_to}` : '',
        d.is_debit ? 'debit' : '',
        d.is_credit_note ? 'credit' : '',
      ]
      return [d.type, `${d.from}>${d.to}`, ...money, d.tax_type, d.due_date, d.release_condition, ...marks]
        .filter(Boolean)
        .join(' ')
    })
    .join('\n')
}

/** Reads an aligned table: cells apart by blanks, lines by newlines. */
function ledger(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((row) => row.trim().replace(/\s+/g, ' '))
    .join('\n')
}

const raise = (change: Partial<RaiseInput>) => raiseSet({ ...sample_week, ...change })
const vat = (change: Partial<RaiseInput['vat']>) => ({ vat: { ...sample_week.vat, ...change } })

test('one week, direct and funded: 37.5 hours at 20.00 and 25.00', () => {
  expect(page(raiseSet(sample_week))).toBe(
    ledger(`
    contractor-agency contractor>agency  750.00 150.00  900.00 standard      2026-03-16 due_date  self-billed
    agency-provider   agency>provider    937.50 187.50 1125.00 standard      2026-03-13 run_date
    provider-client   provider>client    937.50 187.50 1125.00 standard      2026-04-08 none
    provider-agency   provider>agency     28.13   5.63   33.76 standard      2026-03-09 set_off
    agency_earnings   provider>agency    191.24   0.00  191.24 outside_scope 2026-03-13 run_date`),
  )
})

test('billed by the agency: its own invoice, assigned to the provider, and no sale to it', () => {
  expect(page(raise({ funding_model: 'agency_billed' }))).toBe(
    ledger(`
    contractor-agency contractor>agency  750.00 150.00  900.00 standard      2026-03-16 due_date  self-billed
    agency-client     agency>client      937.50 187.50 1125.00 standard      2026-04-08 none      assigned:provider
    provider-agency   provider>agency     28.13   5.63   33.76 standard      2026-03-09 set_off
    agency_earnings   provider>agency    191.24   0.00  191.24 outside_scope 2026-03-13 run_date`),
  )
})

const indirect: Partial<RaiseInput> = {
  funding_model: 'indirect',
  funder_discount: { type: 'fixed', value: gbp('4.00') },
  platform_fee: { type: 'fixed', value: gbp('3.00') },
}

test('indirect: the funder buys and bills, charges and discounts; the provider takes its software fee', () => {
  expect(page(raise(indirect))).toBe(
    ledger(`
    contractor-agency contractor>agency  750.00 150.00  900.00 standard      2026-03-16 due_date  self-billed
    agency-funder     agency>funder      937.50 187.50 1125.00 standard      2026-03-13 run_date
    funder-client     funder>client      937.50 187.50 1125.00 standard      2026-04-08 none
    funder-agency     funder>agency       32.13   5.63   37.76 standard      2026-03-09 set_off
    platform_fee      provider>agency      3.00   0.60    3.60 standard      2026-03-09 set_off
    agency_earnings   funder>agency      183.64   0.00  183.64 outside_scope 2026-03-13 run_date`),
  )
  const [, , , charge] = raise(indirect).documents
  expect(charge?.lines.map((line) => [line.tax_type, formatMoney(line.tax_amount)])).toEqual([
    ['standard', '5.63'],
    ['exempt', '0.00'],
  ])
})

test('indirect with the agency billing: the debt is assigned to the funder', () => {
  const set = raise({ ...indirect, client_billed_by: 'agency' })
  expect(set.documents.map((d) => d.type)).not.toContain('agency-funder')
  expect(set.documents.find((d) => d.type === 'agency-client')?.assigned_to).toBe('funder')
  expect(set.principal).toBe('funder')
})

test('the direct provider may assign its debt on to a funder', () => {
  const set = raise({ is_refinanced: true })
  expect(set.documents.find((d) => d.type === 'provider-client')?.assigned_to).toBe('funder')
})

test.each([
  // funding type, opted out, contractor waits for, earnings wait for, borne by the agency
  ['funded', false, 'due_date', 'run_date', false],
  ['partly_funded', false, 'due_date', 'client_receipt', false],
  ['paid_when_paid', true, 'client_receipt', 'client_receipt', false],
  ['paid_when_paid', false, 'due_date', 'client_receipt', true],
] as const)(
  '%s, opted out %s: the contractor waits for %s',
  (funding_type, conduct_regs_opt_out, contractor, earnings, borne) => {
    const set = raise({ funding_type, conduct_regs_opt_out })
    const waits = Object.fromEntries(set.documents.map((d) => [d.type, d.release_condition]))
    expect(waits['contractor-agency']).toBe(contractor)
    expect(waits.agency_earnings).toBe(earnings)
    expect(set.is_contractor_leg_funded_by_agency).toBe(borne)
  },
)

test('the same documents are raised whatever the funding type: it moves cash, not tax', () => {
  const shape = (set: RaisedSet) => set.documents.map((d) => [d.type, d.amount, d.tax_amount])
  const funded = shape(raiseSet(sample_week))
  expect(shape(raise({ funding_type: 'partly_funded' }))).toEqual(funded)
  expect(shape(raise({ funding_type: 'paid_when_paid' }))).toEqual(funded)
})

/** The same charge for pay of 800.00, with the holiday put by in place of paid (payroll-run, postings). */
const paye_retained: Partial<RaiseInput> = {
  ...paye_week,
  lines: [worked('40', '20', '32')],
  on_costs: {
    employer_ni: gbp('105.60'),
    employer_pension: gbp('20.40'),
    apprenticeship_levy: gbp('4.00'),
    holiday_pay_retained: gbp('96.56'),
  },
}

// money.md §1.7, and the published line of §1.1 (8,640.00).
const examples: [string, Partial<RaiseInput>, string][] = [
  ['1 Ltd, VAT', { lines: [worked('100', '20', '25')] }, '3000.00 2400.00 90.00 0.00 510.00 85.00 425.00'],
  [
    '2 Ltd, no VAT',
    { lines: [worked('100', '20', '25')], ...vat({ contractor: unregistered_contractor }) },
    '3000.00 2000.00 90.00 0.00 910.00 485.00 425.00',
  ],
  ['4 PAYE', paye_week, '1536.00 896.56 46.08 147.86 445.50 248.32 197.18'],
  ['4 PAYE, holiday retained', paye_retained, '1536.00 800.00 46.08 226.56 463.36 248.32 215.04'],
  [
    'published',
    {
      lines: [worked('160', '33.50', '45.00')],
      fee: { type: 'fixed', value: gbp('258.35') },
      ...vat({ contractor: unregistered_contractor }),
    },
    '8640.00 5360.00 310.02 0.00 2969.98 1388.33 1581.65',
  ],
]

test.each(examples)('example %s: CG KG FG E AG AV AN', (_name, change, figures) => {
  const set = raise(change)
  const shown = [
    set.client_gross,
    set.contractor_gross,
    set.fee_gross,
    set.on_costs,
    set.agency_gross,
    set.agency_tax,
    set.agency_net,
  ]
  expect(shown.map(formatMoney).join(' ')).toBe(figures)
})

test('holiday retained in place of rolled up: the on-costs of the holiday stay with the agency', () => {
  const [retained, rolled_up] = [raise(paye_retained), raise(paye_week)]
  expect(formatMoney(sub(retained.agency_net, rolled_up.agency_net))).toBe('17.86')
})

test('paye: pay is no supply, on-costs fall due by statute, nothing is self-billed', () => {
  expect(page(raise(paye_week))).toBe(
    ledger(`
    contractor-agency   contractor>agency  896.56   0.00  896.56 outside_scope 2026-04-10 due_date
    agency-provider     agency>provider   1280.00 256.00 1536.00 standard      2026-03-13 run_date
    provider-client     provider>client   1280.00 256.00 1536.00 standard      2026-04-08 none
    provider-agency     provider>agency     38.40   7.68   46.08 standard      2026-03-09 set_off
    employer_ni         provider>agency    120.08   0.00  120.08 outside_scope 2026-05-22 statutory
    employer_pension    provider>agency     23.30   0.00   23.30 outside_scope 2026-05-22 statutory
    apprenticeship_levy provider>agency      4.48   0.00    4.48 outside_scope 2026-05-22 statutory
    agency_earnings     provider>agency    445.50   0.00  445.50 outside_scope 2026-04-10 run_date`),
  )
})

test('costs above the charge make the earnings a debit that is set off, never paid', () => {
  const change: Partial<RaiseInput> = {
    funding_model: 'agency_billed',
    lines: [worked('100', '20.50', '21')],
    ...vat({ client_country_code: 'US' }),
  }
  const earnings = raise(change).documents.at(-1)
  expect(earnings).toMatchObject({ type: 'agency_earnings', is_debit: true, release_condition: 'set_off' })
  expect(formatMoney(earnings?.total_amount ?? gbp('0'))).toBe('-423.00')
})

test('VAT is taxed line by line and added up (money.md §1.10)', () => {
  const lines = [
    worked('1', '1', '25.06', 'A'),
    worked('1', '1', '25.61', 'B'),
    worked('1', '1', '25.63', 'C'),
  ]
  const bill = raise({ lines }).documents.find((d) => d.type === 'provider-client')
  expect(bill?.lines.map((line) => formatMoney(line.tax_amount))).toEqual(['5.01', '5.12', '5.13'])
  expect(formatMoney(bill?.tax_amount ?? gbp('0'))).toBe('15.26')
})

test.each([
  // what is missing on the tax point             VAT on the self-bill
  ['nothing', {}, '150.00'],
  ['the VAT number', { vat_registration_no: null }, '0.00'],
  ['an agreement', { self_billing_from: null }, '0.00'],
  ['a begun agreement', { self_billing_from: day('2026-03-10') }, '0.00'],
  ['a live agreement', { self_billing_to: day('2026-03-08') }, '0.00'],
  ['what HMRC has', { vat_standing: 'refused' as const }, '0.00'],
  ['nothing, as HMRC confirms', { vat_standing: 'confirmed' as const }, '150.00'],
  ['nothing, on its last day', { self_billing_to: day('2026-03-09') }, '150.00'],
])('a self-bill lacking %s', (_what, change, tax_amount) => {
  const [bill] = raise(vat({ contractor: { ...registered_contractor, ...change } })).documents
  expect(formatMoney(bill?.tax_amount ?? gbp('-1'))).toBe(tax_amount)
  expect(bill?.is_vat_invoice).toBe(tax_amount !== '0.00')
})

test('extended terms make the contractor wait as long as the client may', () => {
  const [bill] = raise({ is_extended_contractor_payment_terms: true }).documents
  expect([bill?.due_date, bill?.payment_terms]).toEqual(['2026-04-08', 30])
})

test('an expense is recharged at cost with VAT, without a percentage fee', () => {
  const receipt = { type: 'travel', description: 'Train', amount: gbp('100.00'), tax_amount: gbp('20.00') }
  const expense = (charges: boolean, contractor: typeof registered_contractor) =>
    raise({ generation_type: 'expense', lines: expenseLines([receipt], charges), ...vat({ contractor }) })
  const registered = expense(true, registered_contractor)
  expect(registered.documents.map((d) => d.type)).toEqual([
    'contractor-agency',
    'agency-provider',
    'provider-client',
  ])
  expect(formatMoney(registered.client_gross)).toBe('120.00')
  // A contractor without VAT bears the receipt's tax, so it is part of the cost.
  const unregistered = expense(false, unregistered_contractor)
  expect(formatMoney(unregistered.contractor_gross)).toBe('120.00')
  expect(formatMoney(unregistered.client_gross)).toBe('144.00')
  expect(formatMoney(unregistered.agency_net)).toBe('0.00')
})

test('a perm placement has no contractor and is invoiced from its start', () => {
  const perm: Partial<RaiseInput> = {
    generation_type: 'perm_placement',
    payment_type: null,
    lines: permLines('Placement of J. Doe', gbp('9000.00')),
    contract_start_date: day('2026-03-09'),
    ...vat({ contractor: null }),
  }
  const types = ['agency-provider', 'provider-client', 'provider-agency', 'agency_earnings']
  expect(raise(perm).documents.map((d) => d.type)).toEqual(types)
  expect(formatMoney(raise(perm).agency_gross)).toBe('10476.00')
  expect(raiseRefusal({ ...sample_week, ...perm, contract_start_date: day('2026-03-10') })).toBe(
    'The placement is invoiced from its start on 10/03/2026',
  )
})

const refusals: [string, Partial<RaiseInput>][] = [
  ['There is nothing to invoice: no units were entered', { lines: [worked('0', '20', '25')] }],
  ['There is nothing to invoice: no units were entered', { lines: [] }],
  ['There is no client rate for Standard', { lines: [{ ...worked('1', '20', '25'), client_rate: null }] }],
  [
    'There is no contractor rate for Standard',
    { lines: [{ ...worked('1', '20', '25'), contractor_rate: null }] },
  ],
  ['There are no client payment terms in force on 09/03/2026', { client_payment_terms: null }],
  ['There are no contractor payment terms in force on 09/03/2026', { contractor_payment_terms: null }],
  ['There is no pay day for this payroll period', { ...paye_week, pay_day: null }],
  ['Paid when paid is not allowed for PAYE', { ...paye_week, funding_type: 'paid_when_paid' }],
  [
    'Paid when paid is not allowed for PAYE',
    { payment_type: 'selfemployed', funding_type: 'paid_when_paid' },
  ],
  [
    'must both be registered for VAT, or neither, for the provider to bill',
    vat({ is_agency_registered: false }),
  ],
]

test.each(refusals)('refuses: %s', (reason, change) => {
  expect(raiseRefusal({ ...sample_week, ...change })).toContain(reason)
  expect(() => raise(change)).toThrow(reason)
})

test('an agency without VAT may bill its client itself, without VAT', () => {
  const set = raise({ funding_model: 'agency_billed', ...vat({ is_agency_registered: false }) })
  const bill = set.documents.find((d) => d.type === 'agency-client')
  expect([bill?.tax_type, bill?.is_vat_invoice, formatMoney(set.client_tax)]).toEqual(['none', false, '0.00'])
})

test('a fee can be a percent of net, or a fixed amount', () => {
  const fee_base = 'net'
  expect(formatMoney(raise({ fee: { type: 'percent', value: percent('2.5'), fee_base } }).fee_net)).toBe(
    '23.44',
  )
  expect(formatMoney(raise({ fee: { type: 'fixed', value: gbp('5') } }).fee_gross)).toBe('6.00')
  expect(raise({ fee: null }).documents.map((d) => d.type)).not.toContain('provider-agency')
})
