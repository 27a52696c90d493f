/** The product's own calls for data (spec §7.1 and §7.3), at POST /api/permission/query. */
import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '#data/limits.ts'
import { listRequestOf } from '#data/list-fetch.server.ts'
import { mutationOf, type Operation } from '#data/operation-list.server.ts'
import { catalog } from '#data/registry.ts'
import { freshDatabase } from '#test/database.ts'
import { Browser, testApp } from '#test/server/harness.ts'
import {
  linkSample,
  type Sample,
  sampleBusinesses,
  samplePerson,
  testClock,
  viewerOf,
} from '#test/server/sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)
const agency = new Browser(app)
const client = new Browser(app)
let sample: Sample
let person: Awaited<ReturnType<typeof samplePerson>>

beforeAll(async () => {
  sample = await sampleBusinesses(database)
  await linkSample(database, sample)
  person = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
  await agency.login(person.email)
  await client.login((await samplePerson(database, clock, sample.client_id, ['invoice_contact'])).email)
})
beforeEach(async () => {
  await database.owner.query('delete from platform.note')
})

const note = { module: 'platform', entity: 'note' } as const
const call = async (body: object, browser = agency) => {
  const { status, body: answer } = await browser.post('/api/permission/query', body)
  return { status, ...answer }
}
const operate = (...operations: object[]) => call({ operations })
const object = (text: string) => ({ text, parent_entity: 'business.business', parent_id: sample.client_id })
const texts = async () =>
  (
    await database.owner.query('select text from platform.note where deleted_at is null order by text')
  ).rows.map((row: { text: string }) => row.text)

async function lay(...names: string[]): Promise<string[]> {
  const answer = await operate({
    ...note,
    action: 'insert',
    objects: names.map(object),
    fields: ['id'],
    alias: 'n',
  })
  return (answer.data as { n: { returning: { id: string }[] } }).n.returning.map((row) => row.id) // As asked for.
}

describe('an operation list', () => {
  it('inserts, updates and deletes in one transaction, each answered under its alias', async () => {
    const [oak] = await lay('Oak', 'Yew')
    expect(
      await operate(
        { ...note, action: 'insert', objects: object('Ash'), fields: ['text', 'user_name'], alias: 'added' },
        { ...note, action: 'update', update_id: oak, set: { text: 'Old oak' }, fields: ['text'] },
        { ...note, action: 'delete', where: { text: { _eq: 'Yew' } } },
      ),
    ).toEqual({
      status: 200,
      success: true,
      data: {
        added: { affected_rows: 1, returning: [{ text: 'Ash', user_name: 'Robin Vale' }] },
        update_platform_note: { affected_rows: 1, returning: [{ text: 'Old oak' }] },
        delete_platform_note: { affected_rows: 1 },
      },
    })
    expect(await texts()).toEqual(['Ash', 'Old oak'])
  })
  it('means rows by id, by ids or by filter, and numbers what has no name of its own', async () => {
    const [a, b, c, d] = await lay('A', 'B', 'C', 'D')
    expect(
      await operate(
        { ...note, action: 'update', update_ids: [a, b], set: { text: 'X' } },
        { ...note, action: 'update', where: { text: { _eq: 'C' } }, set: { text: 'Y' } },
        { ...note, action: 'delete', delete_id: a },
        { ...note, action: 'delete', delete_ids: [c, d] },
      ),
    ).toMatchObject({
      data: {
        update_platform_note: { affected_rows: 2 },
        update_platform_note_2: { affected_rows: 1 },
        delete_platform_note: { affected_rows: 1 },
        delete_platform_note_4: { affected_rows: 2 },
      },
    })
    expect(await texts()).toEqual(['X'])
  })
  it('leaves out rows that were deleted', async () => {
    const [a] = await lay('A')
    await operate({ ...note, action: 'delete', delete_id: a })
    expect(
      await operate(
        { ...note, action: 'update', update_id: a, set: { text: 'B' } },
        { ...note, action: 'delete', where: {} },
      ),
    ).toMatchObject({
      data: { update_platform_note: { affected_rows: 0 }, delete_platform_note: { affected_rows: 0 } },
    })
  })
  it('is whole or not at all', async () => {
    const answer = await operate(
      { ...note, action: 'insert', objects: object('A') },
      { ...note, action: 'insert', objects: { text: 'B' } },
    )
    expect(answer).toEqual({
      status: 409,
      success: false,
      code: 'conflict',
      message: 'a value that is required is missing',
    })
    expect(await texts()).toEqual([])
  })
  it.each([
    [
      'no filter for an update',
      { action: 'update', set: { text: 'x' } },
      'Say which records to update: by id or by where',
    ],
    ['no filter for a delete', { action: 'delete' }, 'Say which records to delete: by id or by where'],
    [
      'an id of another action',
      { action: 'delete', update_id: 'x' },
      'Say which records to delete: by id or by where',
    ],
    ['nothing to set', { action: 'update', where: {} }, 'Say what to set'],
    ['nothing to insert', { action: 'insert' }, 'Say what to insert'],
    [
      'a field that may not be written',
      { action: 'insert', objects: { user_id: 'x' } },
      "field 'user_id' not found in type: 'platform_note_insert_input'",
    ],
    [
      'an id that is none',
      { action: 'delete', delete_id: 'x' },
      "expected a uuid for type 'uuid', but found something else",
    ],
  ])('refuses %s', async (_what, one, message) => {
    await lay('A')
    expect(await operate({ ...note, ...one })).toMatchObject({
      status: 400,
      success: false,
      code: 'invalid',
      message,
    })
    expect(await texts()).toEqual(['A'])
  })
  it.each([
    ['an unknown key', { ...note, action: 'delete', wheer: {}, where: {} }],
    ['an action that is none', { ...note, action: 'truncate', where: {} }],
    [
      'a name with more in it',
      { module: 'platform', entity: 'note(where: {}) { id } x', action: 'delete', where: {} },
    ],
    ['a field with more in it', { ...note, action: 'delete', where: {}, fields: ['id } } mutation {'] }],
    ['an alias with more in it', { ...note, action: 'delete', where: {}, alias: 'a: b' }],
  ])('refuses %s', async (_what, one) => {
    await lay('A')
    expect(await operate(one)).toMatchObject({ status: 400, success: false, code: 'invalid' })
    expect(await texts()).toEqual(['A'])
  })
  it('refuses too many operations, and none', async () => {
    const one = { ...note, action: 'insert', objects: object('A') }
    expect(await operate(...Array<object>(LIMITS.root_fields + 1).fill(one))).toMatchObject({ status: 400 })
    expect(await operate()).toMatchObject({ status: 400 })
  })
  it.each(['notification_log', 'audit', 'mail_log'])('never writes log.%s', async (entity) => {
    for (const one of [
      { action: 'insert', objects: {} },
      { action: 'delete', where: {} },
      { action: 'update', where: {}, set: {} },
    ])
      expect(await operate({ module: 'log', entity, ...one })).toMatchObject({
        status: 400,
        success: false,
        code: 'invalid',
      })
  })
  it('does not reach another business', async () => {
    const [id] = await lay('A')
    const one = { ...note, action: 'delete', delete_id: id }
    expect(await call({ operations: [one] }, client)).toMatchObject({
      data: { delete_platform_note: { affected_rows: 0 } },
    })
    expect(await texts()).toEqual(['A'])
  })
  it('takes the action id it is made under, and knows those that are declared', async () => {
    const operation = { ...note, action: 'insert', objects: object('Oak') }
    const answer = await call({ operations: [operation], action_id: 'platform.note.nothing' })
    expect(answer).toMatchObject({ success: false })
    expect(JSON.stringify(answer)).toContain("there is no action 'platform.note.nothing'")
    expect(await texts()).toEqual([])
  })
  it('needs a session', async () => {
    expect(
      await call({ operations: [{ ...note, action: 'delete', where: {} }] }, new Browser(app)),
    ).toMatchObject({ status: 401 })
  })
  it('is one named mutation whose values are all variables', () => {
    const list: Operation[] = [
      {
        ...note,
        action: 'insert',
        objects: [{ text: '"}' }],
        on_conflict: { constraint: 'note_pkey', update_columns: ['text'], where: {} },
        fields: ['id', 'business.name'],
        alias: 'a',
      },
    ]
    expect(mutationOf(list, 'add_note')).toEqual({
      query:
        'mutation add_note($v0: [platform_note_insert_input!]!, $v1: platform_note_on_conflict) { a: insert_platform_note(objects: $v0, on_conflict: $v1) { affected_rows returning { id business { name } } } }',
      variables: {
        v0: [{ text: '"}' }],
        v1: { constraint: 'note_pkey', update_columns: ['text'], where: {} },
      },
    })
  })
})

describe('a list fetch', () => {
  const list = (more: object = {}) => ({ ...note, fields: ['text'], order_by: { text: 'asc' }, ...more })
  it('gives total, count and records, by base filter, filters and search', async () => {
    await lay('Ash', 'Beech', 'Birch', 'Cedar')
    const base = { text: { _neq: 'Cedar' } }
    expect(
      await call({ list: list({ where: base, filters: { text: { _like: 'B%' } }, search: 'ch', limit: 1 }) }),
    ).toEqual({
      status: 200,
      success: true,
      data: { total: 3, count: 2, records: [{ text: 'Beech' }], counts: {} },
    })
    expect(await call({ list: list({ search: 'RC', offset: 0 }) })).toMatchObject({
      data: { total: 4, count: 1, records: [{ text: 'Birch' }] },
    })
    expect(await call({ list: list({ offset: 3 }) })).toMatchObject({
      data: { count: 4, records: [{ text: 'Cedar' }] },
    })
  })
  it('without an order: the newest first, invoices by number', async () => {
    const viewer = await viewerOf(database, person)
    const orderOf = (entity: string, of = viewer) => {
      const [module = '', name = ''] = entity.split('.')
      const { variables } = listRequestOf(catalog(), of, { module, entity: name, fields: ['id'] })
      return Object.values(variables ?? {}).filter((value) => JSON.stringify(value).includes('desc'))
    }
    expect(orderOf('transaction.timesheet')).toEqual([{ created_at: 'desc' }])
    expect(orderOf('transaction.invoice')).toEqual([{ human_id: 'desc' }])
    await lay('Ash', 'Beech')
    const days = { Ash: '2026-01-02', Beech: '2026-01-03' }
    for (const [text, day] of Object.entries(days))
      await database.owner.query('update platform.note set created_at = $2 where text = $1', [text, day])
    expect(await call({ list: { ...note, fields: ['text'] } })).toMatchObject({
      data: { records: [{ text: 'Beech' }, { text: 'Ash' }] },
    })
  })
  it('counts related records, groups and tags beside it', async () => {
    await lay('Ash', 'Beech', 'Birch')
    const counts = [
      { alias: 'b', where: { text: { _like: 'B%' } } },
      { alias: 'none', where: { text: { _eq: '' } } },
      { alias: 'own', module: 'business', entity: 'business', where: { id: { _eq: sample.agency_id } } },
    ]
    expect(await call({ list: list({ limit: 0, counts }) })).toMatchObject({
      data: { total: 3, count: 3, records: [], counts: { b: 2, none: 0, own: 1 } },
    })
  })
  it('gives several lists at once', async () => {
    await lay('Ash')
    const lists = {
      notes: list(),
      businesses: { module: 'business', entity: 'business', fields: ['id'], limit: 0 },
    }
    expect(await call({ lists })).toMatchObject({
      data: { notes: { total: 1, records: [{ text: 'Ash' }] }, businesses: { records: [] } },
    })
  })
  it.each([
    [
      'a field that is not there',
      { fields: ['nothing'] },
      "field 'nothing' not found in type: 'platform_note'",
    ],
    [
      'a filter that is none',
      { filters: { text: { _is: 1 } } },
      "field '_is' not found in type: 'String_comparison_exp'",
    ],
    [
      'an entity that is not there',
      { entity: 'nothing' },
      "the type of variable 'v0' is not found in the schema",
    ],
  ])('gives zeros and an empty list for %s, and why', async (_what, more, message) => {
    await lay('Ash')
    expect(await call({ list: list({ ...more, counts: [{ alias: 'n' }] }) })).toEqual({
      status: 200,
      success: true,
      data: {
        total: 0,
        count: 0,
        records: [],
        counts: { n: 0 },
        retry: { message, code: 'validation-failed' },
      },
    })
  })
  it.each([
    ['an unknown key', { filter: {} }],
    ['a negative limit', { limit: -1 }],
    ['a limit beyond what a list may hold', { limit: LIMITS.rows + 1 }],
    ['a path with more in it', { fields: ['text } x { y'] }],
  ])('refuses %s', async (_what, more) => {
    expect(await call({ list: list(more) })).toMatchObject({ status: 400, success: false, code: 'invalid' })
  })
  it('shows each viewer their own', async () => {
    await lay('Ash')
    expect(await call({ list: list() }, client)).toMatchObject({ data: { total: 0, records: [] } })
  })
  it('searches in fields that the viewer may read', async () => {
    const viewer = await viewerOf(database, person)
    const { variables } = listRequestOf(catalog(), viewer, { ...note, search: 'a  b%' })
    expect(variables).toMatchObject({ v0: { _or: [{ text: { _ilike: '%a%b\\%%' } }] } })
  })
})

describe('the examples of docs/data-api.md', () => {
  const text = readFileSync(new URL('../../docs/data-api.md', import.meta.url), 'utf8')
  const examples = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, example = '']) => JSON.parse(example) as object,
  )
  it('are one of each', () => {
    expect(examples.flatMap((example) => Object.keys(example)).sort()).toEqual(['list', 'operations'])
  })
  it.each(examples)('are answered (%#)', async (example) => {
    const { success, data } = await call(example)
    expect(success).toBe(true)
    expect(data).not.toHaveProperty('retry')
  })
})
