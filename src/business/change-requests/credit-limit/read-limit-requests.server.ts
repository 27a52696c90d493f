import type { z } from 'zod'
import { reasonOf } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { can, type LimitRequestFacts, limit_request_type } from './limit-request.rules.ts'
import type { request_shape } from './limit-review.server.ts'

/** Requests are many after years: the newest are enough beside the list of change requests. */
const SHOWN = 10

type Request = z.infer<typeof request_shape>
type Row = Omit<Request, 'decide_refusal'> & Pick<LimitRequestFacts, 'requested_by' | 'asked_as'>

/** Requests about a client's limit that the reader's business asked or decides, newest first. */
export async function readLimitRequests(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  client_id: string,
): Promise<Request[]> {
  const rows = await tx.rows<Row>(
    `select r.id, r.human_id, r.status, (r.data ->> 'limiter_id')::uuid as limiter_id, l.name as limiter, r.agency_id,
       a.name as agency, r.data ->> 'currency' as currency, r.data ->> 'amount' as amount,
       r.data ->> 'valid_from' as valid_from, r.data ->> 'valid_to' as valid_to, r.data ->> 'reason' as reason,
       r.requested_by, coalesce(o.user_name, '') as requested_by_name, r.data ->> 'asked_as' as asked_as, r.created_at,
       r.data -> 'decided' ->> 'amount' as decided_amount, d.created_at as decided_at, d.user_name as decided_by_name, d.comment
     from request.change_request r
     join business.business a on a.id = r.agency_id
     join business.business l on l.id = (r.data ->> 'limiter_id')::uuid
     left join lateral (select y.user_name from request.change_request_activity y
       where y.change_request_id = r.id and y.old_status is null limit 1) o on true
     left join lateral (select y.created_at, y.user_name, y.comment from request.change_request_activity y
       where y.change_request_id = r.id and y.old_status = 'pending' limit 1) d on true
     where r.type = $1 and r.client_id = $2 and r.deleted_at is null
       and $3 in (r.provider_id, r.agency_id, r.funder_id)
     order by (r.status = 'pending') desc, length(r.human_id) desc, r.human_id desc limit ${SHOWN}`,
    [limit_request_type, client_id, viewer.business_id],
  )
  return rows.map(({ requested_by, asked_as, ...row }) => ({
    ...row,
    decide_refusal: reasonOf(can.decide({ ...row, requested_by, asked_as }, viewer)),
  }))
}
