import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const holiday_states = [
  { value: 'asked', label: 'Asked' },
  { value: 'approved', label: 'Approved' },
  { value: 'refused', label: 'Refused' },
  { value: 'withdrawn', label: 'Withdrawn' },
  { value: 'paid', label: 'Paid' },
] as const

export const movement_kinds = [
  { value: 'accrued', label: 'Accrued' },
  { value: 'corrected', label: 'Corrected' },
  { value: 'taken', label: 'Taken' },
  { value: 'paid_on_leaving', label: 'Paid at leaving' },
  { value: 'adjusted', label: 'Adjusted' },
] as const

/** Days of holiday that a worker on retained holiday pay asks for, and a pay run pays. */
export const holiday = entity({
  module: 'transaction',
  name: 'holiday',
  label: 'Holiday',
  plural: 'Holidays',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    employment_id: f.uuid('Employment'),
    contractor_id: f.uuid('Worker'),
    first_day: f.day('First Day'),
    last_day: f.day('Last Day'),
    hours: f.units('Hours'),
    status: f.choice('Status', holiday_states),
    comment: f.nullable(f.text('Comment')),
    expected_pay: f.nullable(f.money('Expected Pay')),
    expected_on: f.day('Expected On'),
    payslip_id: f.nullable(f.uuid('Payslip')),
    currency_id: f.uuid('Currency'),
    provider_id: f.uuid('Provider'),
    agency_id: f.nullable(f.uuid('Agency')),
    created_by_name: f.text('Asked By'),
    decided_by_name: f.nullable(f.text('Decided By')),
    decided_at: f.nullable(f.instant('Decided At')),
    decision_comment: f.nullable(f.text('Reason')),
    ...f.stamps,
  },
  unread: {
    created_by: f.code('Asked By'),
    decided_by: f.nullable(f.code('Decided By')),
  },
  relations: {
    ...f.worker_relations,
    payslip: f.to_one('transaction.payslip', 'payslip_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})

/** Hours and money into a worker's holiday fund, and out of it; the balance is their sum. */
export const holiday_movement = entity({
  module: 'transaction',
  name: 'holiday_movement',
  label: 'Holiday Movement',
  plural: 'Holiday Movements',
  fields: {
    id: f.uuid('Id'),
    employment_id: f.uuid('Employment'),
    contractor_id: f.uuid('Worker'),
    kind: f.choice('Kind', movement_kinds),
    hours: f.units('Hours'),
    amount: f.money('Amount'),
    paid: f.money('Paid'),
    worked_hours: f.units('Hours Worked'),
    worked_pay: f.money('Pay for Work'),
    sentence: f.text('Working'),
    pay_day: f.nullable(f.day('Pay Day')),
    timesheet_id: f.nullable(f.uuid('Timesheet')),
    holiday_id: f.nullable(f.uuid('Holiday')),
    payslip_id: f.nullable(f.uuid('Payslip')),
    principal_id: f.nullable(f.uuid('Books Of')),
    currency_id: f.uuid('Currency'),
    ...f.entered,
  },
  unread: { created_by: f.code('Entered By') },
  relations: {
    ...f.worker_relations,
    timesheet: f.to_one('transaction.timesheet', 'timesheet_id'),
    holiday: f.to_one('transaction.holiday', 'holiday_id'),
    payslip: f.to_one('transaction.payslip', 'payslip_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
