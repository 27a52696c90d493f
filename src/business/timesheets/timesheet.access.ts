/** Amounts and rates by side: experience.md, tension 15. What a timesheet costs is for the client's cost roles only. */
import { type Access, all_but, only_for, type RowRule } from '#entity/access.ts'
import { client_cost_roles, client_work_roles } from '#entity/roles.ts'
import { own } from '../shared/own-rows.access.ts'
import type { timesheet, timesheet_activity, timesheet_detail } from './timesheet.entity.ts'

/** A draft is the contractor's own until he submits it. */
const handed_in = { status: { _neq: 'draft' } } as const satisfies RowRule
/** Spec §6: approved timesheets of the funder. */
const approved = { status: { _eq: 'approved' } } as const satisfies RowRule
/** Why documents could not be raised is between the agency and the provider. */
const not_suspense = { new_status: { _neq: 'suspense' } } as const satisfies RowRule

export const timesheet_access: Access<typeof timesheet> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, ...handed_in },
    roles: client_work_roles,
    fields: all_but('contractor_amount', 'suspense_reason', 'funder_id'),
    fields_by_role: only_for(client_cost_roles, 'client_amount'),
  },
  contractor: { rows: own.contractor, fields: all_but('client_amount', 'suspense_reason', 'funder_id') },
  funder: { rows: { ...own.funder, ...approved }, fields: all_but('contractor_amount', 'suspense_reason') },
  provider: { rows: own.provider, fields: 'all' },
}

export const timesheet_detail_access: Access<typeof timesheet_detail> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, timesheet: handed_in },
    roles: client_work_roles,
    fields: all_but('contractor_rate', 'contractor_rate_id', 'funder_id'),
    fields_by_role: only_for(client_cost_roles, 'client_rate', 'client_rate_id'),
  },
  contractor: { rows: own.contractor, fields: all_but('client_rate', 'client_rate_id', 'funder_id') },
  funder: {
    rows: { ...own.funder, timesheet: approved },
    fields: all_but('contractor_rate', 'contractor_rate_id'),
  },
  provider: { rows: own.provider, fields: 'all' },
}

const others = all_but('user_id', 'impersonator_user_id', 'funder_id')

export const timesheet_activity_access: Access<typeof timesheet_activity> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, ...not_suspense, timesheet: handed_in },
    roles: client_work_roles,
    fields: others,
  },
  contractor: { rows: { ...own.contractor, ...not_suspense }, fields: others },
  funder: {
    rows: { ...own.funder, ...not_suspense, timesheet: approved },
    fields: all_but('user_id', 'impersonator_user_id'),
  },
  provider: { rows: own.provider, fields: 'all' },
}
