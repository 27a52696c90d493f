import { type Access, field_groups } from '#entity/access.ts'
import { client_placement_roles } from '#entity/roles.ts'
import { agency_clients, own } from '../../shared/own-rows.access.ts'
import { client_size } from './client-size.entity.ts'

const fields = field_groups(client_size, {
  facts: ['id client_id tax_year size stated_by stated_on provider_id created_at updated_at'],
})

/** Client, agency and provider read the size. A contractor reads the placement's `ir35_determined_by` instead. */
export const client_size_access: Access<typeof client_size> = {
  agency: { rows: { client_business: agency_clients }, fields: fields('facts') },
  client: { rows: own.client, roles: client_placement_roles, fields: fields('facts') },
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
