import { type Access, viewer } from '#entity/access.ts'
import type { api_token } from './api-token.entity.ts'
import { api_token_makers } from './api-token.rules.ts'

const own_rows = { business_id: { _eq: viewer.business_id } } as const

/** Administrators read the tokens of their own business. */
export const api_token_access: Access<typeof api_token> = {
  agency: { rows: own_rows, roles: api_token_makers.agency, fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: own_rows, roles: api_token_makers.funder, fields: 'all' },
  provider: { rows: own_rows, roles: api_token_makers.provider, fields: 'all' },
}
