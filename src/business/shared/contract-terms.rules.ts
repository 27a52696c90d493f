/** Choices that placements share with the rooms below them. */
import { choices } from '#entity/choices.ts'

/** Spec §9, funding type options. */
export const funding_types = [
  { value: 'funded', label: 'Fully funded' },
  { value: 'partly_funded', label: 'Partly funded' },
  { value: 'paid_when_paid', label: 'Paid when paid' },
] as const

/** An employment business may not make pay wait for the client (money.md §1.6, legal limit). */
export const no_paid_when_paid =
  'Paid when paid is not allowed for PAYE and self-employed workers: their pay may not wait for the client'

export const timesheet_frequencies = [
  { value: 'week', label: 'Weekly' },
  { value: 'month', label: 'Monthly' },
] as const

export const ir35_statuses = [
  { value: 'inside', label: 'Inside IR35' },
  { value: 'outside', label: 'Outside IR35' },
  { value: 'not_applicable', label: 'Not applicable' },
] as const

export const unit_types = ['hourly', 'daily', 'monthly', 'custom'] as const
export const unit_options = choices(...unit_types)

/** Statuses of a change request. */
export const change_statuses = choices('draft', 'pending', 'approved', 'rejected', 'cancelled')

/** Statuses of a placement's newest change request: a draft does not count (migrations/0018). */
export const change_status_options = change_statuses.filter(({ value }) => value !== 'draft')

/** Statuses that a list offers to every reader of placements. */
export const placement_status_options = [
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
] as const
