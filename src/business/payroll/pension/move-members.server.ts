/** Moves the members of a pension scheme to another one from a pay day on. */
import { type Day, maxDay } from '#kernel/day.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import { type FactOf, factRow } from '../employment/fact-row.server.ts'
import { pension_membership } from './pension.entity.ts'
import type { MembershipRow } from './pension-input.server.ts'

export type MemberRow = MembershipRow &
  Omit<FactOf, 'id'> & { readonly employment_id: string; readonly effective_to: Day | null }

/** Members on a day or later of workers who are employed by then, locked; of one pension that they came from, where it is named. */
export function membersFrom(
  { tx }: VerbContext,
  pension_scheme_id: string,
  on: Day,
  moved_from_id: string | null = null,
): Promise<MemberRow[]> {
  return tx.rows<MemberRow>(
    `select m.id, m.state, m.entry, m.informed_on, m.postponed_to, m.effective_from, m.effective_to, m.pension_scheme_id,
       m.employment_id, m.provider_id, m.agency_id
     from business.pension_membership m join business.employment e on e.id = m.employment_id
     where m.pension_scheme_id = $1 and m.state = 'enrolled' and m.deleted_at is null
       and coalesce(m.effective_to, 'infinity') >= $2::date and coalesce(e.leave_date, 'infinity') >= $2::date
       and e.deleted_at is null and ($3::uuid is null or m.moved_from_id = $3)
     order by e.id, m.effective_from for update of m, e`,
    [pension_scheme_id, on, moved_from_id],
  )
}

type Move = { readonly from_id: string; readonly to_id: string; readonly on: Day; readonly reason: string }

/** Ends the memberships on the day before, and begins those of the other scheme. */
export async function moveMembers(
  context: VerbContext,
  members: readonly MemberRow[],
  { from_id, to_id, on, reason }: Move,
): Promise<void> {
  const { tx, clock } = context
  await tx.run(
    `update business.pension_membership set updated_at = $3::timestamptz,
       deleted_at = case when effective_from >= $2::date then $3::timestamptz end,
       effective_to = case when effective_from >= $2::date then effective_to else $2::date - 1 end
     where id = any ($1)`,
    [members.map(({ id }) => id), on, clock.now()],
  )
  const rows = members.map((member) => ({
    ...factRow(context, { ...member, id: member.employment_id }),
    ...({ state: 'enrolled', entry: 'moved', pension_scheme_id: to_id, moved_from_id: from_id } as const),
    ...{ informed_on: null, postponed_to: null, deleted_at: null, reason },
    effective_from: maxDay(member.effective_from, on),
    effective_to: member.effective_to,
  }))
  await insertRows(tx, pension_membership, rows)
  for (const { id, employment_id, effective_from } of rows)
    context.audit({
      entity: 'business.pension_membership',
      entity_id: id,
      new_values: { employment_id, pension_scheme_id: to_id, moved_from_id: from_id, effective_from, reason },
    })
}
