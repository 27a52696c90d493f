import { type Access, viewer } from '#entity/access.ts'
import type { webhook, webhook_delivery } from './webhook.entity.ts'
import { webhook_admins } from './webhook.rules.ts'

const own_rows = { business_id: { _eq: viewer.business_id } } as const

/** Administrators read the webhooks of their own business. */
const of_admins = {
  agency: { rows: own_rows, roles: webhook_admins.agency, fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: own_rows, roles: webhook_admins.funder, fields: 'all' },
  provider: { rows: own_rows, roles: webhook_admins.provider, fields: 'all' },
} as const

export const webhook_access: Access<typeof webhook> = of_admins
export const webhook_delivery_access: Access<typeof webhook_delivery> = of_admins
