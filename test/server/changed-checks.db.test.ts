/** Rounds of checks judge what changed since the last one (operations.md, health). */
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { invariants } from '#business/ledger/invariants.server.ts'
import { assert } from '#kernel/assert.ts'
import type { Database } from '#server/database.ts'
import { CheckRounds } from '#server/health/check-round.server.ts'
import { measureMetrics } from '#server/health/measure-metrics.server.ts'
import { gauges } from '#server/health/metrics.ts'
import { type Check, checksOf } from '#server/verify.server.ts'
import { test_keys } from '../books-key.ts'
import { freshDatabase } from '../database.ts'
import { seedApprovedTimesheet, seedTimesheets, seedWeek, worldOn } from '../fixtures/world.ts'
import { postEntry } from '../money/forgeries.ts'
import { testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const world = worldOn(database)
const placement = await seedWeek(world)
const [first, second] = await seedTimesheets(world, placement)
assert(first && second, 'the placement has two periods')

const lines: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
const found = () =>
  lines.splice(0).map((line) => {
    const { check, msg } = JSON.parse(line)
    return `${check ?? ''} ${msg}`
  })

/** The checks of changes alone; of all rows they find nothing. */
const of_changes = checksOf(test_keys)
  .filter(({ findChanged }) => findChanged)
  .map((check): Check => ({ ...check, find: () => Promise.resolve([]) }))
const round = (more: { batch?: number; budget_ms?: number; in?: Pick<Database, 'transaction'> } = {}) =>
  new CheckRounds({
    database: { ...database.jobs, ...more.in, booksKeys: test_keys },
    clock,
    log,
    checks: of_changes,
    ...more,
  }).run()
const cursor = async () =>
  (await database.owner.query('select * from platform.check_cursor order by log, chain')).rows
const change = (sql: string) => database.owner.query(sql)

beforeEach(async () => {
  await round()
  found()
})

/** The database with its statements counted. */
function counting(): { in: Pick<Database, 'transaction'>; statements: string[] } {
  const statements: string[] = []
  return {
    statements,
    in: {
      transaction: (work) =>
        database.jobs.transaction((client) => {
          const query = client.query.bind(client)
          client.query = ((...args: Parameters<typeof query>) => {
            const [said] = args as unknown as [string | { text: string }]
            statements.push(typeof said === 'string' ? said : said.text)
            return query(...args)
          }) as typeof client.query // The same signature, noted.
          return work(client).finally(() => {
            client.query = query
          })
        }),
    },
  }
}

describe('what a verb wrote', () => {
  test('is judged by the next round, and holds', async () => {
    await seedApprovedTimesheet(world, placement, first)
    const before = await cursor()
    const { statements, in: counted } = counting()
    await round({ in: counted })
    expect(found()).toEqual([])
    expect(await cursor()).not.toEqual(before)
    // Every kind of records that approval touches.
    for (const table of ['ledger.posting', 'transaction.invoice_line', 'transaction.timesheet_detail'])
      expect(
        statements.filter((one) => one.includes(table) && one.includes('any($1')).length,
      ).toBeGreaterThan(0)
  })

  test('is found by the next round where it was edited since', async () => {
    await seedApprovedTimesheet(world, placement, second)
    const edit = async (by: number) => {
      await change('alter table transaction.invoice_line disable trigger user')
      await change(`update transaction.invoice_line set amount = amount + ${by}, total_amount = total_amount + ${by}
        where id = (select max(l.id::text)::uuid from transaction.invoice_line l join transaction.invoice i on i.id = l.invoice_id
          where i.timesheet_id = '${second.id}')`)
      await change('alter table transaction.invoice_line enable trigger user')
    }
    await edit(1)
    await round()
    await edit(-1)
    const broken = found()
    expect(broken).toContain(
      'R12 broken among the changes: rows of money, rules, access and evidence are as the product left them',
    )
    expect(broken.filter((line) => line.startsWith('I2 ')).length).toBeGreaterThan(0)
  })

  test('is found where it was posted by hand with the verbs’ role', async () => {
    const client = await database.app.connect()
    try {
      // Without the step before each commit.
      await client.query('begin')
      await postEntry(client)
      await client.query('commit')
    } finally {
      client.release()
    }
    await round()
    expect(found()).toContain(
      'R12 broken among the changes: rows of money, rules, access and evidence are as the product left them',
    )
  })
})

describe('the cursor', () => {
  const note = () =>
    database.app.query(
      `update platform.feature set name = name || '.' where code = (select min(code) from platform.feature)`,
    )

  test('an untouched round reads no row again, and its statements do not grow with the checks', async () => {
    await note()
    await round()
    await round()
    await change('update platform.check_result set took_ms = 100000')
    const { statements, in: counted } = counting()
    const before = await cursor()
    expect(await round({ in: counted })).toBe(0)
    expect(await cursor()).toEqual(before)
    expect(statements.filter((one) => /transaction\.|ledger\./.test(one))).toEqual([])
    expect(statements.filter((one) => !one.includes('savepoint')).length).toBeLessThan(15)
  })

  test('stays where a round that is cut off found it', async () => {
    await note()
    const before = await cursor()
    const cut: Pick<Database, 'transaction'> = {
      transaction: (work) =>
        database.jobs.transaction(async (client) => {
          await work(client)
          throw new Error('the process is killed here')
        }),
    }
    await expect(round({ in: cut })).rejects.toThrow('killed here')
    expect(await cursor()).toEqual(before)
    await round()
    expect(await cursor()).not.toEqual(before)
  })

  test('moves in one process at a time', async () => {
    await note()
    const before = await cursor()
    const other = await database.owner.connect()
    try {
      await other.query('begin')
      await other.query(`select pg_advisory_xact_lock(hashtext('stint check round'))`)
      expect(await round()).toBe(0)
      expect(await cursor()).toEqual(before)
    } finally {
      await other.query('rollback')
      other.release()
    }
  })

  test('goes on in batches; a row that was written again later is no fault of the earlier batch', async () => {
    for (let n = 0; n < 3; n += 1) await note()
    await round({ batch: 1, budget_ms: 0 })
    const upTo = async () =>
      (await database.owner.query('select max(changed_at)::text as at from platform.check_result')).rows[0]
        ?.at
    const behind = await upTo()
    await round({ batch: 1, budget_ms: 0 })
    await round({ batch: 1 })
    expect(found()).toEqual([])
    const { rows } = await database.owner.query(
      `select count(*)::int as n from log.seal_head h left join platform.check_cursor c on c.log = 'seals' and c.chain = h.chain::text
       where (c.no, c.mac) is distinct from (h.no, h.mac)`,
    )
    expect(rows).toEqual([{ n: 0 }])
    expect(typeof behind).toBe('string')
  })

  test('finds a chain that was cut behind it', async () => {
    await note()
    await round()
    await change('alter table log.tx_mac disable trigger user')
    await change(`with cut as (delete from log.tx_mac m using log.seal_head h where m.chain = h.chain and m.no = h.no returning m.chain, m.no)
      update log.seal_head h set no = m.no, mac = m.mac from cut join log.tx_mac m on m.chain = cut.chain and m.no = cut.no - 1 where h.chain = cut.chain`)
    await round()
    expect(found().filter((line) => line.startsWith('R12 ')).length).toBe(1)
  })
})

test('metrics say up to when changes are checked', async () => {
  const readiness = {
    measure: () => Promise.resolve({ loop_p99_ms: 1, disk_free_ratio: 0.5, database_ms: 1 }),
  }
  await measureMetrics({ database, readiness } as unknown as Parameters<typeof measureMetrics>[0])
  const { values } = await gauges.changes_checked_at.get()
  expect(values[0]?.value).toBeGreaterThan(0)
})

/** With a row a business at most. */
const small = /^(business|company|individual|currency|business_contact|account|invoice_series)$/

/** Seals made at an upgrade. */
const few = 'seal_log_upgrade'
/** Debts of agencies are few, so that any of several indexes serves. */
const of_debts =
  'what an agency owes of an advance is what of it is disallowed, or all of it once the debt is reassigned'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Index Name'?: string
  Plans?: Plan[]
}
const scans = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(scans)]

test('checks of changes read large tables by an index alone', async () => {
  const client = await database.owner.connect()
  const whole: string[] = []
  try {
    await client.query('begin')
    // A page is all that these tables are, so that a whole scan for a join looks cheap.
    await client.query('set local enable_hashjoin = off')
    await client.query('set local enable_mergejoin = off')
    // As tables of a million rows look to the planner; an empty one looks small whatever is said.
    const { rows: large } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       cross join lateral pg_restore_relation_stats('schemaname', n.nspname::text, 'relname', c.relname::text, 'relpages', 1, 'reltuples', 1e6::real)
       where n.nspname in ('transaction', 'ledger', 'log', 'payment') and c.relkind = 'r' and pg_relation_size(c.oid) > 0`,
    )
    const watched = new Set(large.map(({ name }) => name).filter((name) => !small.test(name)))
    expect([...watched]).toEqual(
      expect.arrayContaining(['invoice', 'invoice_line', 'posting', 'audit', 'timesheet']),
    )
    for (const { id, says, changed } of invariants) {
      if (!changed || says === of_debts) continue
      const { rows } = await client.query(
        `explain (format json) ${changed.sql.replaceAll('$1::uuid[]', `'{00000000-0000-7000-8000-000000000826}'::uuid[]`)}`,
      )
      for (const node of scans(rows[0]['QUERY PLAN'][0].Plan)) {
        const table = node['Relation Name'] ?? ''
        const is_whole = !node['Index Cond'] && node['Node Type'] !== 'Bitmap Heap Scan'
        if (watched.has(table) && is_whole && node['Index Name'] !== few)
          whole.push(`${id} ${says}: ${node['Node Type']} of ${table} by ${node['Index Name']}`)
      }
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(whole).toEqual([])
})
