import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { assert, present } from '#kernel/assert.ts'
import { type Day, day, formatDay } from '#kernel/day.ts'
import { notFound } from '#kernel/errors.ts'
import { currency, displayMoney, parseMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import type { RequestParties } from '../request/write-request.server.ts'
import { type LimitRequestFacts, limit_request_type } from './limit-request.rules.ts'

/** The facts of a request, as its row keeps them. */
const asked = z.object({
  client_id: z.uuid(),
  limiter_id: z.uuid(),
  currency_id: z.uuid(),
  currency: z.string(),
  amount: z.string(),
  reason: z.string(),
  valid_from: z.string().transform((text) => day(text)),
  valid_to: z
    .string()
    .transform((text) => day(text))
    .nullable(),
  asked_as: z.string().nullable(),
})
export type AskedLimit = z.infer<typeof asked>

export type LimitRequest = LimitRequestFacts & {
  readonly id: string
  readonly data: AskedLimit
  readonly parties: RequestParties
}

type Row = {
  readonly id: string
  readonly human_id: string
  readonly status: string
  readonly type: string
  readonly requested_by: string
  readonly data: unknown
  readonly parties: RequestParties
}

const columns = `t.id, t.human_id, t.status, t.type, t.requested_by, t.data, json_build_object('provider_id', t.provider_id,
  'agency_id', t.agency_id, 'client_id', t.client_id, 'contractor_id', t.contractor_id, 'funder_id', t.funder_id) as parties`

/** A visible request for a limit, locked. @throws not_found */
export async function lockLimitRequest({ tx, viewer }: VerbContext, id: string): Promise<LimitRequest> {
  const [row] = await loadVisible<Row>(tx, viewer, 'request.change_request', [id], { lock: true, columns })
  if (row?.type !== limit_request_type) throw notFound('Change request')
  const found = asked.safeParse(row.data)
  assert(found.success, 'a request for a limit says what is asked')
  const data = found.data
  const limiter = present(
    await tx.row<{ name: string }>('select name from business.business where id = $1', [data.limiter_id]),
    'the risk carrier',
  )
  return { ...row, data, limiter_id: data.limiter_id, limiter: limiter.name, asked_as: data.asked_as }
}

/** A limit in the words of the list of change requests. */
export function limitWords(limit: {
  readonly amount: string
  readonly currency: string
  readonly from: Day
  readonly to: Day | null
}): Record<string, string> {
  return {
    'Credit Limit': displayMoney(parseMoney(limit.amount, currency(limit.currency))),
    From: formatDay(limit.from),
    ...(limit.to === null ? {} : { Until: formatDay(limit.to) }),
  }
}
