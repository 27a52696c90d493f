/** Ends delegations of people that left or lost the right, with the step that took it from them. */
import { type Instant, londonDay } from '#kernel/instant.ts'
import { keptStatement } from '#server/kept-statement.server.ts'
import type { Tx } from '#server/verb.ts'
import { rolesSql } from '../shared/roles-sql.server.ts'
import { delegators } from './delegation.rules.ts'

const has_right = (contact: string): string => `exists (select from business.business_contact c
  join business.business b on b.id = c.business_id and b.is_active and b.deleted_at is null
  join platform."user" u on u.id = c.user_id and u.is_active and u.deleted_at is null
  where c.id = ${contact} and c.is_active and c.deleted_at is null and c.joined_at is not null
    and c.roles && case b.type when 'client' then ${rolesSql(delegators.client)} else ${rolesSql(delegators.agency)} end)`

const end_lost = keptStatement(
  `update platform.delegation d set ended_at = $2, updated_at = $2
   where d.ended_at is null and d.to_day >= $3 and (d.from_contact_id = any ($1::uuid[]) or d.to_contact_id = any ($1::uuid[]))
     and not (${has_right('d.from_contact_id')} and ${has_right('d.to_contact_id')})
   returning d.to_contact_id`,
)

/** @returns the colleagues that no longer stand in */
export async function endLostDelegations(
  tx: Tx,
  at: Instant,
  contact_ids: readonly string[],
): Promise<string[]> {
  const ended = await tx.rows<{ to_contact_id: string }>(end_lost, [contact_ids, at, londonDay(at)])
  return ended.map(({ to_contact_id }) => to_contact_id)
}
