/** Live queries hear of changes from the tables themselves: every table that some viewer reads must say when it changes. */
import { describe, expect, it } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import { batchOf } from '#data/live/live-batch.server.ts'
import { readTables } from '#data/live/live-reads.server.ts'
import { profiles } from '#data/profile.ts'
import { catalog } from '#data/registry.ts'
import { functions } from '#data/schema/functions.ts'
import { CATEGORIES, type Category, type Viewer } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import { systemClock } from '#kernel/clock.ts'
import { freshDatabase } from '#test/database.ts'
import { viewers } from './world.ts'

const database = await freshDatabase()
const endpoint = new DataEndpoint({ database, clock: systemClock })
const profileOf = profiles(catalog())

/** Read after the fact, and growing with every change there is: the sweep is soon enough (migration 0010). */
const SWEPT = new Set(['log.audit', 'log.audit_head'])

/** With every role of the category. */
const viewerOf = (category: Category): Viewer => ({
  ...viewers.north,
  category,
  roles: category_roles[category],
})

/** What a function-backed table reads for who may call it. */
function tablesOf(name: string, category: Category): Promise<Map<string, boolean>> {
  const query = `subscription { ${name} { __typename ${[...(profileOf(viewerOf(category)).tables.get(name)?.columns.keys() ?? [])].join(' ')} } }`
  const { plan } = endpoint.prepareRequest(viewerOf(category), { query })
  return readTables(database.reader(category), batchOf(plan.text ?? '', 1), plan.functions)
}
const called = functions.flatMap(({ name, who }) =>
  CATEGORIES.filter((category) => who[category]).map((category) => [name, category] as const),
)

async function unwatched(tables: Iterable<string>): Promise<string[]> {
  const { rows } = await database.owner.query<{ name: string }>(
    `select name from unnest($1::text[]) name where (
       select count(*) from pg_trigger where tgrelid = name::regclass and tgname in ('live_insert', 'live_update', 'live_delete')) < 3
     order by 1`,
    [[...new Set(tables)].filter((name) => !SWEPT.has(name))],
  )
  return rows.map(({ name }) => name)
}

describe('tables that viewers read', () => {
  it('say when they change', async () => {
    const tables = CATEGORIES.flatMap((category) =>
      [...profileOf(viewerOf(category)).tables.values()].flatMap(({ watched }) => [...watched.keys()]),
    )
    expect(tables).toContain('transaction.invoice')
    expect(await unwatched(tables)).toEqual([])
    // The question itself can be answered otherwise.
    expect(await unwatched(['auth.account'])).toEqual(['auth.account'])
  })
})

describe('function-backed tables', () => {
  it('are known by what their SQL reads, and by whose rows those are', async () => {
    expect(Object.fromEntries(await tablesOf('get_client_statement', 'agency'))).toEqual({
      'transaction.invoice': true,
      // A receipt need not be an agency's.
      'transaction.payment_receipt_summary': false,
      'business.business': false,
      'business.credit_limit': false,
      'platform.currency': false,
    })
    expect([...(await tablesOf('get_agency_sales_ledger', 'agency')).keys()]).toContain('transaction.invoice')
  })
  it.each(called)(
    '%s, as %s: PostgreSQL takes it apart, and its tables say when they change',
    async (name, category) => {
      const tables = await tablesOf(name, category)
      expect(tables.size).toBeGreaterThan(0)
      expect(await unwatched(tables.keys())).toEqual([])
    },
  )
})
