/** The first fee rule of a new agency: typed in its form, in force once another person has approved the agency. */
import { z } from 'zod'
import { type Day, day } from '#kernel/day.ts'
import { type FieldErrors, invalid, isStintError } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { currencyOrGbp } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import type { ServiceCharge } from '../fees/fee-in-force.rules.ts'
import { insertCharge } from '../fees/insert-service-charge.server.ts'
import { feeValue, lockFeeRules } from '../fees/service-charge.server.ts'
import { firstFeeOf } from '../parties/onboarding/first-fee.rules.ts'
import type { PartyRow } from '../parties/onboarding/load-party.server.ts'
import { hasFeeRule } from '../parties/onboarding/party-needs.server.ts'
import { dayInput } from '../parties/party-input.server.ts'

const shape = z.strictObject({
  fee_rule_type: z.enum(['percent', 'fixed']).optional(),
  /** Per cent, or an amount; absent: the rule is set later. */
  fee_rule_value: z.string().trim().max(20).optional(),
  /** By default the gross charge. */
  fee_rule_base: z.enum(['gross', 'net']).optional(),
  /** By default the day of the approval. */
  fee_rule_from: dayInput.optional(),
})
export const fee_shape = shape.shape
type SubmittedFee = z.infer<typeof shape>

/** @throws invalid, with all faults */
export function checkFee({
  fee_rule_type,
  fee_rule_value,
  fee_rule_base,
  fee_rule_from,
}: SubmittedFee): void {
  if (fee_rule_value === undefined) {
    const is_begun = [fee_rule_type, fee_rule_base, fee_rule_from].some((one) => one !== undefined)
    if (is_begun) throw invalid({ fee_rule_value: validationText.required })
    return
  }
  const errors: FieldErrors = {
    ...(fee_rule_type === undefined ? { fee_rule_type: validationText.required } : {}),
    ...valueFault(fee_rule_type ?? 'percent', fee_rule_value),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

function valueFault(type: 'percent' | 'fixed', value: string): FieldErrors {
  try {
    feeValue(type, value, null)
    return {}
  } catch (error) {
    if (!isStintError(error) || error.errors?.value === undefined) throw error
    return { fee_rule_value: error.errors.value }
  }
}

/** Before the step that approves the agency: its approver puts the rule in force. */
export async function putFirstFee(context: VerbContext, { id, kind, draft_id }: PartyRow): Promise<void> {
  const { tx, clock } = context
  if (kind !== 'agency' || draft_id === null) return
  const draft = await tx.row<{ requested_data: Readonly<Record<string, unknown>> }>(
    'select requested_data from request.draft_request where id = $1',
    [draft_id],
  )
  const typed = draft?.requested_data ?? {}
  const fee = shape.safeParse(firstFeeOf(typed) ?? {})
  if (!fee.success || fee.data.fee_rule_value === undefined) return
  await lockFeeRules(context, id)
  // A rule that was entered by hand meanwhile is the first.
  if (await hasFeeRule(tx, id)) return
  await insertCharge(context, {
    id: newUuid(clock),
    ...ruleOf(id, { ...fee.data, fee_rule_value: fee.data.fee_rule_value }, clock.today()),
    // A fixed fee is an amount of the agency's own currency.
    currency: fee.data.fee_rule_type === 'fixed' ? currencyOrGbp(textOf(typed.currency)) : null,
  })
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function ruleOf(
  agency_id: string,
  {
    fee_rule_type: type = 'percent',
    fee_rule_value,
    fee_rule_base,
    fee_rule_from,
  }: SubmittedFee & { fee_rule_value: string },
  today: Day,
): Omit<ServiceCharge, 'id' | 'currency'> {
  return {
    fee_type: 'service_fee',
    service_type: 'temp_placement',
    agency_id,
    funder_id: null,
    funding_type: null,
    payment_terms: null,
    payment_terms_type: null,
    type,
    value: feeValue(type, fee_rule_value, null),
    fee_base: fee_rule_base ?? 'gross',
    effective_from: fee_rule_from === undefined ? today : day(fee_rule_from),
    effective_to: null,
    transaction_id: null,
  }
}
