import { type Access, field_groups } from '#entity/access.ts'
import { client_placement_roles } from '#entity/roles.ts'
import { disclosed_client, disclosed_contractor, own } from '../../shared/own-rows.access.ts'
import { status_determination } from './status-determination.entity.ts'

const fields = field_groups(status_determination, {
  facts: [
    'id contract_id round status decision reasons determined_by determined_on verified_at comment',
    'disagreed_on disagreement answered_on answer_outcome answer',
    'provider_id agency_id client_id contractor_id created_at updated_at',
  ],
  people: ['uploaded_by verified_by'],
})

/** The client gives it, the contractor gets it; a funder has no part in it. */
export const status_determination_access: Access<typeof status_determination> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, contract: disclosed_client },
    roles: client_placement_roles,
    fields: fields('facts'),
  },
  contractor: { rows: { ...own.contractor, contract: disclosed_contractor }, fields: fields('facts') },
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
