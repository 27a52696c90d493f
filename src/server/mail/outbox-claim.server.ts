/** The claim of one worker on one message, so that nobody else sends it meanwhile. */
import { type Clock, systemClock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Database } from '../database.ts'
import { isConnectionLoss } from '../failure.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'

/** Longer than two renewals, so that one may fail. */
export const LEASE_SECONDS = 60
const RENEW_MS = 20_000

export type Waiting = {
  readonly id: string
  readonly topic: string
  readonly fact_key: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly user_id: string | null
  readonly business_id: string | null
  /** The claim of this try; null where the work is done in one transaction. */
  readonly lease_id: string | null
}

const COLUMNS = 'id, topic, fact_key, payload, user_id, business_id, lease_id'
const open = 'delivered_at is null and not is_held'
const free = '(lease_until is null or lease_until <= clock_timestamp())'

/** The row, locked for the transaction; undefined where it is over or another worker has it. */
export function lockWaiting(tx: Tx, id: string): Promise<Waiting | undefined> {
  return tx.row<Waiting>(
    `select ${COLUMNS} from platform.outbox where id = $1 and ${open} and ${free} for update skip locked`,
    [id],
  )
}

type Claimed = { readonly waiting: Waiting; readonly release: () => void }
type Leasing = { readonly database: Pick<Database, 'transaction'>; readonly clock?: Clock }

/** Claims the row and commits; the claim is renewed until released. Undefined as above. */
export async function claim(
  { database, clock = systemClock }: Leasing,
  id: string,
): Promise<Claimed | undefined> {
  const lease_id = newUuid(clock)
  const until = `clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`
  const waiting = await inTransaction(database, async (tx) => {
    const locked = await lockWaiting(tx, id)
    if (!locked) return undefined
    await tx.run(`update platform.outbox set lease_id = $2, lease_until = ${until} where id = $1`, [
      id,
      lease_id,
    ])
    return { ...locked, lease_id }
  })
  if (!waiting) return undefined
  const renew = () =>
    inTransaction(database, (tx) =>
      tx.run(
        `update platform.outbox set lease_until = ${until} where id = $1 and lease_id = $2 and delivered_at is null`,
        [id, lease_id],
      ),
    ).catch((error: unknown) => {
      // Without a database the claim ends by itself.
      if (!isConnectionLoss(error)) throw error
    })
  const renewing = setInterval(() => void renew(), RENEW_MS).unref()
  return { waiting, release: () => clearInterval(renewing) }
}

/** Ends the row as delivered. @returns false where another worker took it meanwhile */
export async function markDelivered(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  { id, lease_id }: Pick<Waiting, 'id' | 'lease_id'>,
): Promise<boolean> {
  const marked = await tx.run(
    `update platform.outbox set delivered_at = $2, attempts = attempts + 1, last_error = null, lease_until = null,
       payload = payload - 'one_time_link'
     where id = $1 and delivered_at is null and ($3::uuid is null or lease_id = $3)`,
    [id, clock.now(), lease_id],
  )
  return marked === 1
}

/** Counts a failed try, and gives the claim back. */
export async function markFailed(
  tx: Tx,
  { id, lease_id }: Pick<Waiting, 'id' | 'lease_id'>,
  reason: string,
): Promise<void> {
  await tx.run(
    `update platform.outbox set attempts = attempts + 1, last_error = $2, lease_until = null
     where id = $1 and ($3::uuid is null or lease_id = $3)`,
    [id, reason.slice(0, 1000), lease_id],
  )
}

/** Ends the row after its last try. A row with both an end and a last error was never delivered. */
export async function markGivenUp(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  { id, lease_id }: Pick<Waiting, 'id' | 'lease_id'>,
  reason: string,
): Promise<void> {
  await tx.run(
    `update platform.outbox set attempts = attempts + 1, last_error = $2, delivered_at = $3, lease_until = null,
       payload = payload - 'one_time_link'
     where id = $1 and ($4::uuid is null or lease_id = $4)`,
    [id, reason.slice(0, 1000), clock.now(), lease_id],
  )
}
