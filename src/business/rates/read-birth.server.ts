import type { Viewer } from '#entity/access.ts'
import { type Day, day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import { readsBirth } from './minimum-wage.rules.ts'

/** The birth date of a placement's worker, and whether this person may learn it from a sentence. */
export async function readBirth(
  tx: Tx,
  contractor_id: string,
  viewer: Pick<Viewer, 'category' | 'roles'>,
): Promise<{ readonly born: Day | null; readonly reads_birth: boolean }> {
  const row = await tx.row<{ date_of_birth: string | null }>(
    `select i.date_of_birth from business.business b join business.individual i on i.id = b.individual_id where b.id = $1`,
    [contractor_id],
  )
  const born = row?.date_of_birth ?? null
  return {
    born: born === null ? null : day(born),
    reads_birth: readsBirth(viewer),
  }
}
