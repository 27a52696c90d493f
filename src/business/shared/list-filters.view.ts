/** Filters that many lists share, word for word (spec §2). */
import type { Category } from '#entity/access.ts'
import type { Where } from '#entity/filter.ts'
import { pathOf } from '#web/core/place.ts'
import type { ListRow } from '#web/list/model/list.ts'

/** Spec §2: only onboarded and active businesses are offered in business pickers. */
export const in_business: Where = { status: { _eq: 'onboarded' }, is_active: { _eq: true } }

const pick_client = { entity: 'business.client', label: 'name', where: in_business } as const
const pick_agency = { entity: 'business.agency', label: 'name', where: in_business } as const
const pick_contractor = { entity: 'business.contractor', label: 'name', where: in_business } as const

export const by_client = { field: 'client_id', label: 'Client', pick: pick_client } as const
export const by_agency = { field: 'agency_id', label: 'Agency', pick: pick_agency } as const
export const by_contractor = { field: 'contractor_id', label: 'Contractor', pick: pick_contractor } as const

/** The business of a receipt or payment: any kind known to the viewer. */
export const by_for_business = {
  field: 'for_business_id',
  label: 'For Business',
  pick: { entity: 'business.business', label: 'name', where: in_business },
} as const

/** Spec §2: currency by alpha_code. */
export const by_currency = {
  field: 'currency_id',
  label: 'Currency',
  pick: { entity: 'platform.currency', label: 'alpha_code' },
} as const

/** A party that is always the viewer is neither column nor filter. */
export const not_client = ['agency', 'contractor', 'funder', 'provider'] as const
export const not_agency = ['client', 'contractor', 'funder', 'provider'] as const
export const not_contractor = ['agency', 'client', 'funder', 'provider'] as const
/** Readers of a document's financing. */
export const financing = ['agency', 'funder', 'provider'] as const

/** Kinds of contract that raise documents of their own, without a timesheet or an expense. */
const contracts_of_work: readonly unknown[] = [
  'perm_placement',
  'sales_invoice',
  'purchase_ledger',
  'adhoc_fee',
]

/** The placement, or the other contract, that work was done under; `generated_for` and `contract_id` are read. */
export function contractOf(row: ListRow, category: Category): string | null {
  if (typeof row.contract_id !== 'string') return null
  const kind = contracts_of_work.includes(row.generated_for) ? String(row.generated_for) : 'temp_placement'
  return pathOf({ category, path: `contract/${kind}`, id: row.contract_id })
}

/** The piece of work that an invoice set bills: its timesheet, its expense, or the contract itself. */
export function workOf(row: ListRow, category: Category): string | null {
  if (typeof row.timesheet_id === 'string')
    return pathOf({ category, path: 'transaction/timesheet', id: row.timesheet_id })
  if (typeof row.expense_id === 'string')
    return pathOf({ category, path: 'transaction/expense', id: row.expense_id })
  return contractOf(row, category)
}
