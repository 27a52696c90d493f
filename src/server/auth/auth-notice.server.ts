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
): Promise<void> {
  const user = await tx.row<{ email: string }>('select email from platform."user" where id = $1', [user_id])
  if (!user) return
  await queueMail(
    { tx, clock },
    {
      fact_key: `security:${newUuid(clock)}`,
      to: user.email,
      subject: 'Your sign-in to Stint has changed',
      body_text: `${says}

${advice}`,
    },
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
