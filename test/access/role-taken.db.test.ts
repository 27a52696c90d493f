/**
 * A role that was taken away takes along what it had made: a file of an export, and the answer kept under a key, which may be
 * a file of bank accounts or what everybody was paid (quality S9: a changed role holds from the next request on).
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runExport } from '#server/export/export-run.server.ts'
import { folderFiles } from '#server/storage.server.ts'
import { freshDatabase } from '../database.ts'
import { refusalOf } from '../fixtures/refusal.ts'
import { act } from '../fixtures/world.ts'
import { Browser, testApp } from '../server/harness.ts'
import { sampleBusinesses, samplePerson, testClock, viewerOf } from '../server/sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app, folder } = await testApp(database, clock)
const home = join(folder, 'files')
mkdirSync(home, { recursive: true })
const world = { database, clock }
const sample = await sampleBusinesses(database)

type Person = Awaited<ReturnType<typeof samplePerson>>
const hold = (person: Person, ...roles: readonly string[]) =>
  database.owner.query('update business.business_contact set roles = $2 where user_id = $1', [
    person.user_id,
    roles,
  ])

const notes = {
  entity: 'platform.note',
  format: 'csv',
  title: 'Notes',
  columns: [{ field: 'text', label: 'Text' }],
}

test('a file that was made with a role is had with that role alone', async () => {
  const person = await samplePerson(database, clock, sample.agency_id, ['agency_user', 'agency_admin'])
  const browser = new Browser(app)
  await browser.login(person.email)
  const viewer = await viewerOf(database, person)
  const { job_id } = await act<{ job_id: string }>(world, viewer, 'platform.export.start', notes)
  await runExport({ database, clock, files: folderFiles(home), pace_ms: 0 }, job_id)
  const had = async () => (await browser.get(`/api/export/${job_id}`)).status
  expect(await had()).toBe(200)
  await hold(person, 'agency_user')
  expect(await had()).toBe(404)
  await hold(person, 'agency_user', 'agency_admin', 'agency_read_only')
  expect(await had()).toBe(200)
})

test('a role given while an export waits counts as one that it was made with', async () => {
  const person = await samplePerson(database, clock, sample.agency_id, ['agency_user', 'agency_admin'])
  await hold(person, 'agency_user')
  const browser = new Browser(app)
  await browser.login(person.email)
  const viewer = await viewerOf(database, person)
  const { job_id } = await act<{ job_id: string }>(world, viewer, 'platform.export.start', notes)
  await hold(person, 'agency_user', 'agency_admin')
  await runExport({ database, clock, files: folderFiles(home), pace_ms: 0 }, job_id)
  expect((await browser.get(`/api/export/${job_id}`)).status).toBe(200)
  await hold(person, 'agency_user')
  expect((await browser.get(`/api/export/${job_id}`)).status).toBe(404)
})

test('an answer kept under a key is not given again after a change of roles', async () => {
  const person = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
  const before = await viewerOf(database, person)
  const key = crypto.randomUUID()
  const make = async () => {
    const viewer = await viewerOf(database, person)
    return act<{ content: string }>(
      world,
      viewer,
      'report.intermediary.make',
      { quarter_start: '2025-04-06' },
      key,
    )
  }
  const first = await make()
  expect(await make()).toEqual(first)
  await hold(person, 'agency_read_only')
  expect((await refusalOf(make())).code).toBe('conflict')
  await hold(person, 'agency_user')
  expect((await refusalOf(make())).code).toBe('not_allowed')
  await hold(person, ...before.roles)
  expect(await make()).toEqual(first)
})
