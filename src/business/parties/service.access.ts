import { type Access, viewer } from '#entity/access.ts'
import { own, provider_businesses } from '../shared/own-rows.access.ts'
import type { business_feature, service } from './service.entity.ts'

const from_me = { from_business_id: { _eq: viewer.business_id } } as const
const to_me = { to_business_id: { _eq: viewer.business_id } } as const

/** The link of two businesses is for the two, so that a shared client does not show one agency to another. */
export const service_access: Access<typeof service> = {
  agency: { rows: { _or: [from_me, to_me, own.agency] }, fields: 'all' },
  client: { rows: { ...from_me, type: { _eq: 'client-agency' } }, fields: 'all' },
  contractor: { rows: from_me, fields: 'all' },
  funder: { rows: { _or: [from_me, to_me] }, fields: 'all' },
  provider: { rows: { _or: [own.provider, to_me] }, fields: 'all' },
}

const own_feature = { rows: { business_id: { _eq: viewer.business_id } }, fields: 'all' } as const

export const business_feature_access: Access<typeof business_feature> = {
  agency: own_feature,
  client: own_feature,
  contractor: own_feature,
  funder: own_feature,
  provider: { rows: { business: provider_businesses }, fields: 'all' },
}
