/** The roles that set a client's credit limit. Pure. */
import type { WhoMay } from '#entity/access.ts'
import { provider_staff } from '../shared/who-may.rules.ts'

export const limit_setters = {
  provider: provider_staff,
  funder: ['funder_admin'],
} as const satisfies WhoMay
