/**
 * Every combination of money.md §1.5 and §1.6: funding model × funding type × kind of contractor × where the client is ×
 * who is registered × currency. What must come out is stated here by hand, apart from the rules: the documents, when each
 * is due, what releases it, and its tax.
 */
import { describe, expect, test } from 'vitest'
import { raiseRefusal, raiseSet } from '#business/invoices/raise.rules.ts'
import { day } from '#kernel/day.ts'
import { currency, formatMoney, money } from '#kernel/money.ts'
import { registered_contractor, sample_week, unregistered_contractor } from './raise-sample.ts'

const models = ['direct', 'agency_billed', 'indirect'] as const
const fundings = ['funded', 'partly_funded', 'paid_when_paid'] as const
const payments = ['limited', 'umbrella', 'selfemployed', 'paye'] as const
const countries = ['GB', 'FR'] as const
const currencies = ['GBP', 'EUR', 'USD', 'SEK', 'PLN'] as const

type Model = (typeof models)[number]
type Funding = (typeof fundings)[number]
type Payment = (typeof payments)[number]
type Row = readonly [type: string, due: string, release: string, tax: string]

// The sample week: raised and approved on 9 March 2026, run on the 13th, client 30 days, contractor 7, payroll on the 13th.
const raised = '2026-03-09'
const run = '2026-03-13'
const client_due = '2026-04-08'
const contractor_due = '2026-03-16'
const statutory = '2026-04-22'

/** Who sells on to whom, who bills the client, who takes a fee; by hand from money.md §1.5. */
const documents_of: Record<Model, { resale: string | null; client: string; fees: readonly string[] }> = {
  direct: { resale: 'agency-provider', client: 'provider-client', fees: ['provider-agency'] },
  agency_billed: { resale: null, client: 'agency-client', fees: ['provider-agency'] },
  indirect: { resale: 'agency-funder', client: 'funder-client', fees: ['funder-agency', 'platform_fee'] },
}

function expected(
  model: Model,
  funding: Funding,
  payment: Payment,
  is_overseas: boolean,
  is_registered: boolean,
  has_opted_out: boolean,
): Row[] {
  const { resale, client, fees } = documents_of[model]
  const client_tax = is_overseas ? 'reverse_charge' : 'standard'
  const paye_costs = ['employer_ni', 'employer_pension', 'apprenticeship_levy']
  const pays_on_receipt = funding !== 'funded'
  const rows: Row[] = [
    payment === 'paye'
      ? ['contractor-agency', run, 'due_date', 'outside_scope']
      : [
          'contractor-agency',
          contractor_due,
          funding === 'paid_when_paid' && has_opted_out ? 'client_receipt' : 'due_date',
          is_registered ? 'standard' : 'none',
        ],
    [client, client_due, 'none', client_tax],
    ...fees.map((fee): Row => [fee, raised, 'set_off', 'standard']),
    [
      'agency_earnings',
      pays_on_receipt ? client_due : run,
      pays_on_receipt ? 'client_receipt' : 'run_date',
      'outside_scope',
    ],
  ]
  if (resale !== null) {
    rows.push([
      resale,
      pays_on_receipt ? client_due : run,
      pays_on_receipt ? 'client_receipt' : 'run_date',
      // Agency and principal are in one country, whatever the client's is.
      'standard',
    ])
  }
  if (payment === 'paye') {
    rows.push(...paye_costs.map((cost): Row => [cost, statutory, 'statutory', 'outside_scope']))
    rows.push(['holiday_pay_retained', run, 'none', 'outside_scope'])
  }
  return rows.sort(([a], [b]) => (a < b ? -1 : 1))
}

const cases = models.flatMap((model) =>
  fundings.flatMap((funding) => payments.map((payment) => ({ model, funding, payment }))),
)

describe.each(cases)('$model, $funding, $payment', ({ model, funding, payment }) => {
  test.each(
    countries.flatMap((country) =>
      [true, false].flatMap((is_registered) =>
        [true, false].flatMap((has_opted_out) =>
          currencies.map((code) => ({ country, is_registered, has_opted_out, code })),
        ),
      ),
    ),
  )('$country, registered $is_registered, opted out $has_opted_out, $code', (one) => {
    const code = currency(one.code)
    const is_paye = payment === 'paye'
    const cost = (minor: number) => money(minor, code)
    const input = {
      ...sample_week,
      currency: code,
      funding_model: model,
      funding_type: funding,
      payment_type: payment,
      conduct_regs_opt_out: one.has_opted_out,
      platform_fee: model === 'indirect' ? sample_week.fee : null,
      vat: {
        ...sample_week.vat,
        client_country_code: one.country,
        contractor: one.is_registered ? registered_contractor : unregistered_contractor,
      },
      pay_day: is_paye ? day(run) : null,
      on_costs: is_paye
        ? {
            employer_ni: cost(5000),
            employer_pension: cost(1000),
            apprenticeship_levy: cost(300),
            holiday_pay_retained: cost(700),
          }
        : {},
    }
    if (funding === 'paid_when_paid' && (is_paye || payment === 'selfemployed')) {
      expect(raiseRefusal(input)).toMatch(/^Paid when paid is not allowed for PAYE and self-employed workers/)
      return
    }
    const set = raiseSet(input)
    const got = set.documents.map(
      (d): Row => [
        d.type,
        d.due_date,
        // Earnings that are negative are owed, and set off on the day they are raised.
        d.type === 'agency_earnings' && d.is_debit ? 'debit' : d.release_condition,
        d.tax_type,
      ],
    )
    const wanted = expected(
      model,
      funding,
      payment,
      one.country !== 'GB',
      one.is_registered,
      one.has_opted_out,
    ).map(
      (row): Row =>
        row[0] === 'agency_earnings' && set.agency_gross.minor < 0 ? [row[0], raised, 'debit', row[3]] : row,
    )
    expect(got.sort(([a], [b]) => (a < b ? -1 : 1))).toEqual(wanted)
    // Nothing is in another currency than the contract's.
    expect(
      new Set(
        set.documents.flatMap((d) => [d.total_amount.currency, ...d.lines.map((l) => l.amount.currency)]),
      ),
    ).toEqual(new Set([code]))
    // Without an opt-out the worker is paid on time, and the agency bears it (§1.6).
    const bill = set.documents.find((d) => d.type === 'contractor-agency')
    expect(bill?.is_debit).toBe(funding === 'paid_when_paid' && !one.has_opted_out)
    // Without an agreement or a number there is no VAT, and the self-bill is no VAT invoice.
    expect(bill?.is_vat_invoice).toBe(!is_paye && one.is_registered)
    expect(formatMoney(set.client_tax)).toBe(one.country === 'GB' ? '187.50' : '0.00')
  })
})
