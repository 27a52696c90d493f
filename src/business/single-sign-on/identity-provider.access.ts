import { type Access, viewer } from '#entity/access.ts'
import type { identity_provider } from './identity-provider.entity.ts'
import { sso_admins } from './identity-provider.rules.ts'

const own_rows = { business_id: { _eq: viewer.business_id } } as const

/** Administrators read the provider of their own business. */
export const identity_provider_access: Access<typeof identity_provider> = {
  agency: { rows: own_rows, roles: sso_admins.agency, fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: own_rows, roles: sso_admins.funder, fields: 'all' },
  provider: { rows: own_rows, roles: sso_admins.provider, fields: 'all' },
}
