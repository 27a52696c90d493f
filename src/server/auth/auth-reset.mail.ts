/** Mails a link to a new password. The delivery makes its token: the table holds the hash, the waiting mail a cipher. */
import { z } from 'zod'
import type { Clock } from '#kernel/clock.ts'
import { instantFromMs, toMs } from '#kernel/instant.ts'
import { baseUrl } from '../base-url.server.ts'
import { one_time_link, queueMail } from '../mail/mail-queue.server.ts'
import { NeverDelivered, unreadable } from '../mail/never-delivered.ts'
import type { Topic } from '../mail/outbox-deliver.server.ts'
import type { Settings } from '../settings.ts'
import type { Tx } from '../verb.ts'
import { newLinkToken } from './auth-link-token.ts'

export const reset_topic = 'password_reset'

export const RESET_MINUTES = 30

/** Condition on a user `u`: an active person with a password. */
export const resettable = `u.kind = 'person' and u.is_active and u.deactivated_at is null and u.is_confirmed
    and u.deleted_at is null
    and exists (select from auth.account a where a."userId" = u.id and a."providerId" = 'credential'
      and a.password is not null)`

/** A link for a user, valid from now. */
export async function newResetLink(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  settings: Pick<Settings, 'publicUrl'>,
  user_id: string,
): Promise<string> {
  const { token, hash } = newLinkToken()
  const now = clock.now()
  await tx.run('delete from auth.password_reset where expires_at < $1', [now])
  await tx.run(
    'insert into auth.password_reset (token_hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
    [hash, user_id, now, instantFromMs(toMs(now) + RESET_MINUTES * 60_000)],
  )
  return `${await baseUrl(tx, settings)}/reset/${token}`
}

const payload = z.object({ email: z.string() })

export const resetTopic: Topic = {
  topic: reset_topic,
  deliver: async (delivery) => {
    const parsed = payload.safeParse(delivery.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    const { tx, settings, fact_key } = delivery
    const user = await tx.row<{ id: string; email: string; first_name: string }>(
      `select u.id, u.email, u.first_name from platform."user" u where u.email = $1 and ${resettable}`,
      [parsed.data.email],
    )
    if (!user) return
    await queueMail(delivery, {
      fact_key,
      to: user.email,
      subject: 'Set a new password for Stint',
      body_text: [
        `Hello ${user.first_name},`,
        '',
        `A new password was asked for your account. Open this link within ${RESET_MINUTES} minutes to set one:`,
        '',
        one_time_link,
        '',
        'The link works once. If you did not ask for it, ignore this mail: your password stays as it is.',
      ].join('\n'),
      secret: { link: await newResetLink(delivery, settings, user.id), settings },
    })
  },
}
