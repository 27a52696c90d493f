import type { Viewer } from '#entity/access.ts'
import { type Day, day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import { readsBirth } from './minimum-wage.rules.ts'

/** The birth date of a placement's worker; null where it is unknown, or not this person's to read. Workers read their own. */
export async function readBirth(
  tx: Tx,
  contractor_id: string,
  viewer: Pick<Viewer, 'category' | 'roles' | 'business_id'>,
): Promise<Day | null> {
  if (!readsBirth(viewer) && viewer.business_id !== contractor_id) return null
  const row = await tx.row<{ date_of_birth: string | null }>(
    `select i.date_of_birth from business.business b join business.individual i on i.id = b.individual_id where b.id = $1`,
    [contractor_id],
  )
  const born = row?.date_of_birth ?? null
  return born === null ? null : day(born)
}
