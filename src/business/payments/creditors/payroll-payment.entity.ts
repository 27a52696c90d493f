import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const payroll_payment_kinds = [
  { value: 'net_pay', label: 'Net pay' },
  { value: 'hmrc', label: 'HMRC' },
  { value: 'pension', label: 'Pension' },
  { value: 'attachment', label: 'Attachment of earnings' },
  { value: 'relief', label: 'Back to the employer' },
] as const

/** The debt of payroll to one payee on one day. A payment batch pays it (decision 0071). */
export const payroll_payment = entity({
  module: 'transaction',
  name: 'payroll_payment',
  label: 'Payroll Payment',
  plural: 'Payroll Payments',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    human_id: f.searchable(f.human_id('Payroll Payment Id')),
    kind: f.choice('For', payroll_payment_kinds),
    status: f.choice('Status', ['due', 'paid', 'withdrawn']),
    paye_scheme_id: f.uuid('PAYE Scheme'),
    employer_id: f.uuid('Employer'),
    payee_id: f.uuid('Payee'),
    principal_id: f.uuid('Principal'),
    payslip_id: f.nullable(f.uuid('Payslip')),
    year_correction_id: f.nullable(f.uuid('Correction of a Tax Year')),
    pension_scheme_id: f.nullable(f.uuid('Pension Scheme')),
    attachment_order_id: f.nullable(f.uuid('Attachment Order')),
    period_start: f.nullable(f.day('From')),
    period_end: f.nullable(f.day('To')),
    due_date: f.day('Due Date'),
    amount: f.money('Amount'),
    currency_id: f.uuid('Currency'),
    reference: f.searchable(f.code('Reference')),
    payment_id: f.nullable(f.uuid('Payment')),
    provider_id: f.uuid('Provider'),
    agency_id: f.nullable(f.uuid('Agency')),
    ...f.stamps,
  },
  relations: {
    paye_scheme: f.to_one('business.paye_scheme', 'paye_scheme_id'),
    employer: f.to_one('business.party', 'employer_id'),
    payee: f.to_one('business.party', 'payee_id'),
    principal: f.to_one('business.party', 'principal_id'),
    payslip: f.to_one('transaction.payslip', 'payslip_id'),
    agency: f.to_one('business.party', 'agency_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    attachment_order: f.to_one('business.attachment_order', 'attachment_order_id'),
    payment: f.to_one('transaction.payment_receipt_summary', 'payment_id'),
    batch_items: f.to_many('payment.payment_batch_item', 'payroll_payment_id'),
  },
})
