/** The pension that the pay of a day went to. */
import type { Day } from '#kernel/day.ts'
import type { VerbContext } from '#server/verb.ts'

export type CorrectedPension = {
  readonly id: string
  readonly provider: string
  readonly employer_reference: string | null
  readonly payment_day: number
}

/** The last membership that began by the pay day; null without one. */
export async function pensionOf(
  { tx }: VerbContext,
  employment_id: string,
  pay_day: Day,
): Promise<CorrectedPension | null> {
  const row = await tx.row<CorrectedPension>(
    `select e.id, e.provider, e.employer_reference, e.payment_day from business.pension_membership n
     join business.pension_scheme e on e.id = n.pension_scheme_id
     where n.employment_id = $1 and n.deleted_at is null and n.effective_from <= $2::date
     order by n.effective_from desc limit 1`,
    [employment_id, pay_day],
  )
  return row ?? null
}
