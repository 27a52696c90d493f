import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const loan_plans = [
  { value: 'plan_1', label: 'Plan 1' },
  { value: 'plan_2', label: 'Plan 2' },
  { value: 'plan_4', label: 'Plan 4' },
  { value: 'plan_5', label: 'Plan 5' },
  { value: 'postgraduate', label: 'Postgraduate' },
] as const

export const loan_sources = [
  { value: 'sl1', label: 'SL1 notice' },
  { value: 'p45', label: 'P45' },
  { value: 'starter', label: 'Starter declaration' },
  { value: 'takeover', label: 'Payroll before' },
] as const

export const order_kinds = [
  { value: 'dea', label: 'Direct earnings attachment' },
  { value: 'council_tax', label: 'Council tax, England' },
  { value: 'deo', label: 'Child maintenance' },
  { value: 'aeo_priority', label: 'Court order, priority' },
  { value: 'aeo_civil', label: 'Court order, civil debt' },
  { value: 'ccaeo', label: 'Community charge' },
] as const

export const order_rates = [
  { value: 'standard', label: 'Standard' },
  { value: 'higher', label: 'Higher' },
  { value: 'fixed', label: 'Fixed' },
  { value: 'table', label: 'Table' },
  { value: 'given', label: 'Given on the order' },
] as const

/** A student or postgraduate loan that is deducted from a pay day on. */
export const student_loan = entity({
  module: 'business',
  name: 'student_loan',
  label: 'Student Loan',
  plural: 'Student Loans',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    employment_id: f.uuid('Employment'),
    plan: f.choice('Plan', loan_plans),
    source: f.choice('Source', loan_sources),
    effective_from: f.day('From'),
    effective_to: f.nullable(f.day('To')),
    ...f.entered,
  },
  unread: { created_by: f.code('Entered By') },
  relations: { employment: f.to_one('business.employment', 'employment_id') },
})

/** An order to deduct a worker's debt from pay. */
export const attachment_order = entity({
  module: 'business',
  name: 'attachment_order',
  label: 'Attachment Order',
  plural: 'Attachment Orders',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    employment_id: f.uuid('Employment'),
    kind: f.choice('Kind', order_kinds),
    authority: f.text('Authority'),
    reference: f.code('Reference'),
    order_date: f.day('Order Date'),
    received_on: f.day('Received On'),
    rate: f.choice('Rate', order_rates),
    amount: f.nullable(f.money('Amount')),
    protected_earnings: f.nullable(f.money('Protected Earnings')),
    debt: f.nullable(f.money('Debt')),
    charges_admin_fee: f.boolean('Administration Fee'),
    ended_on: f.nullable(f.day('Ended On')),
    end_reason: f.nullable(f.text('Reason')),
    currency_id: f.uuid('Currency'),
    ...f.entered,
  },
  unread: { created_by: f.code('Entered By') },
  relations: {
    employment: f.to_one('business.employment', 'employment_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})

/** A deduction after tax that the worker agreed to in writing; the employer keeps it. */
export const agreed_deduction = entity({
  module: 'business',
  name: 'agreed_deduction',
  label: 'Agreed Deduction',
  plural: 'Agreed Deductions',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    employment_id: f.uuid('Employment'),
    purpose: f.text('Purpose'),
    agreed_on: f.day('Agreed On'),
    evidence: f.text('Evidence'),
    amount: f.money('Amount'),
    total: f.nullable(f.money('Total')),
    effective_from: f.day('From'),
    ended_on: f.nullable(f.day('Ended On')),
    end_reason: f.nullable(f.text('Reason')),
    currency_id: f.uuid('Currency'),
    ...f.entered,
  },
  unread: { created_by: f.code('Entered By') },
  relations: {
    employment: f.to_one('business.employment', 'employment_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
