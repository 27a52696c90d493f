/** All rows of a list for a viewer, however many, of one moment and with the memory of a page. */
import type pg from 'pg'
import type { Viewer } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import { rootName } from '#entity/entity.ts'
import type { Where } from '#entity/filter.ts'
import { selectionOf } from '#entity/path.ts'
import type { Clock } from '#kernel/clock.ts'
import type { StreamColumn } from './compile/compile-row-stream.server.ts'
import type { DataEndpoint, DataRequest } from './execute.server.ts'
import { DataFault } from './fault.ts'
import { parameters, requestFacts } from './run.server.ts'

interface WholeList {
  readonly entity: Entity
  readonly where: Where
  /** Arguments of a function-backed list, as far as its caller may pass them (spec §7.5). */
  readonly args?: Readonly<Record<string, unknown>>
  readonly order_by: readonly Where[]
  /** Field paths of the rows, `client.name`. */
  readonly paths: readonly string[]
  /** The first rows alone; the count is of all of them. */
  readonly limit?: number
}

export interface ListReader {
  /** Rows that match, as the database counts them at the moment of the rows. */
  readonly count: number
  /**
   * The paths of a row's values, in order: `client.name`; relations to many, and those without a key, are objects.
   */
  readonly paths: readonly string[]
  /** Pages of rows in the list's order; numbers are text, because a float cannot hold them. Read it once. */
  readonly pages: AsyncIterable<readonly Values[]>
}

/** The values of one row. */
export type Values = readonly unknown[]

/** Rows of the first page; from then on as many as come to `page_letters`. */
const FIRST_PAGE = 100
const PAGE_MAX = 1_000
/** Rows differ in size, so a page is limited by letters to keep memory constant. */
const page_letters = 60_000

/**
 * Reads a list through the compiler of the viewer's own requests, with the same refusals. `client` is a connection of
 * the viewer's category inside a repeatable-read transaction, so that count and rows are of one moment.
 * @throws DataFault
 */
export async function readWholeList(
  { endpoint, client, clock }: { endpoint: DataEndpoint; client: pg.ClientBase; clock: Clock },
  viewer: Viewer,
  list: WholeList,
): Promise<ListReader> {
  // Schemas made before the database facts would lack parts of mutations.
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
  return {
    count: aggregate.count,
    paths: rows.columns.map(({ path }) => path),
    pages: fetchPages(client, { text, bound, columns: rows.columns }),
  }
}

type Texts = readonly (string | null)[]
type Asked = { readonly text: string; readonly bound: unknown[]; readonly columns: readonly StreamColumn[] }

/** Every value as PostgreSQL wrote it. */
const as_text = { getTypeParser: () => (text: string) => text }

/** While one page is made use of, the database is at the next. */
async function* fetchPages(client: pg.ClientBase, { text, bound, columns }: Asked) {
  // All rows are wanted, so the plan for all of them, not the one that has its first row soonest.
  await client.query(`set local cursor_tuple_fraction = 1; set local datestyle = 'ISO'`)
  await client.query(text, bound)
  const valuesOf = valuesIn(columns)
  let next: Promise<Page> | null = fetchPage(client, FIRST_PAGE)
  while (next !== null) {
    const { texts, isLast }: Page = await next
    if (isLast) next = null
    else {
      const rows = Math.floor((page_letters * texts.length) / lettersIn(texts))
      next = fetchPage(client, Math.max(1, Math.min(PAGE_MAX, rows)))
      next.catch(() => {}) // A reader that stops ignores the page under way.
    }
    if (texts.length > 0) yield valuesOf(texts)
  }
}

interface Page {
  readonly texts: readonly Texts[]
  readonly isLast: boolean
}

/**
 * By a callback: through the driver's own promises each page kept the next one alive until a full collection of garbage,
 * a hundred megabytes of them.
 */
function fetchPage(client: pg.ClientBase, rows: number): Promise<Page> {
  return new Promise((resolve, reject) => {
    // The published type of parsers knows binary values, too, of which there are none here.
    const query = {
      text: `fetch ${rows} from whole_list`,
      rowMode: 'array' as const,
      types: as_text as never,
    }
    void client.query<(string | null)[]>(query, (error, result) => {
      if (error) reject(error)
      else resolve({ texts: result.rows, isLast: result.rows.length < rows })
    })
  })
}

function lettersIn(texts: readonly Texts[]): number {
  let letters = 1
  for (const row of texts) for (const text of row) letters += text?.length ?? 0
  return letters
}

/** Converts values that are more than text; most rows stay as they came. */
function valuesIn(columns: readonly StreamColumn[]): (texts: readonly Texts[]) => readonly Values[] {
  const read = columns.flatMap(({ format }, at) =>
    format === 'text' ? [] : [{ at, of: format === 'json' ? parseJson : (text: string) => text === 't' }],
  )
  if (read.length === 0) return (texts) => texts
  return (texts) =>
    texts.map((row) => {
      const values: unknown[] = [...row]
      for (const { at, of } of read) {
        const text = row[at]
        if (typeof text === 'string') values[at] = of(text)
      }
      return values
    })
}

type ExactParse = (
  text: string,
  revive: (key: string, value: unknown, at: { source?: string }) => unknown,
) => unknown

/** Digits enough that a float may not hold them: 15 always fit. */
const long_number = /\d[\d.]{15}/

/** As floats 4,000,000,000,000,000.10 would lose its pence: where a number is that long, numbers keep their text. */
function parseJson(text: string): unknown {
  if (!long_number.test(text)) return JSON.parse(text)
  const parse = JSON.parse as ExactParse // Its published type does not know the third argument yet.
  return parse(text, (_key, value, { source }) => (typeof value === 'number' ? source : value))
}

/** The arguments of a function's rows, as a request declares and passes them; nothing where it is told nothing. */
function argsOf({ entity, args }: WholeList) {
  return args === undefined
    ? { declared: '', passed: '', variables: {} }
    : { declared: `, $args: ${rootName(entity)}_args`, passed: ', args: $args', variables: { args } }
}

function countRequest(list: WholeList): DataRequest {
  const { entity, where } = list
  const root = rootName(entity)
  const { declared, passed, variables } = argsOf(list)
  return {
    query: `query whole_count($where: ${root}_bool_exp!${declared}) { ${root}_aggregate(where: $where${passed}) { aggregate { count } } }`,
    variables: { where, ...variables },
  }
}

function rowsRequest(list: WholeList): DataRequest {
  const { entity, where, order_by, paths, limit } = list
  const root = rootName(entity)
  const { declared, passed, variables } = argsOf(list)
  return {
    query: `query whole_list($where: ${root}_bool_exp!, $order_by: [${root}_order_by!]!${declared}) {
  ${root}(where: $where, order_by: $order_by${limit === undefined ? '' : `, limit: ${limit}`}${passed}) { ${selectionOf(new Set(paths))} }
}`,
    variables: { where, order_by, ...variables },
  }
}
