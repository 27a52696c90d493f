/** All rows of a list for a viewer, however many, of one moment and with the memory of a page. */
import type pg from 'pg'
import type { Viewer } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import { rootName } from '#entity/entity.ts'
import type { Where } from '#entity/filter.ts'
import { selectionOf } from '#entity/path.ts'
import type { Clock } from '#kernel/clock.ts'
import type { DataEndpoint, DataRequest } from './execute.server.ts'
import { DataFault } from './fault.ts'
import { parameters, requestFacts } from './run.server.ts'

export interface WholeList {
  readonly entity: Entity
  readonly where: Where
  readonly order_by: readonly Where[]
  /** Field paths of the rows, `client.name`. */
  readonly paths: readonly string[]
  /** The first rows alone; the count is of all of them. */
  readonly limit?: number
}

export interface ListReader {
  /** Rows that match, as the database counts them at the moment of the rows. */
  readonly count: number
  /** Pages of rows in the list's order; a number that a float cannot hold comes as its text. Read it once. */
  readonly pages: AsyncIterable<readonly unknown[]>
}

const PAGE = 250

/**
 * Reads a list through the compiler that answers the viewer's own requests: what he may not see is refused here in the
 * same words. `client` is a connection of his category inside a repeatable-read transaction, so that the count and the
 * rows are of one moment.
 * @throws DataFault
 */
export async function readWholeList(
  { endpoint, client, clock }: { endpoint: DataEndpoint; client: pg.ClientBase; clock: Clock },
  viewer: Viewer,
  list: WholeList,
): Promise<ListReader> {
  // Schemas made before it knows the database would lack what mutations need.
  await endpoint.ready()
  const facts = requestFacts(viewer, clock)
  const { plan, values } = endpoint.prepareRequest(viewer, countRequest(list))
  const rows = endpoint.prepareRows(viewer, rowsRequest(list))
  const counted = await client.query<{ answer: string }>({
    text: `select x.answer from (${plan.text}) x (answer)`,
    values: parameters(plan.slots, values, facts),
  })
  const { aggregate } = JSON.parse(counted.rows[0]?.answer ?? '{}') as { aggregate?: { count: number } } // The request below.
  if (aggregate === undefined) throw new DataFault('unexpected', 'the rows could not be counted')
  const text = `declare whole_list no scroll cursor for ${rows.text}`
  const bound = parameters(rows.slots, rows.values, facts)
  return { count: aggregate.count, pages: fetchPages(client, text, bound) }
}

/** While one page is made use of, the database is at the next. */
async function* fetchPages(client: pg.ClientBase, declare: string, values: unknown[]) {
  // All rows are wanted, so the plan for all of them, not the one that has its first row soonest.
  await client.query('set local cursor_tuple_fraction = 1')
  await client.query(declare, values)
  const ask = async (): Promise<string[]> => {
    const page = await client.query<[string]>({ text: `fetch ${PAGE} from whole_list`, rowMode: 'array' })
    return page.rows.map(([text]) => text)
  }
  let next: Promise<string[]> | null = ask()
  while (next !== null) {
    const texts: string[] = await next
    next = texts.length < PAGE ? null : ask()
    next?.catch(() => {}) // Whoever stops reading does not ask what became of the page under way.
    if (texts.length > 0) yield texts.map(parseRow)
  }
}

type ExactParse = (
  text: string,
  revive: (key: string, value: unknown, at: { source?: string }) => unknown,
) => unknown

/** Digits enough that a float may not hold them: 15 always fit. */
const long_number = /\d[\d.]{15}/

/** As floats 4,000,000,000,000,000.10 would lose its pence: where a number is that long, numbers keep their text. */
function parseRow(text: string): unknown {
  if (!long_number.test(text)) return JSON.parse(text)
  const parse = JSON.parse as ExactParse // Its published type does not know the third argument yet.
  return parse(text, (_key, value, { source }) => (typeof value === 'number' ? source : value))
}

function countRequest({ entity, where }: WholeList): DataRequest {
  const root = rootName(entity)
  return {
    query: `query whole_count($where: ${root}_bool_exp!) { ${root}_aggregate(where: $where) { aggregate { count } } }`,
    variables: { where },
  }
}

function rowsRequest({ entity, where, order_by, paths, limit }: WholeList): DataRequest {
  const root = rootName(entity)
  return {
    query: `query whole_list($where: ${root}_bool_exp!, $order_by: [${root}_order_by!]!) {
  ${root}(where: $where, order_by: $order_by${limit === undefined ? '' : `, limit: ${limit}`}) { ${selectionOf(new Set(paths))} }
}`,
    variables: { where, order_by },
  }
}
