/** The facts on an opt-out of the Conduct Regulations, of a worker with an agency. */
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import { asksForPapersSql } from '../compliance/right-to-work.server.ts'
import type { OptOutFacts, OptOutNotice } from './opt-out.rules.ts'

/** @param start_date the first day of the work that the notice is for */
export async function readOptOut(
  tx: Tx,
  of: {
    readonly contractor_id: string
    readonly agency_id: string
    readonly payment_type: string | null
    readonly start_date: Day
    readonly is_vulnerable_work: boolean
    readonly is_further: boolean
  },
): Promise<OptOutFacts> {
  const { contractor_id, agency_id, payment_type, start_date, is_vulnerable_work, is_further } = of
  const found = present(
    await tx.row<Pick<OptOutFacts, 'asks_for_papers' | 'is_stated'> & { notice: OptOutNotice | null }>(
      `select ${asksForPapersSql('$2')} as asks_for_papers, coalesce(l.conduct_regs_opt_out, false) as is_stated,
         (select jsonb_build_object('given_on', d.valid_from, 'ended_on', d.valid_to, 'is_verified', d.verified_at is not null)
          from platform.document d where d.type = 'conduct_opt_out' and d.service_id = l.id and d.status <> 'rejected'
            and d.deleted_at is null
          order by (d.verified_at is not null and d.valid_from < $3::date and (d.valid_to is null or d.valid_to >= $3::date)) desc,
            d.round desc limit 1) as notice
       from (select) one left join business.service l on l.type = 'contractor-agency' and l.from_business_id = $1::uuid
         and l.to_business_id = $2::uuid and l.status <> 'deleted' and l.deleted_at is null`,
      [contractor_id, agency_id, start_date],
    ),
    'the answer on the opt-out',
  )
  return { ...found, payment_type, start_date, is_vulnerable_work, is_further }
}
