/** A dispute is visible with its document; notes between agency and provider are theirs. */
import { type Access, field_groups } from '#entity/access.ts'
import { client_cost_roles } from '#entity/roles.ts'
import { client_document, funder_document, own, told_moment } from '../shared/own-rows.access.ts'
import { dispute, type dispute_step } from './dispute.entity.ts'

const dispute_fields = field_groups(dispute, {
  facts: [
    'id invoice_id provider_id agency_id client_id status reason raised_by raised_on owner_name',
    'owner_business_id settled_by settled_on resolution created_at updated_at',
  ],
  funder: ['funder_id'],
  owner: ['owner_id'],
})

export const dispute_access: Access<typeof dispute> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, invoice: client_document },
    roles: client_cost_roles,
    fields: dispute_fields('facts'),
    withheld: told_moment,
  },
  contractor: null,
  funder: {
    rows: { ...own.funder, invoice: funder_document },
    fields: dispute_fields('facts', 'funder'),
    withheld: told_moment,
  },
  provider: { rows: own.provider, fields: 'all' },
}

export const dispute_step_access: Access<typeof dispute_step> = {
  agency: { rows: own.agency, fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
