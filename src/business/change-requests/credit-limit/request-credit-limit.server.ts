import { z } from 'zod'
import { day } from '#kernel/day.ts'
import { conflict, invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { currency as currencyCode, formatMoney, isZero, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { currencyInput, dayInput, endMessage } from '../../parties/party-input.server.ts'
import { visibleBusiness } from '../../parties/visible-business.server.ts'
import { documentReasonInput } from '../../shared/chosen-input.server.ts'
import { linkedFunderSql } from '../../shared/linked-funder.rules.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import { agency_writers } from '../../shared/who-may.rules.ts'
import { insertRequest, type RequestParties, recordRequestStep } from '../request/write-request.server.ts'
import { limit_request_type } from './limit-request.rules.ts'
import { type AskedLimit, limitWords } from './load-limit-request.server.ts'

const input = z.strictObject({
  client_id: z.uuid(),
  currency: currencyInput,
  amount: z.string({ error: validationText.required }),
  reason: documentReasonInput,
  valid_from: dayInput,
  valid_to: dayInput.optional(),
})

/** Asks the risk carrier of the agency's funding model for a client's limit. Nothing changes until it decides. */
export const requestCreditLimit = verb({
  action_id: 'business.credit_limit.request',
  since: '0.1.0',
  summary: 'Asks for the credit limit of a client',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: agency_writers },
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string() }),
  run: async (context, asked) => {
    const { viewer } = context
    const client = await visibleBusiness(context, asked.client_id, 'client')
    const amount = parseMoney(asked.amount, currencyCode(asked.currency))
    const fault = isZero(amount) ? validationText.positive : amountFault(amount, 'credit_limit')
    const end = endMessage(asked.valid_from, asked.valid_to)
    const errors = { ...(fault && { amount: fault }), ...(end && { valid_to: end }) }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const currency_id = await currencyId(context, asked.currency)
    const limiter = await limiterOfAgency(context)
    await requireNoneOpen(context, client, limiter.id, asked.currency)
    const data: AskedLimit = {
      client_id: client.id,
      limiter_id: limiter.id,
      currency_id,
      currency: asked.currency,
      amount: formatMoney(amount),
      reason: asked.reason,
      valid_from: day(asked.valid_from),
      valid_to: asked.valid_to === undefined ? null : day(asked.valid_to),
      asked_as: viewer.impersonator_user_id,
    }
    const { id, human_id } = await insertLimitRequest(context, data, limiter)
    await followRejected(context, data, human_id)
    return { id, human_id }
  },
})

type Limiter = { readonly id: string; readonly name: string; readonly type: 'provider' | 'funder' }

/** The agency's funder where it is funded indirectly, else its provider. */
export async function limiterOfAgency({ tx, viewer }: VerbContext): Promise<Limiter> {
  const found = await tx.row<Limiter>(
    `select l.id, l.name, l.type from business.business a
     join business.business l on l.id = coalesce(
       case when a.funding_model = 'indirect' then ${linkedFunderSql('a.id', 'null')} end, a.provider_id)
     where a.id = $1`,
    [viewer.business_id],
  )
  if (!found) throw invalid({ client_id: 'Nobody carries the debt of your clients yet' })
  return found
}

/** @throws conflict that names the open request */
async function requireNoneOpen(
  { tx, viewer }: VerbContext,
  client: { readonly id: string; readonly name: string },
  limiter_id: string,
  currency: string,
): Promise<void> {
  await lockKey(tx, 'credit_limit_request', client.id, viewer.business_id, limiter_id, currency)
  const open = await tx.row<{ human_id: string }>(
    `select human_id from request.change_request where type = $1 and status = 'pending' and deleted_at is null
       and client_id = $2 and agency_id = $3 and data ->> 'limiter_id' = $4 and data ->> 'currency' = $5`,
    [limit_request_type, client.id, viewer.business_id, limiter_id, currency],
  )
  if (open) throw conflict(`A limit of ${client.name} is asked for already, by ${open.human_id}`)
}

export async function insertLimitRequest(
  context: VerbContext,
  data: AskedLimit,
  limiter: Limiter,
  /** A limit that is refused from the start is never an open request. */
  status: 'pending' | 'rejected' = 'pending',
): Promise<{ id: string; human_id: string; parties: RequestParties }> {
  const { viewer } = context
  const parties = {
    provider_id: viewer.provider_id,
    agency_id: viewer.business_id,
    client_id: data.client_id,
    contractor_id: null,
    funder_id: limiter.type === 'funder' ? limiter.id : null,
  }
  const words = limitWords({ ...data, from: data.valid_from, to: data.valid_to })
  const { id, human_id } = await insertRequest(context, parties, {
    type: limit_request_type,
    entity: 'business.credit_limit',
    entity_id: data.client_id,
    contract_id: null,
    service_id: null,
    data,
    old_values: {},
    new_values: { 'Limited By': limiter.name, ...words, Reason: data.reason },
    status,
    waits_for: status === 'pending' ? limiter.type : null,
  })
  await recordRequestStep(context, {
    id,
    parties,
    old_status: null,
    new_status: 'pending',
    comment: data.reason,
    new_values: { human_id, ...data },
  })
  return { id, human_id, parties }
}

/** A rejected request is answered by the next one: its task ends. */
async function followRejected(
  { tx, viewer, audit }: VerbContext,
  data: AskedLimit,
  human_id: string,
): Promise<void> {
  const rejected = await tx.rows<{ id: string }>(
    `select id from request.change_request where type = $1 and status = 'rejected' and deleted_at is null
       and client_id = $2 and agency_id = $3 and data ->> 'limiter_id' = $4 and data ->> 'currency' = $5`,
    [limit_request_type, data.client_id, viewer.business_id, data.limiter_id, data.currency],
  )
  for (const { id } of rejected)
    audit({ entity: 'request.change_request', entity_id: id, new_values: { asked_again: human_id } })
}
