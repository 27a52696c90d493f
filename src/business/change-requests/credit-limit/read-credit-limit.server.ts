import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { currency as currencyCode, formatMoney, parseMoney, sum } from '#kernel/money.ts'
import { type Tx, type VerbContext, verb } from '#server/verb.ts'
import { visibleBusiness } from '../../parties/visible-business.server.ts'
import { headroomOf } from '../../terms/credit-limit.rules.ts'
import {
  isOf,
  type LimitKey,
  type LimitRow,
  readLimits,
  readOwed,
} from '../../terms/credit-limit-facts.server.ts'
import { limit_readers } from './limit-request.rules.ts'
import { basis_shape, limit_shape, request_shape } from './limit-review.server.ts'
import { readLimitRequests } from './read-limit-requests.server.ts'

/** A client's limits, requests and debt, as far as the reader may see them. */
export const readCreditLimit = verb({
  action_id: 'business.credit_limit.read',
  since: '0.1.0',
  summary: 'Shows the credit limits of a client with its debt and what was asked for',
  machine: 'allowed',
  impersonator: 'allowed',
  who: limit_readers,
  is_reading: true,
  input: z.strictObject({ client_id: z.uuid() }),
  output: z.strictObject({
    limits: z.array(limit_shape),
    requests: z.array(request_shape),
    basis: basis_shape.nullable(),
  }),
  run: async (context, { client_id }) => {
    const requests = await readLimitRequests(context, client_id)
    // A funder decides about clients that it does not fund yet.
    if (requests.length === 0) await visibleBusiness(context, client_id, 'client')
    return {
      limits: await limitsOf(context, client_id),
      requests,
      basis: context.viewer.category === 'agency' ? await basisOf(context, client_id) : null,
    }
  },
})

type Limit = z.infer<typeof limit_shape>

/** Words for the ids of these rows. */
async function namesOf(
  tx: Tx,
  rows: readonly (Omit<LimitKey, 'client_id'> & { readonly agency_id: string | null })[],
): Promise<Map<string, string>> {
  const ids = rows.flatMap((row) => [row.limiter_id, row.agency_id, row.currency_id])
  const named = await tx.rows<{ id: string; name: string }>(
    `select id, name from business.business where id = any ($1)
     union all select id, alpha_code from platform.currency where id = any ($1)`,
    [[...new Set(ids.filter((id) => id !== null))]],
  )
  return new Map(named.map((one) => [one.id, one.name]))
}

/** An agency reads its own debt and part; a funder its own limit. */
async function limitsOf({ tx, viewer, clock }: VerbContext, client_id: string): Promise<Limit[]> {
  const is_agency = viewer.category === 'agency'
  const isShown = (row: { readonly limiter_id: string; readonly agency_id: string | null }) =>
    is_agency
      ? row.agency_id === null || row.agency_id === viewer.business_id
      : viewer.category === 'provider' || row.limiter_id === viewer.business_id
  const today = clock.today()
  const limits = (await readLimits(tx, client_id, today)).filter(isShown)
  const in_force = limits.filter((row) => row.effective_from <= today)
  const all_owed = await readOwed(tx, client_id)
  const owed = all_owed.filter(isShown)
  const name = await namesOf(tx, [...limits, ...owed])
  const keys = new Map([...limits, ...owed].map((row) => [`${row.limiter_id} ${row.currency_id}`, row]))
  return [...keys.values()].map((key): Limit => {
    const currency = currencyCode(name.get(key.currency_id) ?? 'GBP')
    const read = (text: string) => parseMoney(text, currency)
    const rows = in_force.filter(isOf(key))
    const owedBy = (agency_id: string | null, among = owed) => {
      const some = among.filter(isOf(key)).filter((row) => agency_id === null || row.agency_id === agency_id)
      return sum(
        currency,
        some.map((row) => read(row.owed)),
      )
    }
    const whole = rows.find((row) => row.agency_id === null) ?? null
    // A limit that is agreed and has not begun yet.
    const shown = whole ?? limits.find((row) => isOf(key)(row) && row.agency_id === null) ?? null
    const parts = rows.filter((row) => row.agency_id !== null)
    const own = is_agency ? parts[0] : undefined
    const headroom =
      whole === null
        ? null
        : headroomOf(
            { total: read(whole.amount), owed: owedBy(null, all_owed) },
            own && { allocated: read(own.amount), owed: owedBy(viewer.business_id) },
          )
    return {
      limiter_id: key.limiter_id,
      limiter: name.get(key.limiter_id) ?? '',
      is_own: key.limiter_id === viewer.business_id,
      currency,
      whole: shown && days(shown),
      owed: formatMoney(owedBy(null)),
      // A shared client's headroom would show an agency the debt to the others.
      headroom: headroom === null || (is_agency && own === undefined) ? null : formatMoney(headroom),
      allocated: formatMoney(
        sum(
          currency,
          parts.map((row) => read(row.amount)),
        ),
      ),
      parts: parts.map((row) => ({
        ...days(row),
        agency_id: row.agency_id ?? '',
        agency: name.get(row.agency_id ?? '') ?? '',
        owed: formatMoney(owedBy(row.agency_id)),
      })),
    }
  })
}

const days = ({ amount, effective_from, effective_to }: LimitRow) => ({
  amount,
  effective_from,
  effective_to,
})

/** The agency's work with the client, from which its form suggests a limit. */
async function basisOf(
  { tx, viewer, clock }: VerbContext,
  client_id: string,
): Promise<z.infer<typeof basis_shape>> {
  const found = await tx.row<z.infer<typeof basis_shape>>(
    `select count(distinct c.id)::int as placements, round(avg(r.value_numeric), 4)::text as average_rate,
       coalesce((select s.temp_payment_terms from business.service s where s.type = 'client-agency'
         and s.from_business_id = $1 and s.to_business_id = $2 and s.deleted_at is null limit 1), 30) as payment_terms
     from contract.contract c join contract.rate r on r.contract_id = c.id and r.sub_type = 'client_rate'
       and r.value_text = 'hourly' and r.name = 'Standard' and r.deleted_at is null and r.effective_from <= $3
       and (r.effective_to is null or r.effective_to >= $3)
     where c.client_id = $1 and c.agency_id = $2 and c.type = 'temp_placement' and c.status = 'active' and c.deleted_at is null`,
    [client_id, viewer.business_id, clock.today()],
  )
  return present(found, 'a sum')
}
