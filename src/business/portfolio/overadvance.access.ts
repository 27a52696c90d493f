import { type Access, viewer } from '#entity/access.ts'
import { own } from '../shared/own-rows.access.ts'
import type { funding_overadvance } from './overadvance.entity.ts'

/** A principal's own risk, as its funding rules. */
export const funding_overadvance_access: Access<typeof funding_overadvance> = {
  agency: null,
  client: null,
  contractor: null,
  funder: { rows: { principal_id: { _eq: viewer.business_id } }, fields: 'all' },
  provider: { rows: own.provider, fields: 'all' },
}
