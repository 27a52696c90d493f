import type { Access } from '#entity/access.ts'
import { commission_roles } from '#entity/roles.ts'
import { own } from '../shared/own-rows.access.ts'
import type { contract_activity } from './contract-activity.entity.ts'

/** Contracts include ad-hoc fees, which are commission: their steps are hidden with them. */
export const contract_activity_access: Access<typeof contract_activity> = {
  agency: { rows: own.agency, roles: commission_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
