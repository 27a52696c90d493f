/** Who decides that all people of a business sign in with a second factor (decision 0160). Pure. */
import type { WhoMay } from '#entity/access.ts'
import { client_placement_roles } from '#entity/roles.ts'
import { sso_admins } from './identity-provider.rules.ts'

/** For their own business. Clients and contractors have no administrators. */
export const second_factor_deciders: WhoMay = {
  ...sso_admins,
  client: client_placement_roles,
  contractor: ['contractor'],
}

/** Administrators of agency and provider decide the requirement for a client or a contractor. */
export const second_factor_keepers: WhoMay = { agency: sso_admins.agency, provider: sso_admins.provider }

/** For these kinds of business, agency and provider enter and change the people. */
export const kept_types = ['client', 'contractor'] as const

export const shared_text = 'It works with several agencies, so the provider decides this'
