/** Asks for the credit limit of an approved new client, in the name of its submitter (spec §3, financials). */
import { z } from 'zod'
import { isStintError } from '#kernel/errors.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Delivery, Topic } from '#server/mail/outbox-deliver.server.ts'
import { performIn } from '#server/perform.server.ts'
import type { AnyVerb } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { NEW_CLIENT_LIMIT_TOPIC, workWords } from '../../parties/onboarding/financials.rules.ts'
import { requestCreditLimit } from './request-credit-limit.server.ts'

const payload = z.object({
  client_id: z.uuid(),
  agency_id: z.uuid(),
  submitted_by: z.string(),
  submitted_as: z.string().nullable(),
  financials: z.object({
    credit_limit_amount: z.string(),
    currency: z.string(),
    temp_placement_count: z.string().optional(),
    perm_placement_count: z.string().optional(),
    average_client_rate: z.string().optional(),
    valid_from: z.string().optional(),
    valid_to: z.string().optional(),
  }),
})
type Asked = z.infer<typeof payload>

const verbs: ReadonlyMap<string, AnyVerb> = new Map([
  [requestCreditLimit.action_id, requestCreditLimit as AnyVerb],
])

/** Null once the submitter has left the agency, and for provider staff, because the provider sets limits itself. */
async function submitterOf({ tx }: Delivery, { agency_id, submitted_by, submitted_as }: Asked) {
  const contact = await tx.row<{ id: string }>(
    'select id from business.business_contact where user_id = $1 and business_id = $2 and deleted_at is null',
    [submitted_by, agency_id],
  )
  return contact ? readViewerOfContact(tx, contact.id, { impersonator_user_id: submitted_as }) : null
}

async function ask(delivery: Delivery, asked: Asked): Promise<void> {
  const { tx, clock, settings } = delivery
  const viewer = await submitterOf(delivery, asked)
  if (viewer === null) return
  const { credit_limit_amount, currency, valid_from, valid_to } = asked.financials
  const words = workWords(asked.financials)
  await performIn({ tx, clock, settings, verbs }, viewer, requestCreditLimit.action_id, {
    client_id: asked.client_id,
    currency,
    amount: credit_limit_amount,
    reason: `Asked for with the new client${words === '' ? '' : `: ${words}`}`,
    valid_from: valid_from ?? clock.today(),
    ...(valid_to === undefined ? {} : { valid_to }),
  })
}

export const newClientLimitTopic: Topic = {
  topic: NEW_CLIENT_LIMIT_TOPIC,
  record: (facts) => {
    const parsed = payload.safeParse(facts)
    return parsed.success ? { entity: 'business.business', id: parsed.data.client_id } : null
  },
  deliver: async (delivery) => {
    const parsed = payload.safeParse(delivery.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    // A limit that is asked for already, or that the agency may no longer ask for, needs no second request.
    await ask(delivery, parsed.data).catch((error: unknown) => {
      if (!isStintError(error)) throw error
    })
  },
}
