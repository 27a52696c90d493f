/** The token of a mailed link: its holder acts as one contact on one record. */
import { isOneOf } from '#business/shared/who-may.rules.ts'
import { loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { isStintError, StintError } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import { LINK_TOKEN_MAX, linkHash } from '#server/auth/auth-link-token.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { deciders } from '../approvable-work/work.rules.ts'
import { dead_link, isWorkEntity, type WorkEntity } from './mailed-decision.rules.ts'

/** The only text of a link that does not work, for any reason. */
export const deadLink = () => new StintError('not_found', dead_link)

type Address = { readonly category: string; readonly module: string; readonly entity: string }

/** The record as the caller names it; a name that is absent is the token's own. */
export type AskedAddress = { readonly [name in keyof Address]?: string | undefined }

/** The decision that was made by this link. */
export type OwnDecision = {
  readonly decision_id: string
  readonly action: 'approve' | 'reject'
  readonly state: 'held' | 'done' | 'failed'
  readonly undo_until: Instant
}

export type MagicLink = {
  readonly id: string
  readonly entity: WorkEntity
  readonly entity_id: string
  readonly expires_at: Instant
  readonly viewer: Viewer
  readonly decision: OwnDecision | null
  /** Not decided yet. */
  readonly is_waiting: boolean
}

type Row = Address & {
  readonly id: string
  readonly business_contact_id: string
  readonly entity_id: string
  readonly expires_at: Instant
  readonly submitted_at: Instant
}

/**
 * @param lock of two calls at once the second sees the first
 * @returns null for a token that was never ours
 * @throws the one text for a dead link
 */
export async function openLink(
  tx: Tx,
  now: Instant,
  token: string,
  asked: AskedAddress,
  { lock = false } = {},
): Promise<MagicLink | null> {
  if (token.length > LINK_TOKEN_MAX) return null
  const hash = linkHash(token)
  const row = await tx.row<Row & { readonly is_open: boolean }>(
    `select m.id, m.business_contact_id, m.category, m.module, m.entity, m.entity_id, m.expires_at, m.submitted_at,
       m.expires_at > $2 and m.revoked_at is null and exists (select from business.business_contact c
         where c.id = m.business_contact_id and c.joined_at is not null) as is_open
     from auth.magic_token m where m.token_hash = $1${lock ? ' for update' : ''}`,
    [hash, now],
  )
  if (!row) return null
  const entity = `${row.module}.${row.entity}`
  const isAsked = (['category', 'module', 'entity'] as const).every(
    (name) => asked[name] === undefined || asked[name] === row[name],
  )
  if (!row.is_open || !isAsked || !isWorkEntity(entity)) throw deadLink()
  const viewer = await readViewerOfContact(tx, row.business_contact_id)
  if (viewer === null || viewer.category !== row.category || !isOneOf(viewer, deciders)) throw deadLink()
  const decision = await decisionBy(tx, row.id)
  const is_waiting = await isWaiting(tx, viewer, entity, row)
  // After the decision only its own link still shows it.
  if (!is_waiting && decision === null) throw deadLink()
  const { id, entity_id, expires_at } = row
  return { id, entity, entity_id, expires_at, viewer, decision, is_waiting }
}

const decisionBy = async (tx: Tx, token_id: string): Promise<OwnDecision | null> =>
  (await tx.row<OwnDecision>(
    `select d.id as decision_id, u.action, d.state, d.runs_at as undo_until
     from auth.magic_use u join request.held_decision d on d.id = u.held_decision_id
     where u.token_id = $1 order by u.used_at desc limit 1`,
    [token_id],
  )) ?? null

/** The submission that was mailed still waits. */
async function isWaiting(tx: Tx, viewer: Viewer, entity: WorkEntity, row: Row): Promise<boolean> {
  try {
    const [work] = await loadVisible<{ status: string; submitted_at: Instant }>(
      tx,
      viewer,
      entity,
      [row.entity_id],
      {
        columns: 't.status, coalesce(t.submitted_date, t.created_at) as submitted_at',
      },
    )
    return work?.status === 'submitted' && work.submitted_at === row.submitted_at
  } catch (error) {
    throw isStintError(error) ? deadLink() : error
  }
}
