import { type Access, field_groups, viewer } from '#entity/access.ts'
import { commission_roles } from '#entity/roles.ts'
import { own } from '../shared/own-rows.access.ts'
import { type funding_retention, reassignment, recourse_entry } from './recourse.entity.ts'

const recourse_fields = field_groups(recourse_entry, {
  facts: [
    'id invoice_id principal_id reason amount balance debt_amount received is_reassigned on_date provider_id',
    'agency_id client_id contractor_id funder_id currency_id created_at',
  ],
  parts: ['gone_out fees'],
})

/**
 * Between an agency and its principal, as its collection notes: recovered from commission (spec §6). A funder reads
 * the debt, not the parts of the pay-out.
 */
export const recourse_entry_access: Access<typeof recourse_entry> = {
  agency: { rows: own.agency, roles: commission_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: own.funder, fields: recourse_fields('facts') },
  provider: { rows: own.provider, fields: 'all' },
}

const reassignment_fields = field_groups(reassignment, {
  facts: [
    'id invoice_id principal_id reason user_name on_date undone_reason undone_by undone_on provider_id',
    'agency_id client_id contractor_id funder_id created_at updated_at',
  ],
})

/** As the recourse that follows. */
export const reassignment_access: Access<typeof reassignment> = {
  agency: { rows: own.agency, roles: commission_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: own.funder, fields: reassignment_fields('facts') },
  provider: { rows: own.provider, fields: 'all' },
}

/** An agency may read its own retention; no other agency may. */
export const funding_retention_access: Access<typeof funding_retention> = {
  agency: { rows: own.agency, roles: commission_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: { principal_id: { _eq: viewer.business_id } }, fields: 'all' },
  provider: { rows: own.provider, fields: 'all' },
}
