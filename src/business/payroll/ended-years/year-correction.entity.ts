import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const correction_kinds = [
  { value: 'letter', label: 'NI letter' },
  { value: 'pay', label: 'Pay' },
] as const

/**
 * The right NI letter of pay days, or the right pay of one, in a tax year that is locked, with the differences that follow
 * (decisions 0181, 0189, 0200).
 */
export const year_correction = entity({
  module: 'transaction',
  name: 'year_correction',
  label: 'Correction of a Tax Year',
  plural: 'Corrections of Tax Years',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    employment_id: f.uuid('Employment'),
    contractor_id: f.uuid('Worker'),
    paye_scheme_id: f.uuid('PAYE Scheme'),
    tax_year: f.integer('Tax Year'),
    correction_no: f.integer('Number'),
    kind: f.choice('Kind', correction_kinds),
    pay_kind: f.nullable(f.code('Kind of Pay')),
    letter: f.code('NI Letter'),
    from_pay_day: f.day('From Pay Day'),
    last_pay_day: f.day('Last Pay Day'),
    reason: f.text('Reason'),
    evidence: f.nullable(f.text('Evidence')),
    period_count: f.integer('Pay Periods'),
    gross_pay: f.money('Gross Pay'),
    income_tax: f.money('Income Tax'),
    student_loan: f.money('Student Loan'),
    employee_ni: f.money('Employee NI'),
    employer_ni: f.money('Employer NI'),
    employee_pension: f.money('Employee Pension'),
    employer_pension: f.money('Employer Pension'),
    employment_allowance: f.money('Employment Allowance'),
    levy_charged: f.money('Levy Charged'),
    levy_due: f.money('Levy Due'),
    net_pay: f.money('Net Pay'),
    working: f.json('Working'),
    currency_id: f.uuid('Currency'),
    ...f.entered,
  },
  unread: {
    parts: f.json('Parts'),
    pension_scheme_id: f.nullable(f.uuid('Pension Scheme')),
    created_by: f.code('Entered By'),
  },
  relations: {
    ...f.worker_relations,
    paye_scheme: f.to_one('business.paye_scheme', 'paye_scheme_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
