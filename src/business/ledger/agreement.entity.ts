import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** Figures that are compared with the ledger, in the words of their reports. */
export const agreed_measures = [
  { value: 'net_outstanding_balance', label: 'Net outstanding' },
  { value: 'unallocated_amount', label: 'Unallocated receipts' },
  { value: 'output_tax', label: 'Output tax' },
  { value: 'input_tax', label: 'Input tax' },
  { value: 'vat_liability', label: 'VAT liability' },
  { value: 'client_gross', label: 'Client' },
  { value: 'contractor_gross', label: 'Contractor' },
  { value: 'fee_gross', label: 'Fee' },
  { value: 'on_costs', label: 'On-costs' },
  { value: 'agency_gross', label: 'Agency gross' },
  { value: 'total_amount', label: 'Earnings' },
  { value: 'paid_amount', label: 'Paid' },
  { value: 'amount', label: 'Paid to contractors' },
  { value: 'payments', label: 'Paid out' },
  { value: 'agency', label: 'Agency' },
  { value: 'client', label: 'Client' },
  { value: 'fee', label: 'Fee' },
  { value: 'contractor', label: 'Contractor' },
] as const

/** One figure of a report beside the ledger's, by currency (experience.md, page 9). */
export const agreement = entity({
  module: 'report',
  name: 'agreement',
  label: 'Agreement with the Ledger',
  plural: 'Agreement with the Ledger',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    measure: f.choice('Figure', agreed_measures),
    on_day: f.day('As Of'),
    currency_id: f.uuid('Currency'),
    alpha_code: f.code('Currency Code'),
    reported: f.money('Reported'),
    posted: f.money('In the Ledger'),
    difference: f.money('Difference'),
    checked_at: f.instant('Checked At'),
  },
  relations: { currency: f.to_one('platform.currency', 'currency_id') },
})
