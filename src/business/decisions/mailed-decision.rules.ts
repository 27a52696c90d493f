/** Decisions by the link in a mail. */
import type { WhoMay } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import { compare, type Money, parseMoney, zero } from '#kernel/money.ts'
import { provider_staff } from '../shared/who-may.rules.ts'

export const work_entities = ['transaction.timesheet', 'transaction.expense'] as const
export type WorkEntity = (typeof work_entities)[number]

export const isWorkEntity = (entity: string): entity is WorkEntity =>
  work_entities.some((one) => one === entity)

export const DECISION_LINK_DAYS = 7

/** Every reason of a dead link reads the same. */
export const dead_link = 'This link is no longer valid. Sign in to see what is waiting for you.'

export const above_limit = 'Sign in to decide this: its charge is above the limit of approvals by mail'

export type ApprovalRule = {
  /** The highest charge with VAT that a link decides, as decimal text; 0: none. */
  readonly approve_by_mail_limit: string
  /** Working hours from the submission. */
  readonly reminder_hours: number
  readonly others_hours: number
  readonly agency_hours: number
}

export const usual_rule: ApprovalRule = {
  approve_by_mail_limit: '5000.00',
  reminder_hours: 8,
  others_hours: 16,
  agency_hours: 24,
}

/** The agency answers for the debt of its client, so a client does not raise its own limit. */
export const mail_limit_editors = {
  agency: ['agency_admin'],
  provider: provider_staff,
} as const satisfies WhoMay

export const approval_rule_editors = {
  ...mail_limit_editors,
  client: ['timesheet_approver'],
} as const satisfies WhoMay

export const approval_rule_readers = {
  ...approval_rule_editors,
  agency: category_roles.agency,
} as const satisfies WhoMay

/** Whether a link may decide this charge; a limit counts in the currency of the charge. */
export function decidesByMail(charge: Money, { approve_by_mail_limit }: ApprovalRule): boolean {
  const limit = parseMoney(approve_by_mail_limit, charge.currency)
  return compare(limit, zero(charge.currency)) > 0 && compare(charge, limit) <= 0
}
