/** Deletes deliveries past their time, whatever became of them. */
import type { Instant } from '#kernel/instant.ts'
import type { Tx } from '#server/verb.ts'
import { KEPT_DAYS } from './webhook.rules.ts'

export async function expireDeliveries(tx: Tx, now: Instant): Promise<void> {
  await tx.run(
    `delete from platform.webhook_delivery where created_at < $1::timestamptz - make_interval(days => ${KEPT_DAYS})`,
    [now],
  )
}
