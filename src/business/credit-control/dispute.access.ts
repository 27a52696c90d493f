/** A dispute is read with its document; what agency and provider say to each other of it is theirs. */
import { type Access, all_but } from '#entity/access.ts'
import { client_cost_roles } from '#entity/roles.ts'
import { client_document, funder_document, funding_party, own } from '../shared/own-rows.access.ts'
import type { dispute, dispute_step } from './dispute.entity.ts'

export const dispute_access: Access<typeof dispute> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, invoice: client_document },
    roles: client_cost_roles,
    fields: all_but(...funding_party, 'owner_id'),
  },
  contractor: null,
  funder: { rows: { ...own.funder, invoice: funder_document }, fields: all_but('owner_id') },
  provider: { rows: own.provider, fields: 'all' },
}

export const dispute_step_access: Access<typeof dispute_step> = {
  agency: { rows: own.agency, fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
