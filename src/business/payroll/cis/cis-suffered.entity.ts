import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const cis_states = [
  { value: 'entered', label: 'Entered' },
  { value: 'approved', label: 'Approved' },
  { value: 'withdrawn', label: 'Withdrawn' },
] as const

/** CIS deductions that a company's customers took from it in a tax year, up to the end of a tax month (decision 0123). */
export const cis_suffered = entity({
  module: 'transaction',
  name: 'cis_suffered',
  label: 'CIS Suffered',
  plural: 'CIS Suffered',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    status: f.choice('Status', cis_states),
    paye_scheme_id: f.uuid('PAYE Scheme'),
    tax_year: f.integer('Tax Year'),
    tax_month: f.integer('Tax Month'),
    period_end: f.day('To'),
    amount: f.money('CIS Suffered to Date'),
    evidence: f.text('Evidence'),
    currency_id: f.uuid('Currency'),
    approved_by_name: f.nullable(f.text('Approved By')),
    approved_at: f.nullable(f.instant('Approved At')),
    withdrawal_reason: f.nullable(f.text('Reason')),
    withdrawn_by_name: f.nullable(f.text('Withdrawn By')),
    withdrawn_at: f.nullable(f.instant('Withdrawn At')),
    ...f.entered,
  },
  unread: { created_by: f.code('Entered By'), approved_by: f.nullable(f.code('Approved By')) },
  relations: {
    paye_scheme: f.to_one('business.paye_scheme', 'paye_scheme_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
