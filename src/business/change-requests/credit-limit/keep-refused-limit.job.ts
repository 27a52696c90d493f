/** Keeps the limit of a new client's form that could not be asked for, as a rejected request in its submitter's name. */
import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import type { Delivery } from '#server/mail/outbox-deliver.server.ts'
import { openContext } from '#server/perform.server.ts'
import { SYSTEM } from '#server/system-user.ts'
import type { VerbContext } from '#server/verb.ts'
import { readViewerOfBusiness } from '#server/viewer-read.server.ts'
import { recordRequestStep } from '../request/write-request.server.ts'
import { insertLimitRequest, limiterOfAgency, requestCreditLimit } from './request-credit-limit.server.ts'

export type RefusedLimit = {
  readonly client_id: string
  readonly agency_id: string
  readonly submitted_by: string
  readonly submitted_as: string | null
  readonly currency: string
  readonly amount: string
  readonly reason: string
  readonly valid_from: string
  readonly valid_to: string | null
  /** The sentence of the refusal. */
  readonly refusal: string
}

/** The submitter gets the task of a rejected request, and the client's timeline names it. */
export async function keepRefusedLimit(
  { tx, clock, settings }: Pick<Delivery, 'tx' | 'clock' | 'settings'>,
  asked: RefusedLimit,
): Promise<void> {
  const { client_id, currency, amount, reason } = asked
  const agency = present(await readViewerOfBusiness(tx, asked.agency_id, []), 'the agency of a new client')
  const viewer = { ...agency, user_id: SYSTEM, user_name: 'Stint' }
  const { context, finish } = openContext({ tx, clock, settings }, viewer, requestCreditLimit.action_id)
  const known = await tx.row<{ id: string }>('select id from platform.currency where alpha_code = $1', [
    currency,
  ])
  const limiter = await limiterOfAgency(context)
  const data = {
    client_id,
    limiter_id: limiter.id,
    currency_id: present(known, 'the currency of a new client').id,
    currency,
    amount,
    reason,
    valid_from: day(asked.valid_from),
    valid_to: asked.valid_to === null ? null : day(asked.valid_to),
    asked_as: asked.submitted_as,
  }
  const submitter = await inNameOf(context, asked)
  const { id, parties } = await insertLimitRequest(submitter, data, limiter, 'rejected')
  await recordRequestStep(context, {
    id,
    parties,
    old_status: 'pending',
    new_status: 'rejected',
    comment: asked.refusal,
  })
  await finish()
}

async function inNameOf(
  context: VerbContext,
  { submitted_by, submitted_as }: RefusedLimit,
): Promise<VerbContext> {
  const user = await context.tx.row<{ name: string }>('select name from platform."user" where id = $1', [
    submitted_by,
  ])
  const viewer = {
    ...context.viewer,
    user_id: submitted_by,
    user_name: user?.name ?? '',
    impersonator_user_id: submitted_as,
  }
  return { ...context, viewer }
}
