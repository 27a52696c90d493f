import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { pay_frequencies } from '../employment/employment.entity.ts'
import { payslip_money } from '../payslips/payslip.entity.ts'
import { membership_states } from '../pension/pension.entity.ts'
import { run_jobs } from './pay-run.rules.ts'

const owners = {
  provider_id: f.uuid('Provider'),
  agency_id: f.uuid('Agency'),
  ...f.stamps,
} as const

const pay_run_statuses = ['open', 'calculated', 'checked', 'approved', 'paid', 'cancelled'] as const

/** The payslips of one scheme, frequency and pay day, computed together and approved by a second person. */
export const pay_run = entity({
  module: 'transaction',
  name: 'pay_run',
  label: 'Pay Run',
  plural: 'Pay Runs',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    human_id: f.searchable(f.human_id('Pay Run Id')),
    paye_scheme_id: f.uuid('PAYE Scheme'),
    frequency: f.choice('Paid', pay_frequencies),
    pay_day: f.day('Pay Day'),
    tax_year: f.integer('Tax Year'),
    period_number: f.integer('Period Number'),
    status: f.choice('Status', pay_run_statuses),
    work_status: f.computed(
      f.choice('Status', [...pay_run_statuses, ...run_jobs]),
      'transaction.pay_run_work_status',
      'status',
      'job_id',
    ),
    /** Calculates, checks or approves the run, or did last. */
    job_id: f.nullable(f.uuid('Job')),
    /** Payslips that the job has computed, and all. */
    work_done: f.nullable(f.computed(f.integer('Computed'), 'transaction.pay_run_work_done', 'job_id')),
    work_total: f.nullable(f.computed(f.integer('To Compute'), 'transaction.pay_run_work_total', 'job_id')),
    work_fault: f.nullable(f.computed(f.text('Why It Failed'), 'transaction.pay_run_work_fault', 'job_id')),
    payslip_count: f.defaulted(f.integer('Payslips')),
    stop_count: f.defaulted(f.integer('Stops')),
    warning_count: f.defaulted(f.integer('Warnings')),
    gross_pay: f.defaulted(f.money('Gross Pay')),
    deductions: f.defaulted(f.money('Deductions')),
    net_pay: f.defaulted(f.money('Net Pay')),
    employer_costs: f.defaulted(f.money('Employer Costs')),
    last_gross_pay: f.nullable(f.money('Gross Pay of the Last Run')),
    gross_change: f.nullable(f.generated(f.money('Change of Gross Pay'))),
    last_net_pay: f.nullable(f.money('Net Pay of the Last Run')),
    net_change: f.nullable(f.generated(f.money('Change of Net Pay'))),
    content_hash: f.nullable(f.code('Content')),
    currency_id: f.uuid('Currency'),
    prepared_by: f.tags('Prepared By'),
    maker: f.text('Opened By'),
    checker: f.nullable(f.text('Checked By')),
    checked_at: f.nullable(f.instant('Checked At')),
    approver: f.nullable(f.text('Approved By')),
    approved_at: f.nullable(f.instant('Approved At')),
    return_reason: f.nullable(f.text('Return Reason')),
    cancel_reason: f.nullable(f.text('Cancel Reason')),
    /** Of an approved run that was opened again, the last time. */
    reopen_reason: f.nullable(f.text('Reopen Reason')),
    reopener: f.nullable(f.text('Reopened By')),
    reopened_at: f.nullable(f.instant('Reopened At')),
    /** Of a run that went back since a source of its figures changed, until it is calculated again. */
    went_back_at: f.nullable(f.instant('Went Back At')),
    went_back_for: f.nullable(f.json('Went Back For')),
    /** Timesheets that wait for another run, with the reason and the person. */
    left_out: f.defaulted(f.json('Left Out')),
    ...owners,
  },
  unread: { approved_by: f.nullable(f.code('Approved By')) },
  relations: {
    paye_scheme: f.to_one('business.paye_scheme', 'paye_scheme_id'),
    provider: f.to_one('business.party', 'provider_id'),
    agency: f.to_one('business.party', 'agency_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    payslips: f.to_many('transaction.pay_run_payslip', 'pay_run_id'),
    checks: f.to_many('transaction.pay_run_check', 'pay_run_id'),
  },
})

/** A payslip as the engine computed it, with the sentence of each line. */
export const pay_run_payslip = entity({
  module: 'transaction',
  name: 'pay_run_payslip',
  label: 'Calculated Payslip',
  plural: 'Calculated Payslips',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    pay_run_id: f.uuid('Pay Run'),
    employment_id: f.uuid('Employment'),
    contractor_id: f.uuid('Worker'),
    tax_code: f.code('Tax Code'),
    ni_letter: f.code('NI Letter'),
    hours: f.units('Hours'),
    ...payslip_money,
    pensionable_pay: f.generated(f.money('Pensionable Pay')),
    pension_state: f.nullable(
      f.computed(
        f.choice('Pension Status', membership_states),
        'transaction.pension_state',
        'employment_id',
        'pay_run_id',
      ),
    ),
    pension_name: f.nullable(
      f.computed(f.text('Pension Scheme'), 'transaction.pension_name', 'employment_id', 'pay_run_id'),
    ),
    last_net_pay: f.nullable(f.money('Last Net Pay')),
    net_change: f.nullable(f.money('Net Change')),
    lines: f.json('Lines'),
    payslip_id: f.nullable(f.uuid('Payslip')),
    /** The number of a payslip that was issued and withdrawn. */
    withdrawn_as: f.nullable(f.code('Withdrawn Payslip')),
    currency_id: f.uuid('Currency'),
    ...owners,
  },
  unread: {
    shares: f.json('Shares'),
    kept: f.json('Kept'),
    inputs: f.nullable(f.json('Inputs')),
    besides: f.nullable(f.json('Besides Work')),
    invoice_set_id: f.nullable(f.uuid('Invoice Set')),
  },
  relations: {
    pay_run: f.to_one('transaction.pay_run', 'pay_run_id'),
    employment: f.to_one('business.employment', 'employment_id'),
    contractor: f.to_one('business.party', 'contractor_id'),
    payslip: f.to_one('transaction.payslip', 'payslip_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})

/** A finding of a run's checks: a stop is put right, a warning is answered with a reason. */
export const pay_run_check = entity({
  module: 'transaction',
  name: 'pay_run_check',
  label: 'Check of a Pay Run',
  plural: 'Checks of Pay Runs',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    pay_run_id: f.uuid('Pay Run'),
    contractor_id: f.nullable(f.uuid('Worker')),
    code: f.code('Check'),
    level: f.choice('Level', ['stop', 'warning']),
    sentence: f.text('Finding'),
    reason: f.nullable(f.text('Reason')),
    answerer: f.nullable(f.text('Answered By')),
    ...owners,
  },
  unread: { answered_by: f.nullable(f.code('Answered By')) },
  relations: {
    pay_run: f.to_one('transaction.pay_run', 'pay_run_id'),
    contractor: f.to_one('business.party', 'contractor_id'),
  },
})
