/** "Prove it" (experience.md, delight 19): a button has the books checked and leaves a report that cannot be made up. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { CheckedCode, CheckFacts } from '#business/ledger/ledger-check.rules.ts'
import { type LedgerCheckDeps, runLedgerCheck } from '#business/ledger/ledger-check-run.job.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { folderFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import { refusalOf } from '../fixtures/refusal.ts'
import { act, type SeededAgency, seedApprovedTimesheet, seedTimesheets, seedWeek } from '../fixtures/world.ts'
import { pdfText } from '../pdf/pdf-text.ts'
import { Browser, testApp } from './harness.ts'
import { sampleSignIn } from './sample.ts'

const { database, world } = await freshWorld()
const { app, folder } = await testApp(database, world.clock)
const home = join(folder, 'files')
mkdirSync(home, { recursive: true })
const files = folderFiles(home)
const deps: LedgerCheckDeps = {
  ...world,
  database,
  files,
  session_secret: 'a secret of this test alone, long enough',
  pace_ms: 0,
}
let agency: SeededAgency
let boss: Viewer

beforeAll(async () => {
  const placement = await seedWeek(world)
  const [first] = await seedTimesheets(world, placement)
  await seedApprovedTimesheet(world, placement, present(first, 'a timesheet'))
  agency = placement.agency
  boss = agency.provider.admin
})

type Kept = {
  status: string
  message: string
  done: number
  total: number
  code: string
  facts: CheckFacts
  title: string
  sha256: string
  file_url: string
}

const start = async (by: Viewer = boss, key: string | null = null) =>
  (await act<{ job_id: string }>(world, by, 'ledger.check.start', {}, key)).job_id

const jobOf = async (id: string) =>
  present(
    (
      await database.owner.query<Kept>(
        `select j.status, j.message, j.done, j.total, j.input ->> 'code' as code, j.input -> 'facts' as facts, d.title,
           a.sha256, a.file_url
         from platform.job j left join platform.document d on d.id = (j.input ->> 'document_id')::uuid
         left join platform.attachment a on a.id = d.attachment_id where j.id = $1`,
        [id],
      )
    ).rows[0],
    'the job',
  )

async function checked(by: Viewer = boss) {
  const id = await start(by)
  expect(await runLedgerCheck(deps, id)).toBe('ended')
  const job = await jobOf(id)
  const stored = present(await files.read(present(job.file_url, 'its file')), 'bytes').stream
  return { ...job, id, text: await pdfText(new Uint8Array(Buffer.concat(await stored.toArray()))) }
}

/** An edit in the database itself. */
async function behindTheBack(...statements: readonly string[]): Promise<void> {
  const client = await database.owner.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function browserOf(viewer: Viewer): Promise<Browser> {
  const { rows } = await database.owner.query<{ email: string }>(
    `update platform."user" set is_confirmed = true where id = $1 returning email`,
    [viewer.user_id],
  )
  await inTransaction(database, (tx) => sampleSignIn({ tx, clock: world.clock }, viewer.user_id))
  const browser = new Browser(app)
  expect((await browser.login(present(rows[0], 'the user').email)).status).toBe(200)
  return browser
}
const verified = async (browser: Browser, code: string) =>
  (await browser.get(`/api/ledger_check?code=${encodeURIComponent(code)}`)).body.data as CheckedCode // The route's own answer.

test('honest database: the report says so with scope, person and code', async () => {
  const job = await checked()
  expect(job).toMatchObject({ status: 'completed', message: `All ${job.total} checks hold`, done: job.total })
  expect(job.title).toBe(`All ${job.total} checks hold, asked by ${boss.user_name}`)
  const { rows } = await database.owner.query<{ n: string; debits: string }>(
    `select count(*)::text as n, sum(amount) filter (where amount > 0)::text as debits from ledger.posting`,
  )
  const [pounds] = job.facts.totals
  expect(pounds).toMatchObject({ code: 'GBP', postings: Number(rows[0]?.n), debits: rows[0]?.debits })
  expect(pounds?.credits).toBe(pounds?.debits)
  expect(job.text).toContain(`All ${job.total} checks hold.`)
  expect(job.text).toContain(boss.user_name)
  expect(job.text).toContain(job.facts.audit.newest_hash)
  expect(job.text).toContain((job.code.match(/.{4}/g) ?? []).join('-'))
  expect(job.text).not.toContain('Broken')
  // The next link of the audit chain knows the file.
  const audits = await database.owner.query('select from log.audit where new_values ->> $1 = $2', [
    'sha256',
    job.sha256,
  ])
  expect(audits.rowCount).toBe(1)
})

test('changed penny: the report names its transaction and no other', async () => {
  const { rows } = await database.owner.query<{ id: string; transaction_id: string }>(
    'select id, transaction_id from ledger.posting order by id limit 1',
  )
  const { id, transaction_id } = present(rows[0], 'a posting')
  await behindTheBack(`update ledger.posting set amount = amount + 0.01 where id = '${id}'`)
  try {
    const job = await checked()
    const seals = present(
      job.facts.findings.find((one) => one.id === 'R12'),
      'the check of the seals',
    )
    expect(seals).toMatchObject({ is_broken: true })
    expect(seals.broken.join()).toContain(`ledger.posting ${id}`)
    expect(job.message).toMatch(/^\d+ of \d+ checks are broken$/)
    expect(job.text).toContain(job.message)
    expect(job.text.replaceAll(' ', '')).toContain(transaction_id)
    expect(job.text).toContain('is out by 0.01')
  } finally {
    await behindTheBack(`update ledger.posting set amount = amount - 0.01 where id = '${id}'`)
  }
  expect((await checked()).message).toMatch(/^All/)
})

test('only the provider’s admin and approver start it; one key, and one at a time, is one check', async () => {
  for (const viewer of [agency.admin, agency.provider.operations])
    expect(await refusalOf(act(world, viewer, 'ledger.check.start', {}))).toMatchObject({
      code: 'not_allowed',
    })
  const first = await start(boss, 'a check')
  expect(await start(boss, 'a check')).toBe(first)
  expect(await start(boss)).toBe(first)
  expect(await refusalOf(act(world, agency.provider.approver, 'ledger.check.start', {}))).toMatchObject({
    code: 'precondition',
  })
  await Promise.all([runLedgerCheck(deps, first), runLedgerCheck(deps, first)])
  const { rows } = await database.owner.query<{ n: number }>(
    `select count(*)::int as n from platform.document where type = 'ledger_check' and title like 'All%'`,
  )
  const before = rows[0]?.n ?? 0
  expect((await jobOf(first)).status).toBe('completed')
  expect(await runLedgerCheck(deps, first)).toBe('ended')
  expect((await checked(agency.provider.approver)).status).toBe('completed')
  const after = await database.owner.query(
    `select from platform.document where type = 'ledger_check' and title like 'All%'`,
  )
  expect(after.rowCount).toBe(before + 1)
})

test('removed role or cancellation: no report', async () => {
  const { approver } = agency.provider
  const change = (roles: string) =>
    database.app.query('update business.business_contact set roles = $2 where id = $1', [
      approver.business_contact_id,
      `{${roles}}`,
    ])
  const id = await start(approver)
  await change('provider_operations')
  await runLedgerCheck(deps, id)
  await change('provider_approver')
  expect(await jobOf(id)).toMatchObject({ status: 'failed', title: null })
  const unwanted = await start()
  await act(world, boss, 'platform.job.cancel', { id: unwanted })
  expect(await runLedgerCheck(deps, unwanted)).toBe('ended')
  expect(await jobOf(unwanted)).toMatchObject({ status: 'cancelled', title: null })
})

test('a code is valid as it was signed: not misread, not of a changed report, not with another key, not for others', async () => {
  const job = await checked()
  const browser = await browserOf(boss)
  const typed = `${job.code.slice(0, 12).toLowerCase()} - ${job.code.slice(12)}`
  expect(await verified(browser, typed)).toMatchObject({
    is_valid: true,
    result: job.message,
    asked_by: boss.user_name,
    sha256: job.sha256,
  })
  const file = await browser.get(`/api/storage/download?path=${encodeURIComponent(job.file_url)}`)
  expect([file.status, file.raw.headers['content-type']]).toEqual([200, 'application/pdf'])
  const other = job.code.startsWith('7') ? `8${job.code.slice(1)}` : `7${job.code.slice(1)}`
  expect(await verified(browser, other)).toMatchObject({ is_valid: false })
  // What is kept says another thing under the same code.
  const says = (by: string) =>
    behindTheBack(
      `update platform.job set input = jsonb_set(input, '{facts,asked_by}', '"${by}"') where id = '${job.id}'`,
    )
  await says('Somebody Else')
  expect(await verified(browser, job.code)).toMatchObject({ is_valid: false })
  await says(boss.user_name)
  expect(await verified(browser, job.code)).toMatchObject({ is_valid: true })
  // A row that was made up, under a code of its own.
  await behindTheBack(
    `update platform.job set input = jsonb_set(input, '{code}', '"${other}"') where id = '${job.id}'`,
  )
  expect(await verified(browser, other)).toMatchObject({ is_valid: false })
  // Signed, yet with the key of another installation.
  const strange = await start()
  await runLedgerCheck({ ...deps, session_secret: 'a secret of another installation, as long' }, strange)
  expect(await verified(browser, (await jobOf(strange)).code)).toMatchObject({ is_valid: false })
  const foreign = await browserOf(agency.admin)
  expect((await foreign.get(`/api/ledger_check?code=${job.code}`)).status).toBe(403)
  expect((await foreign.get(`/api/storage/download?path=${encodeURIComponent(job.file_url)}`)).status).toBe(
    404,
  )
})

test('several providers: the report counts a broken row without naming others’', async () => {
  await seedWeek(world)
  await behindTheBack(
    `update transaction.timesheet set comment = 'x' where id = (select id from transaction.timesheet order by id limit 1)`,
  )
  const job = await checked()
  expect(job.message).toMatch(/broken$/)
  expect(job.facts.findings.flatMap((finding) => finding.broken)).toEqual([])
  expect(job.text).toContain('npm run verify names the row')
})
