/** Mails that tell a person of a change to their own sign-in. */
import { followRecoveryCodes } from '#business/inbox/recovery-tasks.server.ts'
import type { Clock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Database } from '../database.ts'
import { queueMail } from '../mail/mail-queue.server.ts'
import type { SecurityLog } from '../security/security-log.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'

/** @param says one or two sentences, without secrets */
export async function mailSecurityNotice(
  { database, clock }: { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock },
  user_id: string,
  says: string,
): Promise<void> {
  await inTransaction(database, (tx) => queueSecurityNotice({ tx, clock }, user_id, says))
}

/** The same in an open transaction. @param advice for a person that did not expect it */
export async function queueSecurityNotice(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  user_id: string,
  says: string,
  advice = 'If this was not you, tell your administrator at once.',
  subject = 'Your sign-in to Stint has changed',
): Promise<void> {
  const user = await tx.row<{ email: string }>('select email from platform."user" where id = $1', [user_id])
  if (!user) return
  await queueMail(
    { tx, clock },
    {
      fact_key: `security:${newUuid(clock)}`,
      to: user.email,
      subject,
      body_text: `${says}

${advice}`,
    },
  )
}

/** Somebody tries codes for the person from many networks, so they know the password. */
export async function mailCodeGuesses(
  { database, clock }: Parameters<typeof mailSecurityNotice>[0],
  user_id: string,
): Promise<void> {
  const says =
    'More than 100 codes were tried for your sign-in within a day. From browsers that you have not used before, a passkey or a recovery code alone signs you in until tomorrow.'
  const advice = 'If this was not you, somebody knows your password: change it.'
  await inTransaction(database, (tx) =>
    queueSecurityNotice({ tx, clock }, user_id, says, advice, 'Somebody tries to sign in as you'),
  )
}

/** Tells the person and the log that a code is gone. @param why `to sign in` */
export async function noteRecoveryCode(
  deps: Parameters<typeof mailSecurityNotice>[0] & { readonly security: Pick<SecurityLog, 'note'> },
  user_id: string,
  left: number,
  why: string,
): Promise<void> {
  await deps.security.note({ kind: 'recovery_used', outcome: 'ok', user_id, says: `${left} left` })
  await mailSecurityNotice(
    deps,
    user_id,
    `A recovery code was used ${why}. ${left} are left: make new ones under Profile, Security.`,
  )
  await inTransaction(deps.database, (tx) => followRecoveryCodes({ tx, clock: deps.clock }, user_id))
}
