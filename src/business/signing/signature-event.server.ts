/** The events of a document, in a chain: each event holds the hash of the event before. */
import { createHash } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'
import type { Instant } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
import { insertNamed } from '#server/write-row.server.ts'

export type EventFacts = {
  readonly kind:
    | 'created'
    | 'sent'
    | 'handed_over'
    | 'asked'
    | 'viewed'
    | 'proven'
    | 'signed'
    | 'declined'
    | 'completed'
    | 'voided'
    | 'expired'
    | 'reminded'
    | 'reassigned'
    | 'sealed'
  readonly signer_id: string | null
  readonly says: string
  readonly ip?: string | null | undefined
  readonly user_agent?: string | null | undefined
}

export type StoredEvent = Required<EventFacts> & {
  readonly document_id: string
  readonly event_no: number
  readonly at: Instant
  readonly previous_hash: string
  readonly hash: string
}

const hashOf = (previous: string, e: Omit<StoredEvent, 'hash' | 'previous_hash'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        previous,
        e.document_id,
        e.event_no,
        e.kind,
        e.signer_id,
        e.says,
        e.at,
        e.ip,
        e.user_agent,
      ]),
    )
    .digest('hex')

/** The caller holds the lock of the document, so no number is given twice. @returns the new end of the chain */
export async function writeEvent(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  document_id: string,
  { kind, signer_id, says, ip = null, user_agent = null }: EventFacts,
): Promise<{ readonly event_no: number; readonly hash: string }> {
  const head = await tx.row<{ event_no: number; hash: string }>(
    'select event_no, hash from log.signature_event where document_id = $1 order by event_no desc limit 1',
    [document_id],
  )
  const previous_hash = head?.hash ?? ''
  const event = {
    document_id,
    event_no: (head?.event_no ?? 0) + 1,
    kind,
    signer_id,
    says,
    at: clock.now(),
    ip,
    user_agent,
  }
  const hash = hashOf(previous_hash, event)
  await insertNamed(tx, 'log.signature_event', { ...event, id: newUuid(clock), previous_hash, hash })
  return { event_no: event.event_no, hash }
}

export const readEvents = (tx: Pick<Tx, 'rows'>, document_id: string): Promise<StoredEvent[]> =>
  tx.rows<StoredEvent>(
    `select document_id, event_no, kind, signer_id, says, at, ip, user_agent, previous_hash, hash
     from log.signature_event where document_id = $1 order by event_no`,
    [document_id],
  )

/** The number of the first event that does not follow; null: the chain is whole. */
export function brokenEvent(events: readonly StoredEvent[]): number | null {
  let previous = ''
  for (const [at, { previous_hash, hash, ...event }] of events.entries()) {
    if (event.event_no !== at + 1 || previous_hash !== previous || hashOf(previous, event) !== hash)
      return at + 1
    previous = hash
  }
  return null
}
