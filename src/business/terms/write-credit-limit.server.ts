/** The one way a limit or an agency's part of it comes into force. */

import type { Day } from '#kernel/day.ts'
import { type FieldErrors, invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { type CurrencyCode, compare, formatMoney, type Money, parseMoney, sum } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { judgeDebt } from '../funding/follow-disallowance.server.ts'
import { settleApproved } from '../parties/onboarding/settle-approved.server.ts'
import { endMessage } from '../parties/party-input.server.ts'
import { endVersions } from '../shared/dated-versions.server.ts'
import { lockKey } from '../shared/lock-key.server.ts'
import { credit_limit } from './credit-limit.entity.ts'
import { type Allocation, overlap, partFault, wholeFault } from './credit-limit.rules.ts'
import { isOf, type LimitKey, type LimitRow, readLimits, readOwed } from './credit-limit-facts.server.ts'

export type NewLimit = {
  readonly key: LimitKey
  /** Null: the whole limit. */
  readonly agency_id: string | null
  readonly currency: CurrencyCode
  readonly amount: Money
  readonly effective_from: Day
  readonly effective_to: Day | null
  readonly reference: string | null
  /** Why it is below what the client owes. */
  readonly reason: string | null
  /** Did an agency ask for as much? Then two sides stand behind it, and it has no author of its own. */
  readonly is_asked: boolean
}

/** Names of the input's fields, for the faults. */
export type LimitFields = {
  readonly amount: string
  readonly from: string
  readonly to: string
  readonly reason: string
}

/**
 * Replaces the version in force. The agencies' parts stay within the whole, and the whole may be below the debt with a
 * reason: new advances are held then. @throws invalid under the given fields
 */
export async function writeLimit(
  context: VerbContext,
  limit: NewLimit,
  fields: LimitFields,
): Promise<string> {
  const { tx, clock } = context
  const { key, agency_id, effective_from, effective_to, currency } = limit
  await lockKey(tx, 'credit_limit', key.client_id, key.limiter_id, key.currency_id)
  const end = endMessage(effective_from, effective_to)
  const fault = amountFault(limit.amount, 'credit_limit')
  const plain: FieldErrors = {
    ...(end === null ? {} : { [fields.to]: end }),
    ...(fault === null ? {} : { [fields.amount]: fault }),
  }
  if (Object.keys(plain).length > 0) throw invalid(plain)
  const standing = (await readLimits(tx, key.client_id, effective_from)).filter(isOf(key))
  const errors =
    agency_id === null
      ? await faultsOfWhole(context, limit, standing, fields)
      : faultsOfPart(limit, agency_id, standing, fields)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  await endVersions(context, credit_limit, { ...key, agency_id }, effective_from)
  const id = newUuid(clock)
  const amount = formatMoney(limit.amount)
  await insertRow(tx, credit_limit, {
    ...key,
    id,
    agency_id,
    effective_from,
    effective_to,
    amount,
    reference: limit.reference,
    reason: limit.reason,
    set_by: limit.is_asked ? null : context.viewer.user_id,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  context.audit({
    entity: 'business.credit_limit',
    entity_id: id,
    new_values: {
      client_id: key.client_id,
      amount,
      currency,
      effective_from,
      ...(agency_id === null ? {} : { agency_id }),
      ...(limit.reason === null ? {} : { reason: limit.reason }),
    },
  })
  await judgeDebt(context, [{ client_id: key.client_id, principal_id: key.limiter_id }])
  await settleApproved(context, key.client_id)
  return id
}

const partsOf = (standing: readonly LimitRow[], currency: CurrencyCode): Allocation[] =>
  standing.flatMap(({ agency_id, amount, ...days }) =>
    agency_id === null ? [] : [{ ...days, agency_id, amount: parseMoney(amount, currency) }],
  )

async function faultsOfWhole(
  { tx }: VerbContext,
  { key, currency, amount, reason, ...days }: NewLimit,
  standing: readonly LimitRow[],
  fields: LimitFields,
): Promise<FieldErrors> {
  const fault = wholeFault(amount, currency, partsOf(standing, currency), days)
  if (fault !== null) return { [fields.amount]: fault }
  const owed = (await readOwed(tx, key.client_id)).filter(isOf(key))
  const debt = sum(
    currency,
    owed.map((row) => parseMoney(row.owed, currency)),
  )
  return compare(amount, debt) < 0 && reason === null
    ? { [fields.reason]: validationText.specify_reason }
    : {}
}

function faultsOfPart(
  { currency, amount, ...days }: NewLimit,
  agency_id: string,
  standing: readonly LimitRow[],
  fields: LimitFields,
): FieldErrors {
  const wholes = standing.filter((row) => row.agency_id === null && overlap(row, days))
  if (!wholes.some((row) => row.effective_from <= days.effective_from))
    return { [fields.from]: 'The client has no credit limit on this day' }
  const others = partsOf(standing, currency).filter((part) => part.agency_id !== agency_id)
  const limits = wholes.map((row) => ({ amount: parseMoney(row.amount, currency) }))
  const fault = partFault(amount, currency, others, limits, days)
  return fault === null ? {} : { [fields.amount]: fault }
}
