import { type Access, viewer } from '#entity/access.ts'
import { own } from '../shared/own-rows.access.ts'
import type { payment_terms } from './payment-terms.entity.ts'

/** What holds between a client and an agency is for the two, as their service is. */
export const payment_terms_access: Access<typeof payment_terms> = {
  agency: { rows: own.agency, fields: 'all' },
  client: { rows: { business_id: { _eq: viewer.business_id } }, fields: 'all' },
  contractor: null,
  funder: null,
  provider: { rows: { service: own.provider }, fields: 'all' },
}
