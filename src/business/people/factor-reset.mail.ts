/** Mails of a factor reset: before it every known address gets a link that stops it, afterwards the person is told. */
import { z } from 'zod'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import { newLinkToken } from '#server/auth/auth-link-token.ts'
import { queueSecurityNotice } from '#server/auth/auth-notice.server.ts'
import { needsSecondFactor } from '#server/auth/auth-required.server.ts'
import { baseUrl } from '#server/base-url.server.ts'
import { one_time_link, queueMail } from '#server/mail/mail-queue.server.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Topic } from '#server/mail/outbox-deliver.server.ts'
import { factor_reset_topic } from './reset-factors.server.ts'

const payload = z.discriminatedUnion('step', [
  z.object({ step: z.literal('waits'), factor_reset_wait_id: z.uuid() }),
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
    const { tx, settings, fact_key } = delivery
    if (parsed.data.step === 'done') {
      const { user_id, by } = parsed.data
      return queueSecurityNotice(
        delivery,
        user_id,
        doneText(by, await needsSecondFactor(tx, user_id)),
        advice,
      )
    }
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
