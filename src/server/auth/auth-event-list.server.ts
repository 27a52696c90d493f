/** Security events about a person, as that person reads them. */
import type { Viewer } from '#entity/access.ts'
import type { OwnEvent } from '#entity/session-facts.ts'
import type { Clock } from '#kernel/clock.ts'
import { instantFromMs, toMs } from '#kernel/instant.ts'
import type { Tx } from '../verb.ts'
import { deviceWords } from './device-words.rules.ts'

/** Refusals are kept as long. */
const OWN_EVENT_DAYS = 90

type Row = Omit<OwnEvent, 'device'> & { readonly user_agent: string }

/** Two branches, because one condition on both columns would read the whole log. */
const own_events = `
  with programs as (select m.id, k.user_id from platform.api_token m
    join business.business_contact k on k.id = m.contact_id where m.created_by = $1)
  select e.id, e.at, e.kind, e.outcome, e.count, o.by_other,
    case when o.by_other then '' else e.says end as says,
    case when o.by_other then '' else coalesce(e.ip, '') end as ip,
    case when o.by_other then '' else coalesce(e.user_agent, '') end as user_agent
  from (
    (select * from log.security_event where user_id = $1 and at > $2 order by at desc, id desc limit $3)
    union all
    (select s.* from programs m join log.security_event s on s.token_id = m.id
     where s.at > $2 and s.kind in ('token_used_new_address', 'token_refused', 'token_revoked')
       and s.user_id is distinct from $1 order by s.at desc, s.id desc limit $3)) e
  cross join lateral (select e.impersonator_user_id is not null or e.actor_user_id is not null and e.actor_user_id <> $1
    and not exists (select from programs m where m.user_id = e.actor_user_id) as by_other) o
  order by e.at desc, e.id desc limit $3`

/**
 * The newest events of the last 90 days about the signed-in person, in every business of theirs, and about the programs
 * that they made. An act of another person comes without its address and words.
 */
export async function listOwnEvents(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  { user_id }: Viewer,
  limit: number,
): Promise<OwnEvent[]> {
  const rows = await tx.rows<Row>(own_events, [
    user_id,
    instantFromMs(toMs(clock.now()) - OWN_EVENT_DAYS * 86_400_000),
    limit,
  ])
  return rows.map(({ user_agent, ...row }) => ({
    ...row,
    device: user_agent === '' ? '' : deviceWords(user_agent),
  }))
}
