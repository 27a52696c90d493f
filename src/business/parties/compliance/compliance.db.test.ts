/** Papers of parties: one person adds a paper, another checks it; a missing or expired paper stops work (decision 0064). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { verifyFiles } from '#server/seals/verify-files.server.ts'
import { openFiles } from '#server/storage.server.ts'
import { SYSTEM } from '#server/system-user.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '#test/database.ts'
import { expectSound } from '#test/fixtures/cash.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, type SeededPlacement, seedWeek, worldOn } from '#test/fixtures/world.ts'
import { addedPaper } from '#test/server/paper-examples.ts'
import { tellPapersEnding } from '../../inbox/tell-papers-ending.server.ts'
import { readChecks } from '../../placements/checks/placement-checks.server.ts'
import { expirePlacements } from '../../placements/expire-placements.server.ts'
import { generateTimesheets } from '../../timesheets/generate-timesheets.server.ts'
import { removeRightFiles } from '../papers/remove-right-files.job.ts'
import { expirePapers } from './compliance-status.server.ts'

const database = await freshDatabase()
const world = worldOn(database)
let placed: SeededPlacement
beforeAll(async () => {
  placed = await seedWeek(world, { placement: { end_date: '2025-12-31', ir35_determined_by: 'contractor' } })
})

const sql = async <R>(text: string, ...params: unknown[]) =>
  (await database.owner.query(text, params)).rows as R[]
const statusOf = async () => {
  const [one] = await sql<{ compliance_status: string }>(
    `select compliance_status from business.service where type = 'contractor-agency' and from_business_id = $1`,
    placed.contractor.id,
  )
  return one?.compliance_status
}
const stage = () => ({ ...world, database, agency: placed.agency, placed, txtOf: async () => [] })
const add = (change: object = {}, by: Viewer = placed.agency.user) =>
  addedPaper(stage(), by, change as Record<string, unknown>)
const verify = (id: string, by: Viewer = placed.agency.admin) =>
  act(world, by, 'platform.compliance.verify', { id })
const checks = () => inTransaction(database, (tx) => readChecks({ tx, clock: world.clock }, placed.id))
const night = () => inTransaction(database, (tx) => expirePapers({ tx, clock: world.clock }))

test('nothing is asked of an agency without the feature; with it the papers decide', async () => {
  expect([await statusOf(), await checks()]).toEqual(['compliant', []])
  await act(world, placed.agency.provider.admin, 'business.business_feature.set', {
    agency_id: placed.agency.id,
    feature_code: 'compliance_documents',
    is_on: true,
  })
  expect([await statusOf(), await checks()]).toEqual(['pending', ['right_to_work', 'contract', 'terms']])
  const id = await add()
  expect((await refusalOf(verify(id, placed.agency.user))).code).toBe('not_allowed')
  const own = await add({ type: 'identity', method: 'manual_list_b' }, placed.agency.admin)
  expect((await refusalOf(verify(own))).message).toBe('You added this document, so somebody else checks it')
  await act(world, placed.agency.provider.approver, 'platform.compliance.reject', {
    id: own,
    comment: 'It cannot be read',
  })
  await verify(id)
  expect([await statusOf(), await checks()]).toEqual(['rejected', ['contract', 'terms']])
  await verify(await add({ type: 'identity', method: 'manual_list_b' }))
  const contract = { type: 'contract_for_services', method: undefined, valid_to: undefined }
  await verify(await add({ ...contract, valid_from: '2025-12-01' }))
  // A contract that begins later is none on the placement's first day.
  expect([await statusOf(), await checks()]).toEqual(['compliant', ['contract', 'terms']])
  await verify(await add(contract))
  expect([await statusOf(), await checks()]).toEqual(['compliant', ['terms']])
  const [link] = await sql<{ id: string }>(
    `select id from business.service where type = 'client-agency' and from_business_id = $1`,
    placed.client.id,
  )
  const endless = { method: undefined, reference: undefined, valid_to: undefined }
  await verify(
    await add({ ...endless, type: 'terms_of_business', service_id: link?.id }),
    placed.agency.provider.approver,
  )
  expect(await checks()).toEqual([])
  await expectSound(database)
})

test.each([
  [{ method: undefined }, { method: 'Mandatory' }],
  [{ valid_to: undefined }, { valid_to: 'Mandatory' }],
  [{ reference: 'W12' }, { reference: 'Please enter a valid Input' }],
  [{ valid_from: '2025-12-01' }, { valid_from: 'Should be before 16/06/2025' }],
  [{ valid_to: '2025-05-01' }, { valid_to: 'Should be after 31/05/2025' }],
  [{ type: 'vat_certificate' }, { type: 'VAT certificate is not asked of this party' }],
])('a paper with %j: %j', async (change, errors) => {
  expect(await refusalOf(add(change))).toMatchObject({ errors })
})

test('a right to work that ends: people are told, timesheets end with it, and a new one goes on', async () => {
  const told = async (today: string) => {
    await inTransaction(database, (tx) => tellPapersEnding(tx, world.clock.now(), today))
    return sql<{ title: string; message: string }>(
      `select distinct title, message from log.notification_log where kind = 'document_ends' and title like 'Right%' order by 1`,
    )
  }
  await sql(`update platform.document set valid_to = '2025-06-18' where type = 'right_to_work'`)
  expect(await told('2025-06-10')).toEqual([])
  expect(await told('2025-06-11')).toMatchObject([{ message: 'Add the next one in time' }])
  world.clock.set(instant('2025-06-30T08:00:00Z'))
  await night()
  expect([await statusOf(), await checks()]).toEqual(['expired', ['right_to_work']])
  expect(await told('2025-06-19')).toMatchObject([
    {},
    { message: 'No timesheets are made until a new one is verified' },
  ])
  const made = async () =>
    (
      await inTransaction(database, (tx) =>
        generateTimesheets({ tx, clock: world.clock }, { up_to: day('2025-06-30'), contract_id: placed.id }),
      )
    )
      .map(({ start_date, end_date }) => `${start_date} ${end_date}`)
      .sort()
  expect((await made()).at(-1)).toMatch(/ 2025-06-18$/)
  expect(await made()).toEqual([])
  await verify(await add({ valid_to: '2026-06-30', valid_from: '2025-06-19' }))
  expect([await statusOf(), await checks()]).toEqual(['compliant', []])
  expect((await made())[0]).toMatch(/^2025-06-19 /)
})

test('the files of a right to work go two years after the work, and the check stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stint-papers-'))
  const files = openFiles({ kind: 'folder', folder })
  const [scan, other] = [await files.put(Buffer.from('scan')), await files.put(Buffer.from('other'))]
  await sql(
    `update platform.attachment a set file_url = case d.type when 'right_to_work' then $1 else $2 end,
       sha256 = case d.type when 'right_to_work' then $3 else $4 end
     from platform.document d where d.id = a.parent_id`,
    scan.file_url,
    other.file_url,
    scan.sha256,
    other.sha256,
  )
  const remove = () => removeRightFiles({ database, clock: world.clock, files })
  const at = async (day: string) => {
    world.clock.set(instant(`${day}T09:00:00Z`))
    return remove()
  }
  expect(await at('2027-12-01')).toBe(0)
  await inTransaction(database, (tx) => expirePlacements({ tx, clock: world.clock }, SYSTEM))
  expect(await at('2027-12-31')).toBe(0)
  expect(await at('2028-01-01')).toBe(2)
  expect(await remove()).toBe(0)
  expect([await files.read(scan.file_url), (await files.read(other.file_url))?.size_bytes]).toEqual([null, 5])
  expect(await inTransaction(database, (tx) => verifyFiles(tx, files, 10))).toEqual([])
  const { services } = (await act(world, placed.agency.admin, 'platform.compliance.read', {
    business_id: placed.contractor.id,
  })) as { services: { papers: { type: string; documents: { files_removed_at: string | null }[] }[] }[] }
  const right = services[0]?.papers.find(({ type }) => type === 'right_to_work')
  expect(right?.documents[0]).toMatchObject({
    has_file: false,
    verified_by_name: expect.any(String),
    files_removed_at: expect.stringContaining('2028-01-01'),
  })
  expect(await sql(`select from log.audit where action_id = 'remove_right_files'`)).toHaveLength(2)
  await expectSound(database)
  rmSync(folder, { recursive: true })
})
