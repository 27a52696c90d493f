import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const overpayment_kinds = [
  { value: 'carried', label: 'Carried' },
  { value: 'recovered', label: 'Taken back' },
  { value: 'repaid', label: 'Repaid' },
  { value: 'written_off', label: 'Written off' },
] as const

export const overpayment_states = [
  { value: 'done', label: 'Done' },
  { value: 'asked', label: 'Asked' },
  { value: 'refused', label: 'Refused' },
] as const

/** A change of a worker's overpayment; the changes done add up to the sum left (decision 0191). */
export const overpayment = entity({
  module: 'transaction',
  name: 'overpayment',
  label: 'Overpayment',
  plural: 'Overpayments',
  fields: {
    id: f.uuid('Id'),
    employment_id: f.uuid('Employment'),
    contractor_id: f.uuid('Worker'),
    kind: f.choice('Kind', overpayment_kinds),
    status: f.choice('Status', overpayment_states),
    amount: f.money('Amount'),
    reason: f.text('Reason'),
    pay_day: f.nullable(f.day('Pay Day')),
    payslip_id: f.nullable(f.uuid('Payslip')),
    decided_by_name: f.nullable(f.text('Decided By')),
    decided_at: f.nullable(f.instant('Decided At')),
    decision_comment: f.nullable(f.text('Decision')),
    currency_id: f.uuid('Currency'),
    ...f.entered,
    // The page disables the answer of the author.
    created_by: f.code('Entered By'),
  },
  unread: {
    // The principal with the worker's debt in its books.
    principal_id: f.uuid('Books'),
    year_correction_id: f.nullable(f.uuid('Correction of a Tax Year')),
    decided_by: f.nullable(f.code('Decided By')),
  },
  relations: {
    ...f.worker_relations,
    payslip: f.to_one('transaction.payslip', 'payslip_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
