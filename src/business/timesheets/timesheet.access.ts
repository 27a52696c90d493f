/**
 * Amounts and rates by side: experience.md, tension 15. The cost of a timesheet is for the client's cost roles only.
 */
import { type Access, field_groups, only_for } from '#entity/access.ts'
import { client_cost_roles, client_work_roles } from '#entity/roles.ts'
import { approved, drafting, handed_in, not_suspense } from '../shared/approvable-rows.access.ts'
import { own, told_moment } from '../shared/own-rows.access.ts'
import { timesheet, timesheet_activity, timesheet_detail } from './timesheet.entity.ts'

const timesheet_fields = field_groups(timesheet, {
  facts: [
    'id human_id status start_date end_date total_units type transaction_type version timesheet_frequency',
    'unit_type contract_id provider_id agency_id client_id contractor_id currency_id comment submitted_date',
    'submitted_by approved_at approved_by approved_by_name evidence_hash refinement_id refines_id created_at',
    'updated_at',
  ],
  contractor_side: ['contractor_amount payslip_id'],
  client_side: ['client_amount'],
  funder: ['funder_id'],
  suspense: ['suspense_reason evidence_status held_by'],
})

export const timesheet_access: Access<typeof timesheet> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, ...handed_in },
    roles: client_work_roles,
    fields: timesheet_fields('facts', 'client_side'),
    fields_by_role: only_for(client_cost_roles, 'client_amount'),
    withheld: told_moment,
  },
  contractor: {
    rows: own.contractor,
    fields: timesheet_fields('facts', 'contractor_side'),
    withheld: told_moment,
  },
  funder: {
    rows: { ...own.funder, ...approved },
    fields: timesheet_fields('facts', 'client_side', 'funder'),
    withheld: told_moment,
  },
  provider: { rows: own.provider, fields: 'all' },
}

const detail_fields = field_groups(timesheet_detail, {
  facts: [
    'id timesheet_id date rate_name units unit_type unit_fraction group_id availability description is_active',
    'is_difference provider_id agency_id client_id contractor_id created_at updated_at',
  ],
  contractor_side: ['contractor_rate contractor_rate_id'],
  client_side: ['client_rate client_rate_id'],
  funder: ['funder_id'],
})

export const timesheet_detail_access: Access<typeof timesheet_detail> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, timesheet: handed_in },
    roles: client_work_roles,
    fields: detail_fields('facts', 'client_side'),
    fields_by_role: only_for(client_cost_roles, 'client_rate', 'client_rate_id'),
    withheld: told_moment,
  },
  contractor: {
    rows: own.contractor,
    fields: detail_fields('facts', 'contractor_side'),
    withheld: told_moment,
  },
  funder: {
    rows: { ...own.funder, timesheet: approved },
    fields: detail_fields('facts', 'client_side', 'funder'),
    withheld: told_moment,
  },
  provider: { rows: own.provider, fields: 'all' },
}

const activity_fields = field_groups(timesheet_activity, {
  facts: [
    'id timesheet_id action old_status new_status message comment user_name created_at provider_id agency_id',
    'client_id contractor_id',
  ],
  users: ['user_id impersonator_user_id'],
  funder: ['funder_id'],
})

export const timesheet_activity_access: Access<typeof timesheet_activity> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, ...not_suspense, _not: drafting, timesheet: handed_in },
    roles: client_work_roles,
    fields: activity_fields('facts'),
  },
  contractor: { rows: { ...own.contractor, ...not_suspense }, fields: activity_fields('facts') },
  funder: {
    rows: { ...own.funder, ...not_suspense, timesheet: approved },
    fields: activity_fields('facts', 'funder'),
  },
  provider: { rows: own.provider, fields: 'all' },
}
