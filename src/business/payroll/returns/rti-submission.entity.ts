import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const return_kinds = [
  { value: 'fps', label: 'Full Payment Submission' },
  { value: 'eps', label: 'Employer Payment Summary' },
] as const

/** HMRC's reasons for a report after the pay day. */
export const late_reasons = [
  { value: 'foreign_employer', label: 'Payment by a foreign employer' },
  { value: 'shares_or_benefit', label: 'Payment of shares or a benefit' },
  { value: 'ni_only', label: 'Earnings on which only National Insurance is due' },
  { value: 'paid_by_the_day', label: 'Payment to a worker paid by the day' },
  { value: 'micro_employer', label: 'Micro employer, with HMRC’s agreement' },
  { value: 'impracticable', label: 'Impracticable on the pay day' },
  { value: 'reasonable_excuse', label: 'Reasonable excuse' },
  { value: 'late_correction', label: 'Correction of an earlier report' },
] as const
export type LateReason = (typeof late_reasons)[number]['value']

/** A return to HMRC in real time: built here, and sent from here or filed elsewhere. */
export const rti_submission = entity({
  module: 'transaction',
  name: 'rti_submission',
  label: 'Return to HMRC',
  plural: 'Returns to HMRC',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    human_id: f.searchable(f.human_id('Return Id')),
    kind: f.choice('Return', return_kinds),
    paye_scheme_id: f.uuid('PAYE Scheme'),
    pay_run_id: f.nullable(f.uuid('Pay Run')),
    year_correction_id: f.nullable(f.uuid('Correction of a Tax Year')),
    tax_year: f.integer('Tax Year'),
    tax_month: f.integer('Tax Month'),
    status: f.choice('Status', [
      { value: 'built', label: 'To put right' },
      { value: 'validated', label: 'Ready to file' },
      { value: 'sent', label: 'Sent' },
      { value: 'acknowledged', label: 'Acknowledged' },
      { value: 'accepted', label: 'Accepted' },
      { value: 'rejected', label: 'Rejected' },
      { value: 'filed_outside', label: 'Filed elsewhere' },
    ]),
    employee_count: f.integer('Workers'),
    faults: f.json('Faults'),
    fault_count: f.integer('To Put Right'),
    irmark: f.nullable(f.code('IRmark')),
    receipt_mark: f.nullable(f.code('Mark on the Receipt')),
    late_reason: f.nullable(f.choice('Late Reason', late_reasons)),
    is_final: f.boolean('Last of the Year'),
    no_payment: f.boolean('No Payment'),
    inactive_months: f.integer('Months Without Pay'),
    claims_allowance: f.boolean('Employment Allowance'),
    receipt: f.nullable(f.searchable(f.code('Receipt'))),
    filer: f.nullable(f.text('Filed By')),
    filed_at: f.nullable(f.instant('Filed At')),
    transaction_id: f.nullable(f.code('Transaction Id')),
    correlation_id: f.nullable(f.code('HMRC’s Number')),
    sent_at: f.nullable(f.instant('Sent At')),
    sent_by_name: f.nullable(f.text('Sent By')),
    poll_after: f.nullable(f.instant('Asks HMRC After')),
    unknown_since: f.nullable(f.instant('Answer Unknown Since')),
    answer: f.nullable(f.text('HMRC’s Answer')),
    errors: f.defaulted(f.json('HMRC’s Errors')),
    error_count: f.defaulted(f.integer('Errors')),
    may_send_again: f.defaulted(f.boolean('May Be Sent Again')),
    provider_id: f.uuid('Provider'),
    agency_id: f.nullable(f.uuid('Agency')),
    created_by_name: f.text('Built By'),
    ...f.stamps,
  },
  // Personal data of all workers: a verb returns it and logs the reader.
  unread: {
    content: f.nullable(f.text('Content')),
    created_by: f.code('Built By'),
    posted_at: f.nullable(f.instant('Left At')),
    poll_url: f.nullable(f.url('Address of HMRC’s Answer')),
  },
  relations: {
    paye_scheme: f.to_one('business.paye_scheme', 'paye_scheme_id'),
    pay_run: f.to_one('transaction.pay_run', 'pay_run_id'),
    provider: f.to_one('business.party', 'provider_id'),
    agency: f.to_one('business.party', 'agency_id'),
  },
})
