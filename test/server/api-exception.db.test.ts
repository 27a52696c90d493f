/** A fault of ours is told to the caller in two words, and to the provider in full (spec §2, API exception list). */
import { beforeAll, expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import { catalog } from '#data/registry.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { type Sample, sampleBusinesses, samplePerson, testClock, viewerOf } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)
const browser = new Browser(app)
let sample: Sample

const prefer = (theme: string) => ({
  action_id: 'platform.user.update_preferences',
  input: { preferences: { theme } },
})

beforeAll(async () => {
  sample = await sampleBusinesses(database)
  const person = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
  await browser.login(person.email)
})

test('stores call and user; refusals are not stored', async () => {
  await database.owner.query(`
    create function platform.fail() returns trigger language plpgsql as $$
    begin if new.preferences ->> 'theme' = 'broken' then raise 'the shelf fell down' using errcode = 'XX000'; end if; return new; end $$;
    create trigger fail before update on platform."user" for each row execute function platform.fail()`)
  const answer = await browser.post('/api/permission/action', prefer('broken'))
  expect([answer.status, answer.body.code]).toEqual([500, 'internal'])
  expect(answer.raw.body).not.toContain('shelf')
  expect((await browser.post('/api/permission/action', prefer('dark'))).status).toBe(200)
  expect((await browser.post('/api/permission/action', { action_id: 'no.such.thing' })).status).toBe(404)

  const admin = await viewerOf(
    database,
    await samplePerson(database, clock, sample.provider_id, ['provider_admin']),
  )
  const endpoint = new DataEndpoint({ database, clock, catalog: catalog() })
  const query = '{ log_api_exception { path action_id status message request_id business_id } }'
  expect(JSON.parse(await endpoint.execute(admin, { query }))).toEqual({
    data: {
      log_api_exception: [
        {
          path: '/api/permission/action',
          action_id: 'platform.user.update_preferences',
          status: 500,
          message: 'the shelf fell down',
          request_id: answer.raw.headers['x-request-id'],
          business_id: sample.agency_id,
        },
      ],
    },
  })
})
