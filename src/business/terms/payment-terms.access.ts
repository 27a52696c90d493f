import { type Access, field_groups, viewer } from '#entity/access.ts'
import { client_placement_roles } from '#entity/roles.ts'
import { own } from '../shared/own-rows.access.ts'
import { payment_terms } from './payment-terms.entity.ts'

const fields = field_groups(payment_terms, {
  facts: [
    'id sub_type payment_terms effective_from effective_to status status_comment business_id agency_id transaction_id',
    'document_id created_at updated_at',
  ],
})

/** Between a client and an agency, as their service. */
export const payment_terms_access: Access<typeof payment_terms> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { business_id: { _eq: viewer.business_id } },
    roles: client_placement_roles,
    fields: fields('facts'),
  },
  contractor: null,
  funder: null,
  provider: { rows: { service: own.provider }, fields: 'all' },
}
