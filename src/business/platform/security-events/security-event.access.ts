import { type Access, viewer } from '#entity/access.ts'
import { own } from '../../shared/own-rows.access.ts'
import type { security_event } from './security-event.entity.ts'

const own_business = { business_id: { _eq: viewer.business_id } } as const

/** Administrators read the events of their own business; the provider's those of the installation. */
export const security_event_access: Access<typeof security_event> = {
  agency: { rows: own_business, roles: ['agency_admin'], fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: own_business, roles: ['funder_admin'], fields: 'all' },
  provider: { rows: own.provider, roles: ['provider_admin'], fields: 'all' },
}
