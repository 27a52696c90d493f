import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const umbrella_payslip_statuses = [
  { value: 'agrees', label: 'Agrees' },
  { value: 'low', label: 'Below the illustration' },
  { value: 'explained', label: 'Explained' },
] as const

/** A payslip of an umbrella company beside the illustration of the work that the company was paid for. */
export const umbrella_payslip = entity({
  module: 'transaction',
  name: 'umbrella_payslip',
  label: 'Umbrella Payslip',
  plural: 'Umbrella Payslips',
  fields: {
    id: f.uuid('Id'),
    contractor_id: f.uuid('Worker'),
    umbrella_id: f.uuid('Umbrella'),
    period_start: f.day('From'),
    period_end: f.day('To'),
    gross_pay: f.money('Gross Pay'),
    income_tax: f.money('Income Tax'),
    employee_ni: f.money('Employee NI'),
    employer_ni: f.money('Employer NI'),
    margin: f.money('Margin a Week'),
    income: f.money('Paid to the Umbrella'),
    illustrated_gross: f.money('Illustrated Gross Pay'),
    status: f.choice('Status', umbrella_payslip_statuses),
    explanation: f.nullable(f.text('Explanation')),
    currency_id: f.uuid('Currency'),
    ...f.entered,
    agency_id: f.uuid('Agency'),
  },
  unread: { created_by: f.code('Created By'), explained_by: f.nullable(f.code('Explained By')) },
  relations: {
    agency: f.to_one('business.party', 'agency_id'),
    contractor: f.to_one('business.party', 'contractor_id'),
    umbrella: f.to_one('business.party', 'umbrella_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
