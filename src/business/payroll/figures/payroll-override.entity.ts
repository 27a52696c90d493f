import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { figure_fields } from './payroll-figure.entity.ts'

/** Figures beyond the bounds, kept until a second person decides. */
export const payroll_override = entity({
  module: 'transaction',
  name: 'payroll_override',
  label: 'Payroll Confirmation',
  plural: 'Payroll Confirmations',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    timesheet_id: f.uuid('Timesheet'),
    version: f.integer('Version'),
    status: f.defaulted(f.choice('Status', ['requested', 'confirmed', 'rejected'])),
    faults: f.text('Out of Bounds'),
    reason: f.text('Reason'),
    ...figure_fields,
    currency_id: f.uuid('Currency'),
    provider_id: f.uuid('Provider'),
    agency_id: f.uuid('Agency'),
    contractor_id: f.uuid('Contractor'),
    requested_by: f.code('Asked By'),
    requester: f.text('Asked By'),
    decider: f.nullable(f.text('Decided By')),
    decided_at: f.nullable(f.instant('Decided At')),
    decision_comment: f.nullable(f.text('Comment')),
    payroll_figure_id: f.nullable(f.uuid('Figures')),
    ...f.stamps,
  },
  unread: { decided_by: f.nullable(f.code('Decided By')) },
  relations: {
    timesheet: f.to_one('transaction.timesheet', 'timesheet_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    provider: f.to_one('business.party', 'provider_id'),
    agency: f.to_one('business.party', 'agency_id'),
    contractor: f.to_one('business.party', 'contractor_id'),
    payroll_figure: f.to_one('transaction.payroll_figure', 'payroll_figure_id'),
  },
})
