/** R16 for every sealed table, also those that the demo leaves empty: made rows are sealed as written, and each edit is found. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifySeals } from '#server/seal-verify.server.ts'
import { sealed_tables } from '#server/seals/sealed-tables.ts'
import { wrapTx } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { madeRow, openChecks } from './made-rows.ts'
import { openUp, readTables, type Table, tamper } from './tamper.ts'

const database = await freshDatabase()
const client = await database.owner.connect()
afterAll(() => client.release())

/** Written by functions of the owner alone; the demo fills them, and tamper.db.test.ts forges them. */
const by_functions = ['log.audit_head', 'ledger.account', 'ledger.posting', 'ledger.transaction']
let tables: Table[] = []

beforeAll(async () => {
  await openUp(database)
  await openChecks(database, Object.keys(sealed_tables))
  tables = (await readTables(database)).filter(
    ({ name }) => name in sealed_tables && !by_functions.includes(name),
  )
  for (const table of tables)
    for (const no of [1, 2]) await database.app.query(await madeRow(database, table, no))
}, 300_000)

const isFound = async () => (await verifySeals(wrapTx(client), database.booksKeys, 1)).length > 0

/** The first edit of the table that the database itself lets through is found; null: found. */
async function missed(table: Table, columns: Table['columns'][number][] | [null]): Promise<string | null> {
  for (const column of columns) {
    await client.query('begin')
    try {
      await client.query(`set local timezone to 'UTC'`)
      const did = await tamper(client, table, column, () => 0)
      if (did === null) continue
      if (!(await isFound())) return did
      if (!process.env.STINT_NIGHTLY) return null
    } finally {
      await client.query('rollback')
    }
  }
  return null
}

test('made rows: the tables left out are those that the verbs’ role cannot write', async () => {
  const { rows } = await database.app.query<{ name: string }>(
    `select t as name from unnest($1::text[]) t where not has_table_privilege(t, 'insert') order by 1`,
    [Object.keys(sealed_tables)],
  )
  expect(rows.map(({ name }) => name)).toEqual(by_functions.toSorted())
})

test('made rows: every sealed table that verbs write has some, and they hold', async () => {
  await client.query(`set timezone to 'UTC'`)
  expect(await verifySeals(wrapTx(client), database.booksKeys, 9)).toEqual([])
  const empty: string[] = []
  for (const { name } of tables)
    if ((await client.query(`select from ${name} limit 1`)).rowCount === 0) empty.push(name)
  expect(empty).toEqual([])
})

test('made rows: an edit of a row of each table is found', { timeout: 1_200_000 }, async () => {
  const all: string[] = []
  for (const table of tables) {
    // Ids last: another value of a text or a figure is the likelier forgery.
    const did = await missed(table, table.columns.toReversed())
    if (did !== null) all.push(did)
  }
  expect(all).toEqual([])
})

test('made rows: a row taken away, and one put in by hand, is found in each table', {
  timeout: 1_200_000,
}, async () => {
  const all: string[] = []
  for (const table of tables) {
    const gone = await missed(table, [null])
    if (gone !== null) all.push(gone)
    await client.query('begin')
    await client.query(await madeRow(database, table, 3))
    if (!(await isFound())) all.push(`insert into ${table.name}`)
    await client.query('rollback')
  }
  expect(all).toEqual([])
})
