/**
 * The debts behind a figure of the funding portfolio: filters of the list of debts, whose sum is the figure. Pure.
 */
import type { DisallowedReason } from '#business/shared/invoice-types.rules.ts'
import type { FilterBy } from '#entity/filter.ts'

/** Days past the due date, as the list of debts is filtered by them. */
export type LateDays = { readonly from?: string; readonly to?: string }

/** The ages of spec §9 as days overdue. */
export const late_days = {
  aged_current: { to: '0' },
  aged_0_30: { from: '1', to: '30' },
  aged_31_60: { from: '31', to: '60' },
  aged_61_90: { from: '61', to: '90' },
  aged_91_120: { from: '91', to: '120' },
  aged_over_120: { from: '121' },
} as const satisfies Readonly<Record<string, LateDays>>

/** The ledger of a currency, of one agency and of one client of it, without reassigned debt. */
export function debtRows(of: {
  readonly alpha_code: string
  readonly agency_id?: string
  readonly client_id?: string
  readonly reason?: DisallowedReason
  readonly is_reassigned?: boolean
  readonly late?: LateDays
}): FilterBy {
  return {
    alpha_code: { contains: of.alpha_code },
    is_reassigned: { is: of.is_reassigned ?? false },
    ...(of.agency_id ? { agency_id: { in: [of.agency_id] } } : {}),
    ...(of.client_id ? { client_id: { in: [of.client_id] } } : {}),
    ...(of.late ? { days_overdue: of.late } : {}),
    ...(of.reason ? { disallowed_status: { in: [of.reason] } } : {}),
  }
}
