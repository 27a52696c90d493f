/** One debt of payroll: its payee, its purpose, and the batches that pay it. */
import { valueAt } from '#entity/path.ts'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { pathOf } from '#web/core/place.ts'
import { payroll_payment } from './payroll-payment.entity.ts'

const payroll_payment_record = record({
  entity: payroll_payment,
  what: 'Payroll payment',
  title: 'human_id',
  badge: 'status',
  meta: [{ field: 'kind' }, { field: 'payee.name' }],
  currency: 'currency.alpha_code',
  fields: ['paye_scheme_id', 'payslip_id', 'payee_id', 'payee.type'],
  cards: [
    {
      title: 'Payment',
      facts: [
        { field: 'amount' },
        { field: 'due_date' },
        { field: 'reference' },
        { field: 'period_start' },
        { field: 'period_end' },
        {
          field: 'payslip.human_id',
          label: 'Payslip',
          link: (row, category) =>
            row.payslip_id ? pathOf({ category, path: 'paye/payslip', id: String(row.payslip_id) }) : null,
        },
        {
          field: 'paye_scheme.employer_reference',
          label: 'PAYE Scheme',
          link: (row, category) =>
            pathOf({ category, path: 'paye/paye_scheme', id: String(row.paye_scheme_id) }),
        },
      ],
    },
    {
      title: 'Parties',
      facts: [
        {
          field: 'payee.name',
          label: 'Payee',
          link: (row, category) =>
            category === 'provider' && valueAt(row, 'payee.type') === 'creditor'
              ? pathOf({ category, path: 'business/creditor', id: String(row.payee_id) })
              : null,
        },
        { field: 'employer.name', label: 'Employer' },
        { field: 'principal.name', label: 'Paid From' },
      ],
    },
  ],
  tables: [
    {
      title: 'Payment batches',
      relation: 'batch_items',
      args: 'order_by: { created_at: asc }, limit: 50',
      only: ['provider'],
      fields: ['payment_batch_id'],
      columns: [
        {
          field: 'payment_batch.human_id',
          label: 'Batch Id',
          link: (row, category) =>
            pathOf({ category, path: 'payment/payment_batch', id: String(row.payment_batch_id) }),
        },
        { field: 'status' },
        { field: 'amount' },
        { field: 'hold_reason' },
      ],
      empty: 'No batch has taken it yet.',
    },
  ],
})

export function PayrollPaymentPage() {
  return <RecordPage screen={payroll_payment_record} />
}
