/** The rules of disallowance of one risk carrier as its verb and the form of a new funder write them. */
import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { dayInput, endMessage } from '../parties/party-input.server.ts'
import { endVersions } from '../shared/dated-versions.server.ts'
import { judgeDebt } from './follow-disallowance.server.ts'
import { funding_rule } from './funding-rule.entity.ts'

const days = (least: number) =>
  z
    .number()
    .int({ error: validationText.integer })
    .min(least, { error: validationText.min })
    .max(730, { error: validationText.max })
const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, { error: validationText.number })
  .refine((text) => Number(text) <= 100, { error: validationText.max })

export const fundingRuleInput = z.strictObject({
  age_days: days(1),
  age_basis: z.enum(['raised_date', 'due_date'], { error: validationText.matches }).default('raised_date'),
  part_paid_days: days(0).default(0),
  advance_percent: percent.optional(),
  concentration_percent: percent
    .refine((text) => Number(text) > 0, { error: validationText.positive })
    .optional(),
  /** Payment runs hold payments beyond availability. Absent: as in the version before; a first version holds them. */
  holds_payments: z.boolean().optional(),
  /** Days past due after which a debt goes back to its agency; never, when it is absent. */
  reassign_days: days(1).optional(),
  effective_from: dayInput,
  effective_to: dayInput.optional(),
})
export type FundingRuleInput = z.infer<typeof fundingRuleInput>

/**
 * Writes a version of the rules: the former ends on the day before its start, later ones are replaced, and all debt of
 * the risk carrier is judged again.
 */
export async function insertFundingRule(
  context: VerbContext,
  principal_id: string,
  rule: FundingRuleInput,
): Promise<string> {
  const { tx, viewer, clock } = context
  const end = endMessage(rule.effective_from, rule.effective_to)
  if (end !== null) throw invalid({ effective_to: end })
  const holds_payments = rule.holds_payments ?? (await heldBefore(tx, principal_id, rule.effective_from))
  await endVersions(context, funding_rule, { principal_id }, rule.effective_from)
  const id = newUuid(clock)
  await insertRow(tx, funding_rule, {
    id,
    principal_id,
    provider_id: viewer.provider_id,
    age_days: rule.age_days,
    age_basis: rule.age_basis,
    part_paid_days: rule.part_paid_days,
    advance_percent: rule.advance_percent ?? null,
    concentration_percent: rule.concentration_percent ?? null,
    holds_payments,
    reassign_days: rule.reassign_days ?? null,
    effective_from: rule.effective_from,
    effective_to: rule.effective_to ?? null,
    set_by: viewer.user_id,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  context.audit({
    entity: 'business.funding_rule',
    entity_id: id,
    new_values: { principal_id, ...rule, holds_payments },
  })
  await judgeDebt(context, [{ client_id: null, principal_id }])
  return id
}

async function heldBefore(tx: VerbContext['tx'], principal_id: string, day: string): Promise<boolean> {
  const [before] = await tx.rows<{ holds_payments: boolean }>(
    `select holds_payments from business.funding_rule
     where principal_id = $1 and deleted_at is null order by effective_from <= $2 desc, effective_from desc limit 1`,
    [principal_id, day],
  )
  return before?.holds_payments ?? true
}
