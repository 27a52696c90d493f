/** What hangs on a record: notes, files and mails, each for its own readers. */
import { beforeAll, expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Viewer } from '#entity/access.ts'
import { freshDatabase } from '#test/database.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedContact } from '#test/fixtures/world.ts'
import { outboxOf } from '#test/pdf/deliver.ts'
import { admin, makeStage, operations, type Stage } from '#test/server/example-parts.ts'
import { sourcesOf, timelineQuery } from '../timeline/timeline.rules.ts'

const database = await freshDatabase()
let stage: Stage
let endpoint: DataEndpoint
let colleague: Viewer
let outbox: ReturnType<typeof outboxOf>
beforeAll(async () => {
  stage = await makeStage(database)
  endpoint = new DataEndpoint({ database, clock: stage.clock, onError: () => undefined })
  outbox = outboxOf(database, stage.clock)
  colleague = await seedContact(stage, admin(stage), stage.agency.id, 'Cora', 'agency_user')
})

const { sql } = database
const ask = async (viewer: Viewer, query: string) =>
  JSON.parse(await endpoint.execute(viewer, { query })) as {
    data: Record<string, unknown>
    errors?: unknown
  } // The endpoint's own shape.
const placement = () => ({ parent_entity: 'contract.temp_placement', parent_id: stage.placed.id })
const addNote = (by: Viewer, text: string, about: object = placement()) =>
  act<{ id: string; mentioned: string[] }>(stage, by, 'platform.note.create', { ...about, text })

test('a mention tells a colleague once, and nobody of another business', async () => {
  const made = await addNote(
    admin(stage),
    `@${colleague.user_name}, ask @${operations(stage).user_name} and me, @${admin(stage).user_name}`,
  )
  expect(made.mentioned).toEqual([colleague.user_name])
  await act(stage, admin(stage), 'platform.note.update', {
    id: made.id,
    text: `@${colleague.user_name}: done`,
  })
  const told = await sql(
    'select user_id, kind, class, link, message from log.notification_log where entity_id = $1',
    made.id,
  )
  expect(told).toEqual([
    {
      user_id: colleague.user_id,
      kind: 'mention',
      class: 'notice',
      link: `contract/temp_placement/${stage.placed.id}`,
      message: `In a note on ${stage.placed.human_id}`,
    },
  ])
})

test('a note is changed for fifteen minutes by its author, by the verb and by the data endpoint alike', async () => {
  const { id } = await addNote(admin(stage), 'First words')
  const change = (by: Viewer) => act(stage, by, 'platform.note.update', { id, text: 'Other words' })
  const changeData = async (text: string) =>
    (
      await ask(
        admin(stage),
        `mutation { done: update_platform_note_by_pk(pk_columns: {id: "${id}"}, _set: {text: "${text}"}) { text } }`,
      )
    ).data.done
  expect((await refusalOf(change(colleague))).code).toBe('not_allowed')
  stage.clock.advance({ minutes: 14 })
  expect(await changeData('Second words')).toEqual({ text: 'Second words' })
  await change(admin(stage))
  stage.clock.advance({ minutes: 1 })
  expect(await changeData('Too late')).toBeNull()
  expect((await refusalOf(change(admin(stage)))).code).toBe('precondition')
  expect((await refusalOf(act(stage, colleague, 'platform.note.remove', { id }))).code).toBe('not_allowed')
  await act(stage, admin(stage), 'platform.note.remove', { id })
  const trail = await sql<{ action_id: string }>(
    'select action_id from log.audit where entity_id = $1 order by chain_no',
    id,
  )
  expect(trail.map((one) => one.action_id)).toEqual([
    'platform.note.create',
    'platform.note.update',
    'platform.note.update',
    'platform.note.remove',
  ])
})

test('a note is seen by its business alone, and is about what its writer reads', async () => {
  const { id } = await addNote(admin(stage), 'Between us')
  const read = `{ notes: platform_note(where: {id: {_eq: "${id}"}}) { text } }`
  expect((await ask(colleague, read)).data.notes).toEqual([{ text: 'Between us' }])
  for (const other of [operations(stage), stage.placed.client.manager, stage.placed.contractor.viewer]) {
    expect((await ask(other, read)).data.notes).toEqual([])
    expect((await refusalOf(act(stage, other, 'platform.note.remove', { id }))).code).toBe('not_found')
  }
  const far = { parent_entity: 'platform.note', parent_id: id }
  expect((await refusalOf(addNote(operations(stage), 'Mine', far))).code).toBe('not_found')
  expect((await refusalOf(addNote(operations(stage), 'Mine', { ...far, parent_entity: 'x' }))).code).toBe(
    'not_found',
  )
})

test('every reader of a record gets its timeline, of what they may read', async () => {
  const { client, contractor } = stage.placed
  stage.clock.advance({ minutes: 1 })
  await addNote(admin(stage), 'For the timeline')
  const about: readonly (readonly [string, string])[] = [
    ['contract.temp_placement', stage.placed.id],
    ['business.client', client.id],
    ['business.contractor', contractor.id],
    ['transaction.invoice', stage.placed.id],
    ['transaction.timesheet', stage.placed.id],
    ['transaction.expense', stage.placed.id],
  ]
  const readers = [
    admin(stage),
    colleague,
    operations(stage),
    client.manager,
    client.approver,
    contractor.viewer,
  ]
  const seen = new Map<string, unknown>()
  for (const reader of readers)
    for (const [entity, id] of about) {
      const query = timelineQuery(sourcesOf(entity, reader))
      const answer = JSON.parse(await endpoint.execute(reader, { query, variables: { id, limit: 3 } }))
      expect(answer.errors, `${entity} for ${reader.roles}`).toBeUndefined()
      seen.set(`${entity} ${reader.user_id}`, answer.data)
    }
  const placement_of = (viewer: Viewer) => seen.get(`contract.temp_placement ${viewer.user_id}`)
  expect(placement_of(colleague)).toMatchObject({ platform_note: [{ text: 'For the timeline' }, {}, {}] })
  expect(placement_of(client.manager)).toMatchObject({ platform_note: [] })
  expect(placement_of(colleague)).not.toHaveProperty('contract_contract_activity')
})

test('a mail of a record goes to each address once, and shows to the sender’s business alone', async () => {
  const { client } = stage.placed
  const about = { module: 'contract', entity: 'temp_placement', id: stage.placed.id }
  const send = (by: Viewer, change: object) =>
    act<{ id: string; recipients: number }>(stage, by, 'platform.communication.send', {
      ...about,
      to: [client.manager.email],
      subject: 'The gate',
      text: 'Please open it',
      ...change,
    })
  const draft = await act(stage, admin(stage), 'platform.communication.draft', {
    ...about,
    template: 'reminder',
  })
  expect(draft).toMatchObject({ to: [client.manager.email], subject: `Reminder: ${stage.placed.human_id}` })
  const errorsOf = async (change: object) => (await refusalOf(send(admin(stage), change))).errors
  expect(await errorsOf({ to: ['nobody'] })).toEqual({ 'to.0': 'Please enter a valid email' })
  expect(await errorsOf({ cc: [client.manager.email] })).toEqual({ cc: 'Duplicate Email' })
  expect(await errorsOf({ to: ['out@example.org'] })).toHaveProperty('confirm_external')
  const outside = { to: [client.manager.email, 'out@example.org'], confirm_external: true }
  const sent = await send(admin(stage), outside)
  expect(sent.recipients).toBe(2)
  const queued = await sql<{ payload: { to: string } }>(
    `select payload from platform.outbox where topic = 'platform.communication' and payload ->> 'communication_id' = $1`,
    sent.id,
  )
  expect(queued.map(({ payload }) => payload.to).sort()).toEqual(outside.to.toSorted())
  await outbox.deliverAll()
  const states =
    '{ mails: platform_communication { subject deliveries(order_by: { to: asc }) { to status } } log_mail_delivery { to } }'
  expect((await ask(colleague, states)).data.mails).toEqual([
    {
      subject: 'The gate',
      deliveries: outside.to.toSorted().map((to) => ({ to: to.toLowerCase(), status: 'kept' })),
    },
  ])
  expect((await ask(operations(stage), states)).data).toEqual({ mails: [], log_mail_delivery: [] })
  const read = '{ mails: platform_communication { id } }'
  expect((await ask(colleague, read)).data.mails).toEqual([{ id: sent.id }])
  expect((await ask(operations(stage), read)).data.mails).toEqual([])
  expect((await refusalOf(send(client.manager, {}))).code).toBe('not_allowed')
})

test('mail: people who wish to be reached by telephone are not proposed, and named before they are written to', async () => {
  const { manager } = stage.placed.client
  const about = { module: 'contract', entity: 'temp_placement', id: stage.placed.id }
  const prefers = (reach_by: string) =>
    act(stage, manager, 'business.business_contact.set_preference', {
      id: manager.business_contact_id,
      reach_by,
    })
  const send = (more: object) =>
    act(stage, admin(stage), 'platform.communication.send', {
      ...about,
      to: [manager.email],
      subject: 'The gate',
      text: 'Please open it',
      ...more,
    })
  await prefers('telephone')
  expect((await refusalOf(send({}))).errors).toEqual({
    confirm_preference: `They wish to be reached by telephone: ${manager.email}. Tick to send all the same.`,
  })
  expect(await send({ confirm_preference: true })).toMatchObject({ recipients: 1 })
  await prefers('any')
  expect(await send({})).toMatchObject({ recipients: 1 })
})
