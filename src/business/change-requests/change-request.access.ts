import { type Access, each_role, field_groups } from '#entity/access.ts'
import { client_placement_roles, no_payroll_data_roles } from '#entity/roles.ts'
import { own, told_moment } from '../shared/own-rows.access.ts'
import {
  change_request,
  change_request_activity,
  flow,
  flow_approval,
} from './request/change-request.entity.ts'

const asked = { status: { _neq: 'draft' } } as const
/** A client does not read about its credit limits (credit-limit.access.ts). */
const asked_client = { ...asked, type: { _neq: 'credit_limit' } } as const

/** A worker's request names their personal data: for roles that read it. */
const not_of_persons = { subject: { _neq: 'contractor' } } as const
const agency_requests = {
  rows: own.agency,
  rows_by_role: each_role(no_payroll_data_roles, not_of_persons),
  fields: 'all',
} as const
const agency_parts = {
  rows: own.agency,
  rows_by_role: each_role(no_payroll_data_roles, { change_request: not_of_persons }),
  fields: 'all',
} as const

/** Raw changes can name the rates of both sides: agency and provider only. Other parties read theirs on the approval page. */
const request_fields = field_groups(change_request, {
  facts: [
    'id human_id status type entity entity_id subject contract_id service_id provider_id agency_id client_id',
    'contractor_id waits_for asked_by approved_at created_at updated_at',
  ],
  raw: ['data old_values new_values requested_by requested_as'],
  funder: ['funder_id'],
})

export const change_request_access: Access<typeof change_request> = {
  agency: agency_requests,
  client: {
    rows: { ...own.client, ...asked_client },
    roles: client_placement_roles,
    fields: request_fields('facts'),
    withheld: told_moment,
  },
  contractor: {
    rows: { ...own.contractor, ...asked },
    fields: request_fields('facts'),
    withheld: told_moment,
  },
  funder: {
    rows: { ...own.funder, ...asked },
    fields: request_fields('facts', 'funder'),
    withheld: told_moment,
  },
  provider: { rows: own.provider, fields: 'all' },
}

const of_asked = {
  client: { ...own.client, change_request: asked_client },
  contractor: { ...own.contractor, change_request: asked },
  funder: { ...own.funder, change_request: asked },
} as const

const flow_fields = field_groups(flow, {
  facts: [
    'id change_request_id position business_type provider_id agency_id client_id contractor_id created_at',
  ],
  funder: ['funder_id'],
})

export const flow_access: Access<typeof flow> = {
  agency: agency_parts,
  client: { rows: of_asked.client, roles: client_placement_roles, fields: flow_fields('facts') },
  contractor: { rows: of_asked.contractor, fields: flow_fields('facts') },
  funder: { rows: of_asked.funder, fields: flow_fields('facts', 'funder') },
  provider: { rows: own.provider, fields: 'all' },
}

const approval_fields = field_groups(flow_approval, {
  facts: [
    'id flow_id change_request_id business_id business_type status is_most_recent comment provider_id',
    'agency_id client_id contractor_id created_at updated_at',
  ],
  user: ['user_id'],
  funder: ['funder_id'],
})

export const flow_approval_access: Access<typeof flow_approval> = {
  agency: agency_parts,
  client: {
    rows: of_asked.client,
    roles: client_placement_roles,
    fields: approval_fields('facts'),
  },
  contractor: { rows: of_asked.contractor, fields: approval_fields('facts') },
  funder: { rows: of_asked.funder, fields: approval_fields('facts', 'funder') },
  provider: { rows: own.provider, fields: 'all' },
}

const activity_fields = field_groups(change_request_activity, {
  facts: [
    'id change_request_id old_status new_status comment user_name provider_id agency_id client_id',
    'contractor_id created_at',
  ],
  user: ['user_id'],
  funder: ['funder_id'],
})

export const change_request_activity_access: Access<typeof change_request_activity> = {
  agency: agency_parts,
  client: {
    rows: of_asked.client,
    roles: client_placement_roles,
    fields: activity_fields('facts'),
  },
  contractor: { rows: of_asked.contractor, fields: activity_fields('facts') },
  funder: { rows: of_asked.funder, fields: activity_fields('facts', 'funder') },
  provider: { rows: own.provider, fields: 'all' },
}
