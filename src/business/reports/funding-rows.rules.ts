/** Where the debts behind a figure of the funding portfolio are: filters of the list of debts, whose sum is the figure. Pure. */
import type { FilterBy } from '#entity/filter.ts'
import type { DisallowedReason } from '../funding/disallow.rules.ts'

/** The ledger of a currency, of one agency and of one client of it: what went back to its agency stands apart. */
export function debtRows(of: {
  readonly alpha_code: string
  readonly agency_id?: string
  readonly client_id?: string
  readonly reason?: DisallowedReason
  readonly is_reassigned?: boolean
}): FilterBy {
  return {
    alpha_code: { contains: of.alpha_code },
    is_reassigned: { is: of.is_reassigned ?? false },
    ...(of.agency_id ? { agency_id: { in: [of.agency_id] } } : {}),
    ...(of.client_id ? { client_id: { in: [of.client_id] } } : {}),
    ...(of.reason ? { disallowed_status: { in: [of.reason] } } : {}),
  }
}
