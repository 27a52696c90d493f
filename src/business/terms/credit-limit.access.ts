import { type Access, field_groups, viewer } from '#entity/access.ts'
import { agency_clients, own } from '../shared/own-rows.access.ts'
import { credit_limit } from './credit-limit.entity.ts'

const limited_by_me = { limiter_id: { _eq: viewer.business_id } } as const

const fields = field_groups(credit_limit, {
  facts: [
    'id client_id limiter_id agency_id amount currency_id reference effective_from effective_to created_at',
    'updated_at',
  ],
  reason: ['reason'],
})

export const credit_limit_access: Access<typeof credit_limit> = {
  agency: {
    // A limit of the client for every supplier, or for this agency; never another agency's.
    rows: { _or: [own.agency, { agency_id: { _is_null: true }, client_business: agency_clients }] },
    fields: fields('facts'),
  },
  // A client does not read its credit limits.
  client: null,
  contractor: null,
  funder: { rows: limited_by_me, fields: 'all' },
  provider: { rows: { _or: [limited_by_me, { client_business: own.provider }] }, fields: 'all' },
}
