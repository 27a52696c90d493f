import { type Access, viewer } from '#entity/access.ts'
import { agency_clients, own } from '../shared/own-rows.access.ts'
import type { credit_limit } from './credit-limit.entity.ts'

const limited_by_me = { limiter_id: { _eq: viewer.business_id } } as const

export const credit_limit_access: Access<typeof credit_limit> = {
  agency: {
    // A limit of the client whoever supplies it, or for this agency; never another agency's.
    rows: { _or: [own.agency, { agency_id: { _is_null: true }, client_business: agency_clients }] },
    fields: 'all',
  },
  // How far somebody trusts a client is not the client's to read.
  client: null,
  contractor: null,
  funder: { rows: limited_by_me, fields: 'all' },
  provider: { rows: { _or: [limited_by_me, { client_business: own.provider }] }, fields: 'all' },
}
