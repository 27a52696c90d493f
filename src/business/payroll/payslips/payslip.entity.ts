import { timesheet_frequencies } from '#business/shared/contract-terms.rules.ts'
import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** One pay period of an agency's payroll (spec §3 Payslip; §9 counts weeks and months of the tax year). */
export const payslip_period = entity({
  module: 'transaction',
  name: 'payslip_period',
  label: 'Payslip Period',
  plural: 'Payslip Periods',
  fields: {
    id: f.uuid('Id'),
    human_id: f.searchable(f.human_id('Payslip Period Id')),
    period_number: f.integer('Period Number'),
    tax_year: f.integer('Tax Year'),
    frequency: f.choice('Frequency', timesheet_frequencies),
    start_date: f.day('Start Date'),
    end_date: f.day('End Date'),
    pay_date: f.day('Pay Date'),
    status: f.choice('Status', ['open', 'calculated', 'closed']),
    provider_id: f.uuid('Provider'),
    agency_id: f.uuid('Agency'),
    ...f.stamps,
  },
  relations: {
    provider: f.to_one('business.party', 'provider_id'),
    agency: f.to_one('business.party', 'agency_id'),
    payslips: f.to_many('transaction.payslip', 'payslip_period_id'),
  },
})

/** The amounts of a payslip, in the order in which it shows them. */
export const payslip_money = {
  gross_pay: f.money('Gross Pay'),
  holiday_pay: f.money('Holiday Pay'),
  income_tax: f.money('Income Tax'),
  employee_ni: f.money('Employee NI'),
  employee_pension: f.money('Employee Pension'),
  student_loan: f.money('Student Loan'),
  other_deductions: f.money('Other Deductions'),
  net_pay: f.money('Net Pay'),
  employer_ni: f.money('Employer NI'),
  employer_pension: f.money('Employer Pension'),
  apprenticeship_levy: f.money('Apprenticeship Levy'),
} as const

/** A contractor's pay for one period, from income to net pay. */
export const payslip = entity({
  module: 'transaction',
  name: 'payslip',
  label: 'Payslip',
  plural: 'Payslips',
  fields: {
    id: f.uuid('Id'),
    human_id: f.searchable(f.human_id('Payslip Id')),
    period_number: f.integer('Period Number'),
    payslip_period_id: f.uuid('Payslip Period'),
    status: f.choice('Status', ['draft', 'issued', 'paid']),
    pay_date: f.day('Pay Date'),
    provider_id: f.uuid('Provider'),
    agency_id: f.uuid('Agency'),
    contractor_id: f.uuid('Contractor'),
    currency_id: f.uuid('Currency'),
    ...payslip_money,
    ...f.stamps,
  },
  relations: {
    provider: f.to_one('business.party', 'provider_id'),
    agency: f.to_one('business.party', 'agency_id'),
    contractor: f.to_one('business.party', 'contractor_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    payslip_period: f.to_one('transaction.payslip_period', 'payslip_period_id'),
    payroll_figures: f.to_many('transaction.payroll_figure', 'payslip_id'),
  },
})
