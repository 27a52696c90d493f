/** R16: rows changed or taken away at random, and named forgeries, are all found by verify; a thousand at night. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPage } from '#business/ledger/ledger-check.rules.ts'
import { readCheck } from '#business/ledger/ledger-check-facts.job.ts'
import { makeDemoWorld } from '#demo/load.ts'
import { present } from '#kernel/assert.ts'
import { frozenAt } from '#kernel/clock.ts'
import { day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { verifySeals } from '#server/seal-verify.server.ts'
import { keptAnchorKey } from '#server/seals/anchor-key.ts'
import { readAnchors, verifyAnchors } from '#server/seals/anchor-verify.server.ts'
import { anchorDay } from '#server/seals/anchor-write.server.ts'
import { folderFiles, type StoredFile } from '#server/storage.server.ts'
import { wrapTx } from '#server/tx.ts'
import { findingsOf, verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '../database.ts'
import { cutTail, forgeries, insertEntry, postEntry } from './forgeries.ts'
import { openUp, readTables, type Table, tamper } from './tamper.ts'

const database = await freshDatabase()
/** `TAMPER_EDITS=…` for another number. */
const edits = Number(process.env.TAMPER_EDITS ?? (process.env.STINT_NIGHTLY ? 1000 : 30))
/** Of a report all checks are made each time (experience.md, delight 19). */
const reported = process.env.STINT_NIGHTLY ? 100 : 20
const seed = Number(process.env.STINT_SEED ?? 1)
let tables: Table[] = []
const client = await database.owner.connect()
const home = mkdtempSync(join(tmpdir(), 'stint-tamper-'))
const files = folderFiles(join(home, 'files'))
const keeper = { key: keptAnchorKey(join(home, 'anchor.key')), folder: join(home, 'anchors'), mail_to: [] }
const outside = () => ({ anchors: readAnchors([keeper.folder]), anchor_key: keeper.key.public_key, files })
let stored: StoredFile | null = null
afterAll(() => {
  client.release()
  rmSync(home, { recursive: true, force: true })
})

beforeAll(async () => {
  await makeDemoWorld(database, { seed: 7, today: day('2026-06-11'), weeks: 3 }, undefined, files)
  stored = await files.put(Buffer.from('a timesheet on paper'))
  await database.app.query(
    `insert into platform.attachment (parent_entity, parent_id, file_name, file_url, content_type, size_bytes, sha256)
     select 'contract.contract', id, 'sheet.txt', $1, 'text/plain', $2, $3 from contract.contract limit 1`,
    [stored.file_url, stored.size_bytes, stored.sha256],
  )
  await database.app.query(
    `insert into log.mail (fact_key, "to", subject, body_text) values ('paid', 'ada@example.org', 'Paid', 'We paid you.')`,
  )
  await openUp(database)
  tables = await readTables(database)
}, 1_200_000)

test('the untouched world holds', async () => {
  expect((await verifyDatabase(database, outside())).filter((one) => one.broken.length > 0)).toEqual([])
})

/** By the check of verify that sees the most, then by all of them. */
async function isFound(): Promise<boolean> {
  const tx = wrapTx(client)
  await tx.run(`set local timezone to 'UTC'`)
  if ((await verifySeals(tx, database.booksKeys, 1)).length > 0) return true
  return (await findingsOf(tx, database.booksKeys)).some((finding) => finding.broken.length > 0)
}

/** Mulberry32: one seed, one night. */
function diceFrom(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.abs((t ^ (t >>> 14)) % below)
  }
}

/** Changes rows, one after the other, each in a transaction that is undone; says what `isMissed` did not find. */
async function changeRows(count: number, isMissed: (did: string) => Promise<boolean>): Promise<string[]> {
  const dice = diceFrom(seed)
  const missed: string[] = []
  for (let done = 0; done < count; ) {
    const table = tables[dice(tables.length)]
    if (!table) continue
    // One in eight takes the row away.
    const column = dice(8) === 0 ? null : table.columns[dice(table.columns.length)]
    if (column === undefined) continue
    await client.query('begin')
    try {
      const did = await tamper(client, table, column, dice)
      if (did === null) continue
      done += 1
      if (await isMissed(did)) missed.push(did)
    } finally {
      await client.query('rollback')
    }
  }
  return missed
}

test(
  `${edits} single rows changed or taken away, seed ${seed}: verify finds all of them`,
  async () => {
    expect(await changeRows(edits, async () => !(await isFound()))).toEqual([])
  },
  edits * 10_000,
)

test.for(Object.entries(forgeries))('forgery: %s is found', async ([, forge]) => {
  await client.query('begin')
  try {
    await forge(client)
    expect(await isFound()).toBe(true)
  } finally {
    await client.query('rollback')
  }
})

test('forgery: a swapped file is found', async () => {
  const { file_url } = present(stored, 'the stored file')
  const path = join(home, 'files', file_url)
  const before = readFileSync(path)
  writeFileSync(path, 'a timesheet in ashes')
  const broken = (await verifyDatabase(database, outside())).flatMap((one) => one.broken)
  expect(broken).toEqual([expect.stringContaining('is not the one that was stored')])
  writeFileSync(path, before)
})

/** What is printed on the report of a ledger check at this moment. */
async function report() {
  const { rows } = await client.query<{ id: string }>(
    `select id from business.business where type = 'provider'`,
  )
  const { id } = present(rows[0], 'the provider')
  const at = instant('2026-06-11T12:00:00.000Z')
  const viewer = { business_id: id, business_name: 'Provider', user_name: 'Paula' }
  const facts = await readCheck(wrapTx(client), database.booksKeys, { job_id: id, asked_at: at, viewer }, at)
  return checkPage(facts, 'X'.repeat(24))
}

/** The names of a row: ids, numbers of documents, codes. */
const namesIn = (row: string) =>
  row.match(/[0-9a-f]{8}-[0-9a-f-]{27}|[A-Z]{2,}-[A-Z0-9-]+|(?<="code": ")[a-z_]+/g) ?? []

test(
  `the report of a ledger check says of ${reported} such rows that it is broken, and which it is`,
  async () => {
    expect((await report()).is_broken).toBe(false)
    const isMissed = async (did: string) => {
      const page = await report()
      const said = page.findings.flatMap((finding) => finding.rows).join('\n')
      // Seals have no name of their own.
      const isNamed = /log\.(seal_|tx_mac)/.test(did) || namesIn(did).some((name) => said.includes(name))
      return !page.is_broken || !isNamed
    }
    expect(await changeRows(reported, isMissed)).toEqual([])
  },
  reported * 20_000,
)

test('report: a deleted row whose key is no uuid is named by its key', async () => {
  await client.query('begin')
  try {
    await client.query(`delete from platform.feature where code = 'insight'`)
    await client.query(
      `delete from platform.invoice_series where ctid = (select min(ctid) from platform.invoice_series where kind = 'invoice')`,
    )
    const said = (await report()).findings.flatMap((finding) => finding.rows).join('\n')
    expect(said).toContain('platform.feature insight is gone')
    expect(said).toMatch(/platform\.invoice_series [0-9a-f-]{36}\/invoice is gone/)
    // A name that is not the key of the row is not believed.
    await client.query(`update log.seal_key set key = 'other' where key = 'insight'`)
    expect((await report()).findings.flatMap((finding) => finding.rows).join('\n')).not.toContain('other')
  } finally {
    await client.query('rollback')
  }
})

test('anchors: a tail of all that was written, taken away with its seals, codes and heads, is found', async () => {
  const clock = frozenAt({ now: () => instant('2026-06-12T00:10:00.000Z'), today: () => day('2026-06-12') })
  const { rows } = await database.app.query<{ id: string }>(
    `insert into log.impersonation (provider_id, impersonator_user_id, user_id, reason, started_at)
     select id, 'a', 'b', 'c', now() from business.business where type = 'provider' limit 1 returning id`,
  )
  expect(await anchorDay({ database, clock }, keeper)).not.toBeNull()
  expect(await anchorDay({ database, clock }, keeper)).toBeNull()
  const tx = wrapTx(client)
  await client.query('begin')
  await tx.run(`set local timezone to 'UTC'`)
  expect(await verifyAnchors(tx, outside().anchors, keeper.key.public_key, 9)).toEqual([])
  await cutTail(client, present(rows[0], 'the row').id)
  expect(await verifySeals(tx, database.booksKeys, 9)).toEqual([])
  expect((await verifyAnchors(tx, outside().anchors, keeper.key.public_key, 9)).join()).toMatch(
    /was cut or rebuilt/,
  )
  await client.query('rollback')
})

test('forgery: the verbs’ role inserts no entry, and one that it posts by hand has no code and is found', async () => {
  const app = await database.app.connect()
  try {
    await expect(insertEntry(app)).rejects.toThrow(/permission denied/)
    await postEntry(app)
  } finally {
    app.release()
  }
  expect((await verifySeals(wrapTx(client), database.booksKeys, 1))[0]).toMatch(
    /were sealed outside of the product/,
  )
})
