import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/**
 * The month of a PAYE scheme, from the 6th to the 5th: closed with the amount due to HMRC and the employer's relief, or as
 * the payroll before says (decision 0084).
 */
export const tax_month = entity({
  module: 'transaction',
  name: 'tax_month',
  label: 'Tax Month',
  plural: 'Tax Months',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    human_id: f.searchable(f.human_id('Tax Month Id')),
    status: f.choice('Status', ['closed', 'corrected', { value: 'taken_over', label: 'Payroll before' }]),
    paye_scheme_id: f.uuid('PAYE Scheme'),
    tax_year: f.integer('Tax Year'),
    tax_month: f.integer('Tax Month'),
    period_start: f.day('From'),
    period_end: f.day('To'),
    due_date: f.day('Due Date'),
    payslip_count: f.integer('Payslips'),
    income_tax: f.money('Income Tax'),
    employee_ni: f.money('Employee NI'),
    student_loan: f.money('Student Loans'),
    employer_ni: f.money('Employer NI'),
    levy_charged: f.money('Levy Charged'),
    levy_due: f.money('Levy Due'),
    recovered: f.money('Statutory Pay Recovered'),
    compensation: f.money('Compensation'),
    employment_allowance: f.money('Employment Allowance'),
    cis_suffered: f.defaulted(f.money('CIS Suffered')),
    relief: f.money('Back to the Employer'),
    due: f.money('Due to HMRC'),
    paid: f.nullable(f.money('Paid by the Payroll Before')),
    source: f.nullable(f.searchable(f.text('Source'))),
    working: f.json('Working'),
    currency_id: f.uuid('Currency'),
    correction_reason: f.nullable(f.text('Reason')),
    corrected_by_name: f.nullable(f.text('Corrected By')),
    corrected_at: f.nullable(f.instant('Corrected At')),
    provider_id: f.uuid('Provider'),
    agency_id: f.nullable(f.uuid('Agency')),
    created_by_name: f.text('Closed By'),
    ...f.stamps,
  },
  unread: { created_by: f.code('Closed By') },
  relations: {
    paye_scheme: f.to_one('business.paye_scheme', 'paye_scheme_id'),
    provider: f.to_one('business.party', 'provider_id'),
    agency: f.to_one('business.party', 'agency_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
