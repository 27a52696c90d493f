/** Why a document is raised and not advanced (money.md §1.9, decision 0035). */

export const hold_reasons = [
  'No credit limit',
  'First invoice not verified',
  'Status at Companies House not decided',
  'Evidence of approval not accepted',
  'Unusual hours not accepted',
  'Last worked day not passed',
  'Credit Limit exceeded',
] as const
export type HoldReason = (typeof hold_reasons)[number]

export type FundingFacts = {
  /** Is the client limited by the principal in this currency? */
  readonly has_limit: boolean
  /** Has the provider verified an invoice of this agency with the client? */
  readonly is_verified: boolean
  /** Is the client in order at Companies House, or has the provider accepted its status? */
  readonly is_in_order: boolean
  /** Did the agency approve the work by hand, and the provider not accept the evidence yet? */
  readonly awaits_evidence: boolean
  /** Has it a week of more hours than a person works, and the provider not accepted them? */
  readonly has_long_week: boolean
  /** Was the work approved before its last worked day, and has that day not passed? */
  readonly is_unworked: boolean
  /** Does the debt fit the limit? */
  readonly fits: boolean
}

/** One reason at a time, the one that a person must settle first. */
export function holdReason({
  has_limit,
  is_verified,
  is_in_order,
  awaits_evidence,
  has_long_week,
  is_unworked,
  fits,
}: FundingFacts): HoldReason | null {
  if (!has_limit) return 'No credit limit'
  if (!is_verified) return 'First invoice not verified'
  if (!is_in_order) return 'Status at Companies House not decided'
  if (awaits_evidence) return 'Evidence of approval not accepted'
  if (has_long_week) return 'Unusual hours not accepted'
  if (is_unworked) return 'Last worked day not passed'
  return fits ? null : 'Credit Limit exceeded'
}

/** Reasons that do not doubt the debt: at the limit the agency alone waits, and unworked days have their own hold (hold-unworked). */
const proven: readonly string[] = [
  'Last worked day not passed',
  'Credit Limit exceeded',
] satisfies readonly HoldReason[]

/** Is the debtor or the approval in doubt? Then companies of workers wait, too. */
export const isUnproven = (reason: string | null): boolean => reason !== null && !proven.includes(reason)
