/** The end of an impersonation: of its session, in the log, and by a mail to the person. The caller audits it. */
import type { Instant } from '#kernel/instant.ts'
import type { AuditEntry, Tx, VerbContext } from '#server/verb.ts'
import { actingHolds } from './acting-session.server.ts'
import { type EndedBy, impersonation_topic } from './impersonation.rules.ts'

type OpenRow = {
  readonly id: string
  readonly business_id: string | null
  readonly impersonator_user_id: string
  readonly user_id: string
  readonly session_id: string | null
  readonly started_at: Instant
  readonly ends_at: Instant | null
}

const columns =
  'i.id, i.business_id, i.impersonator_user_id, i.user_id, i.session_id, i.started_at, i.ends_at'

type Closing = Pick<VerbContext, 'tx' | 'clock' | 'enqueue'>

/** The changes, by their action ids. */
async function actionsOf(tx: Tx, row: OpenRow): Promise<readonly string[]> {
  const rows = await tx.rows<{ action_id: string }>(
    `select distinct action_id from log.audit
     where impersonator_user_id = $1 and user_id = $2 and at >= $3 order by action_id limit 200`,
    [row.impersonator_user_id, row.user_id, row.started_at],
  )
  return rows.map(({ action_id }) => action_id)
}

export type Closed = {
  readonly id: string
  readonly business_id: string | null
  readonly entry: AuditEntry
}

async function close({ tx, clock, enqueue }: Closing, row: OpenRow, ended_by: EndedBy): Promise<Closed> {
  const now = clock.now()
  const ended_at = ended_by === 'time' && row.ends_at !== null ? row.ends_at : now
  const actions = await actionsOf(tx, row)
  // The row stays for the browser, which finds the way back through it.
  await tx.run(
    'update auth.session set "expiresAt" = least("expiresAt", $2), impersonation_ends_at = $2 where id = $1',
    [row.session_id, ended_at],
  )
  await tx.run('update log.impersonation set ended_at = $2, ended_by = $3, actions = $4 where id = $1', [
    row.id,
    ended_at,
    ended_by,
    actions,
  ])
  enqueue(impersonation_topic, `impersonation:${row.id}`, { impersonation_id: row.id })
  return {
    id: row.id,
    business_id: row.business_id,
    entry: {
      entity: 'log.impersonation',
      entity_id: row.id,
      old_values: { ended_at: null },
      new_values: { ended_at, ended_by, user_id: row.user_id, actions },
    },
  }
}

/** Closes impersonations with an ended session: by time, or revoked. */
export async function closeImpersonations(
  within: Closing,
  impersonator_user_id: string | null = null,
): Promise<readonly Closed[]> {
  const rows = await within.tx.rows<OpenRow & { is_over: boolean }>(
    `select ${columns}, coalesce(i.ends_at <= $1, false) as is_over from log.impersonation i
     where i.ended_at is null and ($2::text is null or i.impersonator_user_id = $2) and i.session_id is not null
       and not exists (select from auth.session s
         join business.business_contact c on c.id = s.business_contact_id
         where s.id = i.session_id and s."expiresAt" > $1 and ${actingHolds('$1')})
     order by i.id for update of i skip locked`,
    [within.clock.now(), impersonator_user_id],
  )
  const closed: Closed[] = []
  for (const row of rows) closed.push(await close(within, row, row.is_over ? 'time' : 'revoked'))
  return closed
}

/** Closes one of the impersonator's own; null where there is none. */
export async function closeOwnImpersonation(
  within: Closing,
  by: { readonly id: string } | { readonly session_id: string },
  impersonator_user_id: string,
): Promise<Closed | null> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['session_id', by.session_id]
  const row = await within.tx.row<OpenRow>(
    `select ${columns} from log.impersonation i
     where i.${column} = $1 and i.impersonator_user_id = $2 and i.ended_at is null for update`,
    [value, impersonator_user_id],
  )
  return row ? close(within, row, 'impersonator') : null
}
