/** A permanent placement waits for its client, its provider and its agency, and each of them has the task. */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '#test/database.ts'
import { act } from '#test/fixtures/world.ts'
import { admin, checker, makeStage, operations, provider } from '#test/server/example-parts.ts'
import { examples } from '#test/server/verb-examples.ts'

const database = await freshDatabase()
const stage = await makeStage(database)
const comment = 'Another candidate'

const made = async (action_id: string): Promise<string> => {
  const example = present(examples[action_id], action_id)
  return String((await example.input(stage, example.by(stage))).id)
}

const openOf = async (id: string) => {
  const rows = await database.sql<{ kind: string; title: string; link: string; contact: string }>(
    `select kind, title, link, business_contact_id::text as contact from log.notification_log
     where entity_id = $1 and class = 'task' and state <> 'done'`,
    id,
  )
  return Object.fromEntries(
    Object.entries(Object.groupBy(rows, ({ kind }) => kind)).map(([kind, of = []]) => [
      kind,
      of.map(({ contact }) => contact).sort(),
    ]),
  )
}
const contactsOf = (...people: readonly { business_contact_id: string }[]) =>
  people.map(({ business_contact_id }) => business_contact_id).sort()

test('permanent placement: the client approves, then the provider activates, each by a task', async () => {
  const { manager } = stage.placed.client
  const id = await made('contract.perm_placement.approve')
  expect(await openOf(id)).toEqual({ placement_to_approve: contactsOf(manager) })
  const [task] = await database.sql<{ title: string; message: string; link: string }>(
    `select title, message, link from log.notification_log where entity_id = $1 and kind = 'placement_to_approve'`,
    id,
  )
  expect(task).toMatchObject({
    title: expect.stringMatching(/^Approve placement /) as string,
    link: `contract/perm_placement/${id}`,
  })
  await act(stage, manager, 'contract.perm_placement.approve', { id })
  expect(await openOf(id)).toEqual({
    placement_to_activate: contactsOf(provider(stage), operations(stage), checker(stage)),
  })
  await act(stage, checker(stage), 'contract.perm_placement.activate', { id })
  expect(await openOf(id)).toEqual({})
})

test('permanent placement: a rejection is the agency’s task until it submits again', async () => {
  const { manager } = stage.placed.client
  const id = await made('contract.perm_placement.approve')
  await act(stage, manager, 'contract.perm_placement.reject', { id, comment })
  expect(await openOf(id)).toEqual({ placement_rejected: contactsOf(admin(stage)) })
  stage.clock.advance({ hours: 1 })
  await act(stage, admin(stage), 'contract.perm_placement.submit', { id })
  expect(await openOf(id)).toEqual({ placement_to_approve: contactsOf(manager) })
  await act(stage, admin(stage), 'contract.perm_placement.cancel', { id, comment })
  expect(await openOf(id)).toEqual({})
})
