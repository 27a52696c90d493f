/** The link of a draft by which a contractor fills in their own part. */
import { StintError } from '#kernel/errors.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import type { Tx } from '#server/verb.ts'
import { dead_party_link, LINK_DAYS, type Typed } from './party-link.rules.ts'

export const PARTY_LINK_TOPIC = 'party_link'

const DAY_MS = 24 * 60 * 60_000
export const linkEnd = (now: Instant): Instant => instantFromMs(toMs(now) + LINK_DAYS * DAY_MS)

export type PartyLink = {
  readonly id: string
  readonly draft_id: string
  readonly email: string
  readonly send_no: number
  readonly sent_on: string
  readonly sent_that_day: number
  readonly created_by: string
  readonly expires_at: Instant
  readonly stopped_at: Instant | null
  readonly step: number
  readonly bank: Typed
  readonly saved_at: Instant | null
  readonly used_at: Instant | null
  readonly used_key: string | null
}

export const link_columns = `id, draft_id, email, send_no, sent_on, sent_that_day, created_by, expires_at, stopped_at, step, bank,
  saved_at, used_at, used_key`

export const linkOfDraft = (tx: Tx, draft_id: string, { lock = true } = {}): Promise<PartyLink | undefined> =>
  tx.row<PartyLink>(
    `select ${link_columns} from auth.party_link where draft_id = $1${lock ? ' for update' : ''}`,
    [draft_id],
  )

export const deadPartyLink = () => new StintError('not_found', dead_party_link)

export const isOpenLink = (link: PartyLink, now: Instant): boolean =>
  link.stopped_at === null && link.used_at === null && link.expires_at > now
