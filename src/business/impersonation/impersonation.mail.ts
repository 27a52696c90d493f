/** Tells a person of an impersonation: the impersonator, the reason, the times and the changes. */
import { z } from 'zod'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import { queueMail } from '#server/mail/mail-queue.server.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Topic } from '#server/mail/outbox-deliver.server.ts'
import { impersonation_topic } from './impersonation.rules.ts'

const payload = z.object({ impersonation_id: z.uuid() })

type Facts = {
  readonly email: string
  readonly first_name: string
  readonly business_name: string
  readonly provider_id: string
  readonly impersonator_name: string
  readonly reason: string
  readonly started_at: Instant
  readonly ended_at: Instant
  readonly ended_by: string
  readonly actions: readonly string[]
}

/** The words of an action; its id for an action of an earlier version. */
type WordsOf = (action_id: string) => string

const endOf = ({ ended_by, impersonator_name }: Facts): string => {
  if (ended_by === 'impersonator') return `by ${impersonator_name}`
  return ended_by === 'time' ? 'by its time limit' : `with the sign-in or the role of ${impersonator_name}`
}

const textOf = (facts: Facts, wordsOf: WordsOf): string =>
  [
    `Hello ${facts.first_name},`,
    '',
    `${facts.impersonator_name} acted as you for ${facts.business_name}.`,
    '',
    `Reason: ${facts.reason}`,
    `From: ${formatInstant(facts.started_at)}`,
    `Until: ${formatInstant(facts.ended_at)}, ended ${endOf(facts)}`,
    ...(facts.actions.length === 0
      ? ['Changes: none']
      : ['Changes:', ...facts.actions.map((action_id) => `- ${wordsOf(action_id)}`)]),
    '',
    'If you did not expect this, tell your administrator at once.',
  ].join('\n')

export const impersonationTopic = (wordsOf: WordsOf): Topic => ({
  topic: impersonation_topic,
  deliver: async (delivery) => {
    const parsed = payload.safeParse(delivery.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    const facts = await delivery.tx.row<Facts>(
      `select u.email, u.first_name, b.name as business_name, i.provider_id, i.impersonator_name, i.reason, i.started_at,
         i.ended_at, i.ended_by, i.actions
       from log.impersonation i join platform."user" u on u.id = i.user_id join business.business b on b.id = i.business_id
       where i.id = $1 and i.ended_at is not null`,
      [parsed.data.impersonation_id],
    )
    if (!facts) return
    await queueMail(delivery, {
      fact_key: delivery.fact_key,
      to: facts.email,
      subject: `${facts.impersonator_name} acted as you on Stint`,
      body_text: textOf(facts, wordsOf),
      provider_id: facts.provider_id,
    })
  },
})
