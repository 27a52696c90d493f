/** Over-advances: the approvers, and how long one lasts (decision 0045). */
import type { WhoMay } from '#entity/access.ts'

/** In the indirect model the risk is the funder's. */
export const overadvance_approvers = {
  provider: ['provider_approver'],
  funder: ['funder_admin'],
} as const satisfies WhoMay

export const overadvance_days_max = 14
