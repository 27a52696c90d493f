import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { evidence_statuses } from '../approvable-work/work.rules.ts'
import { expense_types } from './expense.rules.ts'

const expense_statuses = ['draft', 'submitted', 'rejected', 'approved', 'suspense', 'cancelled'] as const

export const expense = entity({
  module: 'transaction',
  name: 'expense',
  label: 'Expense',
  plural: 'Expenses',
  fields: {
    id: f.uuid('Id'),
    human_id: f.searchable(f.human_id('Expense Id')),
    status: f.defaulted(f.choice('Status', expense_statuses)),
    amount: f.defaulted(f.money('Net Amount')),
    tax_amount: f.defaulted(f.money('VAT')),
    version: f.defaulted(f.integer('Version')),
    contract_id: f.uuid('Placement'),
    ...f.contract_parties,
    currency_id: f.uuid('Currency'),
    po_number: f.nullable(f.text('PO Number')),
    comment: f.nullable(f.text('Comment')),
    submitted_date: f.nullable(f.instant('Submitted Date')),
    approved_at: f.nullable(f.instant('Approved At')),
    approved_by: f.nullable(f.code('Approved By')),
    approved_by_name: f.nullable(f.text('Approved By Name')),
    suspense_reason: f.nullable(f.text('Suspense Reason')),
    evidence_status: f.nullable(f.choice('Evidence of Approval', evidence_statuses)),
    ...f.stamps,
  },
  unread: {
    submitted_by: f.nullable(f.code('Submitted By')),
    submitted_as: f.nullable(f.code('Submitted As')),
    ...f.told_stamp,
  },
  relations: {
    ...f.party_relations,
    contract: f.to_one('contract.contract', 'contract_id'),
    placement: f.to_one('contract.temp_placement', 'contract_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    details: f.to_many('transaction.expense_detail', 'expense_id'),
    activities: f.to_many('transaction.expense_activity', 'expense_id'),
    invoice_sets: f.to_many('transaction.invoice_set', 'expense_id'),
    invoices: f.to_many('transaction.invoice', 'expense_id'),
  },
})

export const expense_detail = entity({
  module: 'transaction',
  name: 'expense_detail',
  label: 'Expense Line',
  plural: 'Expense Lines',
  fields: {
    id: f.uuid('Id'),
    expense_id: f.uuid('Expense'),
    from_date: f.day('Date'),
    type: f.choice('Type', expense_types),
    description: f.nullable(f.text('Description')),
    amount: f.money('Net Amount'),
    tax_amount: f.money('VAT'),
    is_disbursement: f.boolean('Disbursement'),
    ...f.contract_parties,
    ...f.stamps,
  },
  relations: { expense: f.to_one('transaction.expense', 'expense_id') },
})

export const expense_activity = entity({
  module: 'transaction',
  name: 'expense_activity',
  label: 'Expense Activity',
  plural: 'Expense Activities',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    expense_id: f.uuid('Expense'),
    action: f.code('Action'),
    old_status: f.nullable(f.choice('Old Status', expense_statuses)),
    new_status: f.choice('New Status', expense_statuses),
    ...f.step,
    ...f.contract_parties,
  },
  // The order in which facts were written, under their lock.
  unread: { fact_no: f.defaulted(f.integer('Number of the Fact')) },
  relations: { expense: f.to_one('transaction.expense', 'expense_id') },
})
