import type { Day } from '#kernel/day.ts'
import type { VerbContext } from '#server/verb.ts'

/** Whether the scheme's only worker of the tax year that begins on a day is a director. */
export async function hasOneDirectorAlone(
  { tx }: VerbContext,
  paye_scheme_id: string,
  first: Day,
): Promise<boolean> {
  const found = await tx.row<{ workers: number; directors: number }>(
    `select count(distinct contractor_id)::int as workers,
       count(distinct contractor_id) filter (where director_from is not null)::int as directors
     from business.employment where paye_scheme_id = $1 and deleted_at is null and start_date < $2::date + interval '1 year'
       and (leave_date is null or leave_date >= $2::date)`,
    [paye_scheme_id, first],
  )
  return found?.workers === 1 && found.directors === 1
}
