/** Asks for the credit limit of an approved new client, in the name of its submitter (spec §3, financials). */
import { z } from 'zod'
import type { Day } from '#kernel/day.ts'
import { isStintError, precondition } from '#kernel/errors.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Delivery, Topic } from '#server/mail/outbox-deliver.server.ts'
import { performIn } from '#server/perform.server.ts'
import type { AnyVerb } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { NEW_CLIENT_LIMIT_TOPIC, workWords } from '../../parties/onboarding/financials.rules.ts'
import { keepRefusedLimit } from './keep-refused-limit.job.ts'
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

type Contact = { readonly id: string }

/** Absent for provider staff, because the provider sets limits itself. */
const submitterOf = ({ tx }: Delivery, { agency_id, submitted_by }: Asked) =>
  tx.row<Contact>(
    'select id from business.business_contact where user_id = $1 and business_id = $2 and deleted_at is null',
    [submitted_by, agency_id],
  )

const has_left = 'Its submitter has left the agency'

async function ask(delivery: Delivery, asked: Asked, contact: Contact): Promise<void> {
  const { tx, clock, settings } = delivery
  const { client_id, submitted_as } = asked
  const viewer = await readViewerOfContact(tx, contact.id, { impersonator_user_id: submitted_as })
  if (viewer === null) throw precondition(has_left)
  const { valid_to, ...limit } = limitOf(asked, clock.today())
  await performIn({ tx, clock, settings, verbs }, viewer, requestCreditLimit.action_id, {
    client_id,
    ...limit,
    ...(valid_to === null ? {} : { valid_to }),
  })
}

function limitOf({ financials }: Asked, today: Day) {
  const words = workWords(financials)
  return {
    currency: financials.currency,
    amount: financials.credit_limit_amount,
    reason: `Asked for with the new client${words === '' ? '' : `: ${words}`}`,
    valid_from: financials.valid_from ?? today,
    valid_to: financials.valid_to ?? null,
  }
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
    const asked = parsed.data
    const contact = await submitterOf(delivery, asked)
    if (!contact) return
    try {
      await ask(delivery, asked, contact)
    } catch (error) {
      if (!isStintError(error)) throw error
      const limit = limitOf(asked, delivery.clock.today())
      await keepRefusedLimit(delivery, { ...asked, ...limit, refusal: error.message })
    }
  },
}
