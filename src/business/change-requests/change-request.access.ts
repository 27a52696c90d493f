import { type Access, all_but } from '#entity/access.ts'
import { client_placement_roles } from '#entity/roles.ts'
import { funding_party, own } from '../shared/own-rows.access.ts'
import type { change_request, change_request_activity, flow, flow_approval } from './change-request.entity.ts'

const asked = { status: { _neq: 'draft' } } as const

/**
 * What a request would change can name both sides' rates, so that only the agency and the provider read it raw; a
 * client, a contractor and a funder are shown their side by the approval page.
 */
const raw = ['data', 'old_values', 'new_values'] as const

export const change_request_access: Access<typeof change_request> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, ...asked },
    roles: client_placement_roles,
    fields: all_but(...raw, ...funding_party, 'requested_by'),
  },
  contractor: {
    rows: { ...own.contractor, ...asked },
    fields: all_but(...raw, ...funding_party, 'requested_by'),
  },
  funder: { rows: { ...own.funder, ...asked }, fields: all_but(...raw, 'requested_by') },
  provider: { rows: own.provider, fields: 'all' },
}

const of_asked = {
  client: { ...own.client, change_request: asked },
  contractor: { ...own.contractor, change_request: asked },
  funder: { ...own.funder, change_request: asked },
} as const

export const flow_access: Access<typeof flow> = {
  agency: { rows: own.agency, fields: 'all' },
  client: { rows: of_asked.client, roles: client_placement_roles, fields: all_but(...funding_party) },
  contractor: { rows: of_asked.contractor, fields: all_but(...funding_party) },
  funder: { rows: of_asked.funder, fields: 'all' },
  provider: { rows: own.provider, fields: 'all' },
}

export const flow_approval_access: Access<typeof flow_approval> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: of_asked.client,
    roles: client_placement_roles,
    fields: all_but(...funding_party, 'user_id'),
  },
  contractor: { rows: of_asked.contractor, fields: all_but(...funding_party, 'user_id') },
  funder: { rows: of_asked.funder, fields: all_but('user_id') },
  provider: { rows: own.provider, fields: 'all' },
}

export const change_request_activity_access: Access<typeof change_request_activity> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: of_asked.client,
    roles: client_placement_roles,
    fields: all_but(...funding_party, 'user_id'),
  },
  contractor: { rows: of_asked.contractor, fields: all_but(...funding_party, 'user_id') },
  funder: { rows: of_asked.funder, fields: all_but('user_id') },
  provider: { rows: own.provider, fields: 'all' },
}
