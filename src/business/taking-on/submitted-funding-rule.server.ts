/** The first funding rule of a new funder: typed in its form, in force once another person has approved the funder. */
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { fundingRuleInput, insertFundingRule } from '../funding/insert-funding-rule.server.ts'
import { firstFundingRuleOf, fundingRuleInputOf } from '../parties/onboarding/first-funding-rule.rules.ts'
import type { PartyRow } from '../parties/onboarding/load-party.server.ts'
import { hasFundingRule } from '../parties/onboarding/party-needs.server.ts'

const { shape } = fundingRuleInput
export const funding_rule_shape = {
  /** Absent: the rule is set later. */
  funding_rule_age_days: shape.age_days.optional(),
  /** By default the raised date. */
  funding_rule_age_basis: shape.age_basis.removeDefault().optional(),
  /** By default none. */
  funding_rule_part_paid_days: shape.part_paid_days.removeDefault().optional(),
  funding_rule_advance_percent: shape.advance_percent,
  funding_rule_concentration_percent: shape.concentration_percent,
  funding_rule_reassign_days: shape.reassign_days,
  /** By default payment runs hold payments beyond availability. */
  funding_rule_holds_payments: shape.holds_payments,
  /** By default the day of the approval. */
  funding_rule_from: shape.effective_from.optional(),
}

/** @throws invalid where the rule lacks its age limit */
export function checkFundingRule(asked: Readonly<Record<string, unknown>>): void {
  const is_begun = Object.keys(funding_rule_shape).some((name) => asked[name] !== undefined)
  if (is_begun && asked.funding_rule_age_days === undefined)
    throw invalid({ funding_rule_age_days: validationText.required })
}

/** With the approval of the funder: its approver puts the rule in force. */
export async function putFirstFundingRule(
  context: VerbContext,
  { id, kind, draft_id }: PartyRow,
): Promise<void> {
  const { tx, clock } = context
  if (kind !== 'funder' || draft_id === null || (await hasFundingRule(tx, id))) return
  const draft = await tx.row<{ requested_data: Readonly<Record<string, unknown>> }>(
    'select requested_data from request.draft_request where id = $1',
    [draft_id],
  )
  const typed = firstFundingRuleOf(draft?.requested_data ?? {})
  if (typed === null) return
  await insertFundingRule(context, id, fundingRuleInput.parse(fundingRuleInputOf(typed, clock.today())))
}
