import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anybody } from '#business/shared/who-may.rules.ts'
import type { Viewer } from '#entity/access.ts'
import { openDatabase } from '#server/database.ts'
import { perform } from '#server/perform.server.ts'
import { type AnyVerb, verb } from '#server/verb.ts'
import { test_keys } from '#test/books-key.ts'
import { freshDatabase } from '../database.ts'
import { Cable } from './cable.ts'
import { Browser, testApp } from './harness.ts'
import { type Person, sampleBusinesses, samplePerson, testClock, viewerOf } from './sample.ts'

const direct = await freshDatabase()
const clock = testClock()
const cable = new Cable(direct.url)
const pools = openDatabase({
  url: await cable.plug(),
  readUrl: null,
  rolePrefix: direct.role_prefix,
  roleSecret: direct.role_secret,
  poolSize: 4,
  booksKeys: test_keys,
})
const database = { ...direct, ...pools, owner: direct.owner }

const addNote = verb({
  action_id: 'test.note.add',
  since: '0.1.0',
  summary: 'Adds a note',
  machine: 'allowed',
  impersonator: 'allowed',
  who: anybody,
  input: z.object({ text: z.string() }),
  output: z.unknown(),
  run: async ({ tx, viewer, audit }, { text }) => {
    const row = await tx.row<{ id: string }>(
      `insert into platform.note (business_id, parent_entity, parent_id, text, user_id, user_name)
       values ($1, 'business.business', $1, $2, $3, $4) returning id`,
      [viewer.business_id, text, viewer.user_id, viewer.user_name],
    )
    audit({ entity: 'platform.note', entity_id: row?.id ?? '' })
    return { id: row?.id }
  },
})
const deps = { database, clock, verbs: new Map<string, AnyVerb>([[addNote.action_id, addNote as AnyVerb]]) }

let person: Person
let viewer: Viewer
let browser: Browser

beforeAll(async () => {
  const { agency_id } = await sampleBusinesses(direct)
  person = await samplePerson(direct, clock, agency_id, ['agency_admin'])
  viewer = await viewerOf(direct, person)
  const { app } = await testApp(database, clock)
  browser = new Browser(app)
  await browser.login(person.email)
})
beforeEach(() => {
  cable.lose_commits = 0
})
afterAll(async () => {
  await pools.close()
  await cable.pull()
})

async function notes(text: string): Promise<number> {
  const { rows } = await direct.owner.query<{ n: number }>(
    'select count(*)::int as n from platform.note where text = $1',
    [text],
  )
  return rows[0]?.n ?? -1
}
const add = (text: string, key: string | null) => perform(deps, viewer, addNote.action_id, { text }, key)

describe('while the database is away', () => {
  test('every call reports it in one sentence, and works again afterwards', async () => {
    await cable.pull()
    const answer = await browser.get('/api/auth/session')
    expect([answer.status, answer.body]).toEqual([
      503,
      {
        success: false,
        message:
          'The database cannot be reached at the moment. Nothing was changed. Please try again shortly.',
        code: 'unavailable',
      },
    ])
    expect((await browser.get('/api/health')).body).toMatchObject({
      status: 'fail',
      checks: { database: { status: 'fail' } },
    })
    await cable.plug()
    expect((await browser.get('/api/health')).status).toBe(200)
    expect((await browser.get('/api/auth/session')).status).toBe(200)
  })

  test('an action is refused and not done later; when it is repeated it is done once', async () => {
    await cable.pull()
    await expect(add('away', 'key-away')).rejects.toThrow('Nothing was changed')
    await cable.plug()
    expect(await notes('away')).toBe(0)
    await add('away', 'key-away')
    await add('away', 'key-away')
    expect(await notes('away')).toBe(1)
  })

  test('action during a short break: done when it is over', async () => {
    await cable.pull()
    const waiting = add('short', 'key-short')
    await cable.plug()
    await waiting
    expect(await notes('short')).toBe(1)
  })
})

describe('when the answer to a commit is lost on the way', () => {
  test('an action with a key finds its first answer and is not done again', async () => {
    cable.lose_commits = 1
    const answer = await add('lost', 'key-lost')
    expect(cable.lose_commits).toBe(0)
    expect(await notes('lost')).toBe(1)
    expect(await add('lost', 'key-lost')).toEqual(answer)
  })

  test('action without a key: not repeated, and its caller is told to check', async () => {
    cable.lose_commits = 1
    await expect(add('unsure', null)).rejects.toThrow('Please look whether your change was made')
    expect(cable.lose_commits).toBe(0)
    // The database got the commit; its answer alone was lost. It may still be at it.
    await expect.poll(() => notes('unsure')).toBe(1)
  })
})
