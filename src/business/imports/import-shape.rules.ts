/** The shapes of imports: source columns, actions and roles, shared by server, pages and tests. */

import type { TemplateColumn } from '#entity/template.ts'
import { enterers } from '../approvable-work/work.rules.ts'
import { expense_types } from '../expenses/expense.rules.ts'
import { expense_template } from '../expenses/expense.template.ts'
import { payment_types } from '../parties/business.entity.ts'
import { client_template } from '../parties/lists/client.template.ts'
import { contractor_template } from '../parties/lists/contractor.template.ts'
import { director_methods, pay_frequencies } from '../payroll/employment/employment.entity.ts'
import { employment_columns } from '../payroll/employment/fact-columns.rules.ts'
import { payroll_figure_template } from '../payroll/figures/payroll-figure.template.ts'
import { levy_charges, payment_frequencies } from '../payroll/schemes/paye-scheme.entity.ts'
import { payroll_keepers } from '../payroll/schemes/paye-scheme.rules.ts'
import { paye_scheme_template } from '../payroll/schemes/paye-scheme.template.ts'
import { undergraduate_plans } from '../payroll/takeover/payroll-takeover.entity.ts'
import { payroll_takeover_template } from '../payroll/takeover/payroll-takeover.template.ts'
import { umbrella_payslip_keepers } from '../payroll/umbrella/umbrella-payslip.rules.ts'
import { umbrella_payslip_template } from '../payroll/umbrella/umbrella-payslip.template.ts'
import { agency_writers, eitherOf, provider_staff } from '../shared/who-may.rules.ts'
import { timesheet_units_template } from '../timesheets/timesheet.template.ts'
import type { ImportShape } from './import-kind.rules.ts'
import { employment_words, payroll_facts } from './payroll-fact-shapes.rules.ts'
import { scheme_facts } from './scheme-fact-shapes.rules.ts'

const timesheet_units: ImportShape = {
  template: timesheet_units_template,
  actions: [
    { action_id: 'transaction.timesheet.save_draft', label: 'Fill the timesheets' },
    { action_id: 'transaction.timesheet.submit', label: 'Fill and submit them' },
  ],
  who: { agency: agency_writers, contractor: ['contractor'] },
  noun: { one: 'timesheet', many: 'timesheets' },
  words: { human_id: ['Timesheet', 'Id'], 'details.rate_name': ['Rate Name'] },
  shown: ['contractor.name', 'client.name', 'contract.human_id', 'start_date', 'end_date'],
  passed: [],
  may_be_empty: ['details.units'],
  unique: [],
  unit: ['human_id'],
}

const clients: ImportShape = {
  template: client_template,
  actions: [{ action_id: 'business.client.create', label: 'Create the clients' }],
  who: { agency: agency_writers },
  noun: { one: 'client', many: 'clients' },
  more: [
    { header: 'Website', field: 'from_business.company.website', kind: 'url' },
    { header: 'Unique Tax Reference', field: 'from_business.company.utr', kind: 'code' },
    { header: 'Country Code', field: 'from_business.company.address.country_code', kind: 'code' },
  ],
  words: {
    'from_business.company.brn': ['BRN', 'Company Number'],
    'from_party.name': ['Client', 'Company Name'],
  },
  shown: [],
  passed: ['Status', 'Compliance Status', 'Onboarding Date', 'Updated At', 'Agency'],
  unique: ['from_party.name', 'from_business.company.brn'],
}

const contractors: ImportShape = {
  template: contractor_template,
  actions: [{ action_id: 'business.contractor.create', label: 'Create the contractors' }],
  who: { agency: agency_writers },
  noun: { one: 'contractor', many: 'contractors' },
  more: [
    { header: 'Self-billing From', field: 'self_billing_from', kind: 'day' },
    { header: 'Self-billing To', field: 'self_billing_to', kind: 'day' },
    { header: 'Conduct Regulations Opt-out', field: 'conduct_regs_opt_out', kind: 'boolean' },
  ],
  words: {
    'individual.ni_number': ['NI Number', 'NINO'],
    'individual.utr': ['UTR'],
    'individual.first_name': ['Forename'],
    'individual.last_name': ['Surname'],
  },
  shown: ['payment_company.name'],
  passed: ['Name', 'Status', 'Active', 'Onboarded At', 'Updated At'],
  unique: ['individual.ni_number', 'individual.utr'],
  choices: { payment_type: payment_types },
}

const expenses: ImportShape = {
  template: expense_template,
  actions: [{ action_id: 'transaction.expense.create', label: 'Enter the expenses as drafts' }],
  who: enterers,
  noun: { one: 'expense', many: 'expenses' },
  words: {
    'contract.human_id': ['Placement Id'],
    'details.amount': ['Amount', 'Net'],
    'details.tax_amount': ['VAT Amount', 'Tax'],
  },
  shown: ['contractor.name', 'client.name'],
  passed: ['Status', 'Created At', 'Updated At'],
  unique: [],
  choices: { 'details.type': expense_types },
  unit: ['contract.human_id', 'po_number'],
}

const payroll_figures: ImportShape = {
  template: payroll_figure_template,
  actions: [{ action_id: 'transaction.payroll_figure.record', label: 'Record the figures' }],
  who: { provider: provider_staff },
  noun: { one: 'payroll figure', many: 'payroll figures' },
  words: {
    'timesheet.human_id': ['Timesheet Id', 'Reference'],
    pay_day: ['Payment Date', 'Date Paid'],
    period_number: ['Tax Week', 'Tax Month', 'Week', 'Month'],
    gross_pay: ['Gross'],
    holiday_pay: ['Holiday Pay'],
    income_tax: ['Tax', 'PAYE'],
    employee_ni: ['Ee NI', 'NI'],
    employee_pension: ['Ee Pension'],
    net_pay: ['Net'],
    employer_ni: ['Er NI'],
    employer_pension: ['Er Pension'],
    apprenticeship_levy: ['Levy'],
  },
  shown: ['contractor.name'],
  passed: ['Agency', 'Source', 'Updated At', 'Refinement', 'Gross Change', 'Net Change', 'Cost Change'],
  unique: ['timesheet.human_id'],
  only_whole: 'A payroll run is taken in whole, so that no one of it is forgotten',
}

const umbrella_payslips: ImportShape = {
  template: umbrella_payslip_template,
  actions: [{ action_id: 'transaction.umbrella_payslip.record', label: 'Compare the payslips' }],
  who: { agency: umbrella_payslip_keepers.agency },
  noun: { one: 'payslip', many: 'payslips' },
  words: {
    'contractor.human_id': ['Contractor Id'],
    gross_pay: ['Gross'],
    income_tax: ['Tax', 'PAYE'],
    employee_ni: ['Ee NI', 'NI'],
    employer_ni: ['Er NI'],
    margin: ['Margin'],
  },
  shown: ['contractor.name'],
  passed: [
    ...['Umbrella', 'Status', 'Illustrated Gross Pay', 'Paid to the Umbrella', 'Explanation'],
    ...['Entered By', 'Updated At'],
  ],
  unique: [],
  key: { fields: ['contractor.human_id', 'period_end'], words: 'worker and period' },
  put_right: 'It cannot be undone: remove a payslip on its page.',
}

const payroll_takeovers: ImportShape = {
  template: payroll_takeover_template,
  actions: [{ action_id: 'business.employment.take_over', label: 'Take the employments over' }],
  who: payroll_keepers,
  noun: { one: 'employment', many: 'employments' },
  words: {
    'contractor.human_id': ['Contractor Id', 'Worker'],
    'employment.paye_scheme.employer_reference': ['PAYE Reference', 'Employer Reference'],
    'employment.payroll_id': ['Payroll Number', 'Employee Number', 'Works Number'],
    'employment.pay_frequency': ['Pay Frequency', 'Frequency'],
    last_pay_day: ['Paid To', 'Last Paid'],
    ni_letter: ['NI Category', 'NI Table'],
    taxable_pay: ['Taxable Pay to Date', 'Pay to Date'],
    income_tax: ['Tax', 'Tax to Date', 'PAYE'],
    previous_pay: ['Previous Pay'],
    previous_tax: ['Previous Tax'],
  },
  shown: ['contractor.name'],
  passed: ['Entered By', 'Updated At'],
  unique: ['contractor.human_id', 'employment.payroll_id'],
  choices: {
    'employment.pay_frequency': pay_frequencies,
    'employment.director_method': director_methods,
    student_loan_plan: undergraduate_plans,
  },
  only_whole: 'A payroll is taken over in whole, so that no worker of it is forgotten',
  put_right: 'It cannot be undone: import the same rows with the right figures until the first payslip.',
}

const paye_schemes: ImportShape = {
  template: paye_scheme_template,
  actions: [{ action_id: 'business.paye_scheme.create', label: 'Enter the PAYE schemes' }],
  who: payroll_keepers,
  noun: { one: 'PAYE scheme', many: 'PAYE schemes' },
  words: {
    employer_reference: ['Employer Reference', 'Employer PAYE Reference'],
    accounts_office_reference: ['AO Reference', 'AORef'],
    corporation_tax_reference: ['COTAX Reference', 'UTR'],
  },
  shown: ['business.name'],
  passed: ['Pay', 'Updated At'],
  unique: ['employer_reference'],
  choices: { payment_frequency: payment_frequencies, levy_charge: levy_charges },
  only_whole: 'Schemes are entered in whole, so that no employer is forgotten',
  put_right: 'It cannot be undone: change a scheme on its page.',
}

const employments: ImportShape = {
  template: employment_columns,
  actions: [{ action_id: 'business.employment.start', label: 'Start the employments' }],
  who: payroll_keepers,
  noun: { one: 'employment', many: 'employments' },
  words: {
    'contractor.human_id': ['Contractor Id'],
    'paye_scheme.employer_reference': employment_words['employment.paye_scheme.employer_reference'],
    payroll_id: employment_words['employment.payroll_id'],
    pay_frequency: ['Pay Frequency', 'Frequency'],
  },
  shown: [],
  passed: ['Worker', 'Employer', 'Leave Date', 'Updated At'],
  unique: [],
  choices: {
    pay_frequency: pay_frequencies,
    director_method: director_methods,
    starter_declaration: [
      ...['A', 'B', 'C'].map((value) => ({ value, label: value })),
      { value: 'none', label: 'None' },
    ],
  },
  only_whole: 'Employments are entered in whole, so that no worker is forgotten',
  put_right: 'It cannot be undone: change an employment on its page.',
}

export const import_shapes: readonly ImportShape[] = [
  timesheet_units,
  expenses,
  clients,
  contractors,
  payroll_figures,
  umbrella_payslips,
  payroll_takeovers,
  paye_schemes,
  ...Object.values(scheme_facts),
  employments,
  ...Object.values(payroll_facts),
]

/** Roles that import anything. */
export const importers = eitherOf(...import_shapes.map(({ who }) => who))

/** The columns of a file of this shape, in the order of the template. */
export function columnsOf({ template, more = [] }: ImportShape): readonly TemplateColumn[] {
  return [...template.columns, ...more]
}

/** Columns that a row is made of. */
export function filledColumns(shape: ImportShape): readonly TemplateColumn[] {
  return columnsOf(shape).filter(({ field }) => !shape.shown.includes(field))
}

export function shapeOfAction(action_id: string): ImportShape | null {
  return import_shapes.find((one) => one.actions.some((action) => action.action_id === action_id)) ?? null
}

export function shapeOfTemplate(name: string): ImportShape | null {
  return import_shapes.find((one) => one.template.name === name) ?? null
}
