/** Encrypts all kept secrets with the present DATA_KEY, so that the one before can go. */
import { SENDER_PLACE } from '#business/payroll/sender/paye-sender.server.ts'
import { CLIENT_SECRET_PLACE } from '#business/single-sign-on/identity-provider-input.server.ts'
import { SECRET_PLACE } from '#business/webhooks/webhook-signature.server.ts'
import type { Clock } from '#kernel/clock.ts'
import { type DataKeySettings, decryptText, encryptText, isPresentKey } from '../data-key.ts'
import type { Database } from '../database.ts'
import { LINK_PLACE } from '../mail/mail-queue.server.ts'
import { inTransaction } from '../tx.ts'
import { writeSecurityEvent } from './security-write.server.ts'

type Kept = { readonly id: string; readonly value: string }

/** Where a secret is kept: its rows, and the change of one. */
const places: readonly { readonly place: string; readonly read: string; readonly write: string }[] = [
  {
    place: 'auth.factor.secret_enc',
    read: 'select id, secret_enc as value from auth.factor where secret_enc is not null order by id for update',
    write: 'update auth.factor set secret_enc = $2 where id = $1',
  },
  {
    place: CLIENT_SECRET_PLACE,
    read: 'select id, client_secret_enc as value from business.identity_provider order by id for update',
    write: 'update business.identity_provider set client_secret_enc = $2 where id = $1',
  },
  {
    place: SENDER_PLACE,
    read: 'select id, sender_enc as value from business.paye_scheme where sender_enc is not null order by id for update',
    write: 'update business.paye_scheme set sender_enc = $2 where id = $1',
  },
  {
    place: SECRET_PLACE,
    read: 'select id, secret_enc as value from platform.webhook order by id for update',
    write: 'update platform.webhook set secret_enc = $2 where id = $1',
  },
  {
    place: SECRET_PLACE,
    read: 'select id, old_secret_enc as value from platform.webhook where old_secret_enc is not null order by id for update',
    write: 'update platform.webhook set old_secret_enc = $2 where id = $1',
  },
  {
    place: LINK_PLACE,
    read: `select id, payload ->> 'one_time_link' as value from platform.outbox
      where delivered_at is null and payload ? 'one_time_link' order by id for update`,
    write: `update platform.outbox set payload = jsonb_set(payload, '{one_time_link}', to_jsonb($2::text)) where id = $1`,
  },
]

export type Rotated = { readonly changed: number; readonly present: number }

/** All or none. @throws Error for a value that neither key opens */
export function rotateKey(
  database: Pick<Database, 'transaction'>,
  clock: Clock,
  settings: DataKeySettings,
): Promise<Rotated> {
  return inTransaction(database, async (tx) => {
    let [changed, present] = [0, 0]
    for (const { place, read, write } of places)
      for (const { id, value } of await tx.rows<Kept>(read)) {
        if (isPresentKey(settings, value)) {
          present += 1
          continue
        }
        await tx.run(write, [id, encryptText(settings, decryptText(settings, value, place), place)])
        changed += 1
      }
    if (changed > 0)
      await writeSecurityEvent(tx, clock, {
        kind: 'setting_changed',
        outcome: 'ok',
        says: `By the operator: ${changed} secrets encrypted with the present DATA_KEY`,
      })
    return { changed, present }
  })
}
