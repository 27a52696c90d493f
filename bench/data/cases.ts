/** Single requests whose cost is followed from size to size (quality P2, P8), each beside the SQL somebody would write. */
import { agencyId, BIGGEST_AGENCY, EMPTY_AGENCY, THE_PROVIDER, usualAgency } from './world.ts'

export interface Asking {
  readonly agency: number
  readonly variables: Readonly<Record<string, unknown>>
  /** Parameters of the hand-written statement; the agency comes first. */
  readonly values: readonly unknown[]
}

export interface CostCase {
  readonly name: string
  readonly query: string
  readonly hand: string
  readonly ask: (random: () => number, invoices: number) => Asking
  /** Milliseconds that 95 of 100 requests must keep at 1,000,000 invoices (data-endpoint.md). */
  readonly p95_goal?: number
  /** How many times the smallest size's median the largest may take (P8). */
  readonly growth_goal?: number
  /** Its plan may read no table from end to end. */
  readonly is_planned?: boolean
}

const STATUSES = ['open', 'closed', 'cancelled'] as const
const VARIABLES =
  '$where: transaction_invoice_bool_exp!, $order_by: [transaction_invoice_order_by!], $limit: Int, $offset: Int'
const FIELDS =
  'id human_id type status amount total_amount outstanding_balance raised_date due_date updated_at client { id name } currency { id alpha_code }'
const RECORDS = `records: transaction_invoice(where: $where, order_by: $order_by, limit: $limit, offset: $offset) { ${FIELDS} }`
const COUNT = 'count: transaction_invoice_aggregate(where: $where, limit: 10000) { aggregate { count } }'
const TOTAL = 'total: transaction_invoice_aggregate(limit: 10000) { aggregate { count } }'
const query = (...roots: readonly string[]) => `query invoices(${VARIABLES}) { ${roots.join(' ')} }`

const ROWS = 'i.agency_id = $1 and i.deleted_at is null'
const handCount = (where: string) =>
  `(select json_build_object('aggregate', json_build_object('count', count(*))) from (select from transaction.invoice i where ${where} limit 10000) c)`
const handRecords = (where: string, order: string) => `(select coalesce(json_agg(r), '[]') from (
    select i.id, i.human_id, i.type, i.status, i.amount, i.total_amount, i.outstanding_balance, i.raised_date, i.due_date, i.updated_at,
      json_build_object('id', c.id, 'name', c.name) as client, json_build_object('id', k.id, 'alpha_code', k.alpha_code) as currency
    from transaction.invoice i
      left join business.business c on c.id = i.client_id and c.deleted_at is null
      left join platform.currency k on k.id = i.currency_id and k.deleted_at is null
    where ${where} order by ${order} limit 10) r)`
const hand = (parts: Readonly<Record<string, string>>) =>
  `select json_build_object(${Object.entries(parts).map(([key, sql]) => `'${key}', ${sql}`)})::text as data`

const newest = [{ updated_at: 'desc' }]
const byStatus = (agencyOf: (random: () => number) => number) => (random: () => number) => {
  const status = STATUSES[Math.floor(random() * STATUSES.length)] ?? 'open'
  const variables = { where: { status: { _eq: status } }, order_by: newest, limit: 10, offset: 0 }
  return { agency: agencyOf(random), variables, values: [status] }
}

/** What the search box sends for some digits of an invoice's id (src/entity/filter.ts). */
const bySearch = (agencyOf: (random: () => number) => number) => (random: () => number, invoices: number) => {
  const like = `%${1000 + Math.floor(random() * (invoices - 1000))}%`
  const where = { _or: [{ human_id: { _ilike: like } }] }
  return {
    agency: agencyOf(random),
    variables: { where, order_by: newest, limit: 10, offset: 0 },
    values: [like],
  }
}

/** Some digits of a client's name. */
const byClient = (agencyOf: (random: () => number) => number) => (random: () => number) => {
  const like = `%lient ${10 + Math.floor(random() * 90)}%`
  const where = { client: { name: { _ilike: like } } }
  return {
    agency: agencyOf(random),
    variables: { where, order_by: newest, limit: 10, offset: 0 },
    values: [like],
  }
}

/** Three digits that thousands of invoices have. */
const byCommon = (agencyOf: (random: () => number) => number) => (random: () => number) => {
  const like = `%${100 + Math.floor(random() * 900)}%`
  const where = { _or: [{ human_id: { _ilike: like } }] }
  return {
    agency: agencyOf(random),
    variables: { where, order_by: newest, limit: 10, offset: 0 },
    values: [like],
  }
}

const byAmount = (agencyOf: (random: () => number) => number) => (random: () => number) => ({
  agency: agencyOf(random),
  variables: { where: {}, order_by: [{ total_amount: 'desc' }, { id: 'desc' }], limit: 10, offset: 0 },
  values: [],
})

const noneOfStatus = (agencyOf: (random: () => number) => number) => (random: () => number) => ({
  agency: agencyOf(random),
  variables: { where: { status: { _eq: 'draft' } }, order_by: newest, limit: 10, offset: 0 },
  values: ['draft'],
})

const biggest = () => BIGGEST_AGENCY
const empty = () => EMPTY_AGENCY
const provider = () => THE_PROVIDER
const OF_STATUS = `${ROWS} and i.status = $2`
const FOUND = `${ROWS} and i.human_id ilike $2`
const NEWEST = 'i.updated_at desc'

const page = { query: query(RECORDS), hand: hand({ records: handRecords(OF_STATUS, NEWEST) }) }
const list = {
  query: query(TOTAL, COUNT, RECORDS),
  hand: hand({
    total: handCount(ROWS),
    count: handCount(OF_STATUS),
    records: handRecords(OF_STATUS, NEWEST),
  }),
}
const search = {
  query: query(COUNT, RECORDS),
  hand: hand({ count: handCount(FOUND), records: handRecords(FOUND, NEWEST) }),
}
const OF_CLIENT = `${ROWS} and exists (select from business.business n where n.id = i.client_id and n.deleted_at is null and n.name ilike $2)`
const searchClient = {
  query: query(COUNT, RECORDS),
  hand: hand({ count: handCount(OF_CLIENT), records: handRecords(OF_CLIENT, NEWEST) }),
}
const ofProvider = (where: string) => where.replace('i.agency_id', 'i.provider_id')
const searchProvider = {
  query: query(COUNT, RECORDS),
  hand: hand({ count: handCount(ofProvider(FOUND)), records: handRecords(ofProvider(FOUND), NEWEST) }),
}
const sorted = {
  query: query(RECORDS),
  hand: hand({ records: handRecords(ROWS, 'i.total_amount desc, i.id desc') }),
}
const counted = {
  query:
    'query invoices($where: transaction_invoice_bool_exp!) { count: transaction_invoice_aggregate(where: $where, limit: 10000) { aggregate { count } } }',
  hand: hand({ count: handCount(OF_STATUS) }),
}
const onlyWhere = (ask: CostCase['ask']) => (random: () => number, invoices: number) => {
  const asking = ask(random, invoices)
  return { ...asking, variables: { where: asking.variables.where } }
}

export const CASES: readonly CostCase[] = [
  {
    name: 'first page, usual agency',
    ...page,
    ask: byStatus(usualAgency),
    p95_goal: 2,
    growth_goal: 1.5,
    is_planned: true,
  },
  {
    name: 'first page, largest agency',
    ...page,
    ask: byStatus(biggest),
    p95_goal: 2,
    growth_goal: 1.5,
    is_planned: true,
  },
  { name: 'capped count, usual agency', ...counted, ask: onlyWhere(byStatus(usualAgency)), p95_goal: 3 },
  { name: 'capped count, largest agency', ...counted, ask: onlyWhere(byStatus(biggest)), p95_goal: 3 },
  { name: 'page, count and total, usual agency', ...list, ask: byStatus(usualAgency), is_planned: true },
  { name: 'page, count and total, largest agency', ...list, ask: byStatus(biggest), is_planned: true },
  {
    name: 'page, count and total, agency with no rows',
    ...list,
    ask: byStatus(empty),
    growth_goal: 1.5,
    is_planned: true,
  },
  {
    name: 'page of a status with no rows, largest agency',
    ...page,
    ask: noneOfStatus(biggest),
    growth_goal: 1.5,
  },
  { name: 'search, usual agency', ...search, ask: bySearch(usualAgency), p95_goal: 3, is_planned: true },
  { name: 'search, largest agency', ...search, ask: bySearch(biggest), p95_goal: 3, is_planned: true },
  { name: 'search, agency with no rows', ...search, ask: bySearch(empty), p95_goal: 3 },
  { name: 'search by client, usual agency', ...searchClient, ask: byClient(usualAgency), p95_goal: 3 },
  { name: 'search by client, largest agency', ...searchClient, ask: byClient(biggest), p95_goal: 3 },
  { name: 'search, provider', ...searchProvider, ask: bySearch(provider), p95_goal: 3 },
  { name: 'search for a common pattern, largest agency', ...search, ask: byCommon(biggest), p95_goal: 3 },
  { name: 'search for a common pattern, provider', ...searchProvider, ask: byCommon(provider), p95_goal: 3 },
  { name: 'sorted by amount, usual agency', ...sorted, ask: byAmount(usualAgency) },
  { name: 'sorted by amount, largest agency', ...sorted, ask: byAmount(biggest) },
]

/** Parameters of the hand-written statement of a case. */
export const handValues = ({ agency, values }: Asking): unknown[] => [agencyId(agency), ...values]
