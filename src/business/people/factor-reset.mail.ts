/** Mails of a factor reset: before it every known address gets a link that stops it, afterwards the person is told. */
import { z } from 'zod'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import { newLinkToken } from '#server/auth/auth-link-token.ts'
import { queueSecurityNotice } from '#server/auth/auth-notice.server.ts'
import { needsSecondFactor } from '#server/auth/auth-required.server.ts'
import { baseUrl } from '#server/base-url.server.ts'
import { one_time_link, queueMail } from '#server/mail/mail-queue.server.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Delivery, Topic } from '#server/mail/outbox-deliver.server.ts'
import { factor_reset_topic } from './reset-factors.server.ts'

const payload = z.discriminatedUnion('step', [
  z.object({ step: z.literal('waits'), factor_reset_wait_id: z.uuid() }),
  z.object({
    step: z.literal('stopped'),
    factor_reset_wait_id: z.uuid(),
    by: z.string(),
    by_user_id: z.string(),
    reason: z.string(),
  }),
  z.object({ step: z.literal('done'), user_id: z.string(), by: z.string() }),
])

type Facts = {
  readonly runs_at: Instant
  readonly asked_by_name: string
  readonly decided_by_name: string | null
  readonly emails: readonly string[]
}

export const factorResetTopic: Topic = {
  topic: factor_reset_topic,
  deliver: async (delivery) => {
    const parsed = payload.safeParse(delivery.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    const { tx, clock, settings, fact_key } = delivery
    if (parsed.data.step === 'done') {
      const { user_id, by } = parsed.data
      return queueSecurityNotice(
        delivery,
        user_id,
        doneText(by, await needsSecondFactor(tx, user_id, clock.now())),
        advice,
      )
    }
    if (parsed.data.step === 'stopped') return tellStopped(delivery, parsed.data)
    const id = parsed.data.factor_reset_wait_id
    const facts = await tx.row<Facts>(
      `select w.runs_at, r.asked_by_name, r.decided_by_name, array(
         select u.email from platform."user" u where u.id = w.user_id
         union select c.email from business.business_contact c where c.user_id = w.user_id and c.deleted_at is null
         union select a.old_email from auth.address_change a where a.user_id = w.user_id and a.state = 'changed') as emails
       from auth.factor_reset_wait w join request.role_change r on r.id = w.role_change_id
       where w.id = $1 and w.state = 'waiting'`,
      [id],
    )
    if (!facts) return
    for (const to of facts.emails) {
      const { token, hash } = newLinkToken()
      await tx.run('insert into auth.factor_reset_link (token_hash, factor_reset_wait_id) values ($1, $2)', [
        hash,
        id,
      ])
      await queueMail(delivery, {
        fact_key: `${fact_key}:${to}`,
        to,
        subject: 'Your second factors for Stint will be reset',
        body_text: textOf(facts),
        secret: { link: `${await baseUrl(tx, settings)}/keep-factors/${token}`, settings },
      })
    }
  },
}

type Stopped = {
  readonly factor_reset_wait_id: string
  readonly by: string
  readonly by_user_id: string
  readonly reason: string
}

/** The administrators who agreed, besides the one who stopped it, and the person. */
async function tellStopped(
  delivery: Delivery,
  { factor_reset_wait_id, by, by_user_id, reason }: Stopped,
): Promise<void> {
  const facts = await delivery.tx.row<{ user_id: string; name: string; told: readonly string[] }>(
    `select w.user_id, r.name, array_remove(array[r.asked_by, r.decided_by], null) as told
     from auth.factor_reset_wait w join request.role_change r on r.id = w.role_change_id where w.id = $1`,
    [factor_reset_wait_id],
  )
  if (!facts) return
  const says = `${by} stopped the reset of the second factors of ${facts.name}. Reason: ${reason}`
  for (const told of facts.told) if (told !== by_user_id) await queueSecurityNotice(delivery, told, says)
  await queueSecurityNotice(
    delivery,
    facts.user_id,
    `Your second factors stay: ${by} stopped the reset. Reason: ${reason}`,
  )
}

const advice = 'If you did not ask for this, tell your administrator.'

/** @param by the names of the administrators */
const doneText = (by: string, needs_factor: boolean): string =>
  `${by} removed your second factors and recovery codes, and ended your sessions. ${
    needs_factor ? 'Your next sign-in sets up a new factor.' : 'Your next sign-in needs your password alone.'
  }`

const textOf = ({ asked_by_name, decided_by_name, runs_at }: Facts): string =>
  [
    'Hello,',
    '',
    `${asked_by_name} asked to remove your second factors, and ${decided_by_name ?? 'the operator'} approved it. It happens on ${formatInstant(runs_at)}, with the end of your sessions. Then your next sign-in sets up a new factor.`,
    '',
    'If you did not ask for it, open this link before that to keep your second factors:',
    '',
    one_time_link,
  ].join('\n')
