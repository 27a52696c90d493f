import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const pay_frequencies = [
  { value: 'week', label: 'Weekly' },
  { value: 'fortnight', label: 'Fortnightly' },
  { value: 'four_week', label: 'Every four weeks' },
  { value: 'month', label: 'Monthly' },
] as const

export const director_methods = [
  { value: 'AN', label: 'Annual' },
  { value: 'AL', label: 'Alternative' },
] as const

export const tax_code_sources = [
  { value: 'p6', label: 'P6 notice' },
  { value: 'p9', label: 'P9 notice' },
  { value: 'p45', label: 'P45' },
  { value: 'starter', label: 'Starter declaration' },
  { value: 'default', label: 'No declaration' },
  { value: 'after_leaving', label: 'After leaving' },
  { value: 'takeover', label: 'Payroll before' },
] as const

const dated = {
  effective_from: f.day('From'),
  effective_to: f.nullable(f.day('To')),
  deleted_at: f.nullable(f.instant('Replaced At')),
} as const

/** One worker under one PAYE scheme, with all placements of the worker there. */
export const employment = entity({
  module: 'business',
  name: 'employment',
  label: 'Employment',
  plural: 'Employments',
  fields: {
    id: f.uuid('Id'),
    contractor_id: f.uuid('Worker'),
    paye_scheme_id: f.uuid('PAYE Scheme'),
    payroll_id: f.searchable(f.code('Payroll Id')),
    former_payroll_id: f.nullable(f.code('Former Payroll Id')),
    /** The first pay day under the new id. */
    payroll_id_from: f.nullable(f.day('Payroll Id From')),
    start_date: f.day('Start Date'),
    leave_date: f.nullable(f.day('Leave Date')),
    pay_frequency: f.choice('Paid', pay_frequencies),
    is_irregular_hours: f.boolean('Irregular Hours'),
    is_irregularly_paid: f.defaulted(f.boolean('Paid Irregularly')),
    rolled_up_percent: f.nullable(f.percent('Rolled-up Holiday')),
    retained_percent: f.nullable(f.percent('Retained Holiday')),
    workplace_postcode: f.nullable(f.code('Workplace Postcode')),
    director_from: f.nullable(f.day('Director From')),
    director_to: f.nullable(f.day('Director To')),
    director_method: f.nullable(f.choice('Director’s NI', director_methods)),
    off_payroll: f.defaulted(f.boolean('Off-payroll Worker')),
    starter_declaration: f.nullable(f.choice('Starter Declaration', ['A', 'B', 'C'])),
    p45_leave_date: f.nullable(f.day('P45 Leave Date')),
    p45_tax_code: f.nullable(f.code('P45 Tax Code')),
    p45_is_week1: f.nullable(f.boolean('P45 Week 1 Basis')),
    p45_period: f.nullable(f.integer('P45 Week or Month')),
    p45_pay_to_date: f.nullable(f.money('P45 Pay to Date')),
    p45_tax_to_date: f.nullable(f.money('P45 Tax to Date')),
    p45_student_loan: f.nullable(f.boolean('P45 Student Loan')),
    recovery_amount: f.nullable(f.money('Taken Back a Pay Day')),
    recovery_percent: f.nullable(f.integer('Percent of Net Pay Taken Back')),
    currency_id: f.uuid('Currency'),
    ...f.entered,
    deleted_at: f.nullable(f.instant('Undone At')),
  },
  unread: {
    created_by: f.code('Entered By'),
    /** The ids before the former one, for returns of their days. */
    earlier_payroll_ids: f.defaulted(f.json('Earlier Payroll Ids')),
  },
  relations: {
    contractor: f.to_one('business.party', 'contractor_id'),
    worker: f.to_one('business.contractor', 'contractor_id'),
    paye_scheme: f.to_one('business.paye_scheme', 'paye_scheme_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    tax_codes: f.to_many('business.tax_code', 'employment_id'),
    ni_categories: f.to_many('business.ni_category', 'employment_id'),
    payroll_takeovers: f.to_many('business.payroll_takeover', 'employment_id'),
  },
})

/** The tax code of an employment from a pay day on. */
export const tax_code = entity({
  module: 'business',
  name: 'tax_code',
  label: 'Tax Code',
  plural: 'Tax Codes',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    employment_id: f.uuid('Employment'),
    code: f.code('Tax Code'),
    regime: f.nullable(
      f.choice('Regime', [
        { value: 'S', label: 'S' },
        { value: 'C', label: 'C' },
      ]),
    ),
    is_week1: f.boolean('Week 1 or Month 1'),
    source: f.choice('Source', tax_code_sources),
    notice_date: f.nullable(f.day('Notice Date')),
    previous_pay: f.nullable(f.money('Previous Pay')),
    previous_tax: f.nullable(f.money('Previous Tax')),
    ...dated,
    currency_id: f.uuid('Currency'),
    ...f.entered,
  },
  unread: { created_by: f.code('Entered By') },
  relations: {
    employment: f.to_one('business.employment', 'employment_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})

/** The National Insurance category of an employment from a pay day on. */
export const ni_category = entity({
  module: 'business',
  name: 'ni_category',
  label: 'NI Category',
  plural: 'NI Categories',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    employment_id: f.uuid('Employment'),
    letter: f.code('Letter'),
    reason: f.nullable(f.text('Reason')),
    evidence: f.nullable(f.text('Evidence')),
    is_correction: f.boolean('Correction'),
    ...dated,
    ...f.entered,
  },
  unread: { created_by: f.code('Entered By') },
  relations: { employment: f.to_one('business.employment', 'employment_id') },
})
