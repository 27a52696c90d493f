import { beforeAll, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act } from '#test/fixtures/world.ts'
import { type Funded, fundedWeek } from '#test/money/stories/funded-tell.ts'

const database = await freshDatabase()
let one: Funded

beforeAll(async () => {
  one = await fundedWeek(database)
  await one.limit('500.00')
  await one.limit('600.00')
})

const broken = async () =>
  [
    ...new Set(
      (await verifyDatabase(database)).filter((found) => found.broken.length > 0).map(({ id }) => id),
    ),
  ].sort()

/** One row changed behind the product's back, looked at, and put back. */
async function tampered(change: string, undo: string): Promise<string[]> {
  await database.owner.query(
    `set session_replication_role = replica; ${change}; set session_replication_role = origin`,
  )
  const found = await broken()
  await database.owner.query(
    `set session_replication_role = replica; ${undo}; set session_replication_role = origin`,
  )
  return found
}

test('a recourse that was changed by hand is found, whichever of its rows it was', async () => {
  expect(await broken()).toEqual([])
  const by = (table: string, field: string) =>
    tampered(
      `update ${table} set ${field} = ${field} + 1 where id = (select id from ${table} where ${field} > 0 order by id limit 1)`,
      `update ${table} set ${field} = ${field} - 1 where id = (select id from ${table} where ${field} > 0 order by id limit 1)`,
    )
  expect(await by('transaction.invoice', 'recourse_amount')).toEqual(expect.arrayContaining(['I19', 'I3']))
  expect(await by('transaction.invoice', 'disallowed_amount')).toContain('I19')
  expect(await by('transaction.recourse_entry', 'amount')).toContain('I3')
  expect(await by('transaction.collection_note', 'cured_amount')).toEqual(
    expect.arrayContaining(['I12', 'I3', 'I4']),
  )
  expect(await broken()).toEqual([])
})

test('recourse: its note cannot be cancelled by hand; a second reassignment is refused', async () => {
  const { rows } = await database.owner.query<{ id: string; human_id: string }>(
    'select id, human_id from transaction.collection_note',
  )
  const note = present(rows[0], 'a note')
  const { provider } = one.placed.agency
  const cancel = act(one.story, provider.operations, 'transaction.collection_note.cancel', {
    id: note.id,
    reason: 'A favour',
  })
  expect((await refusalOf(cancel)).message).toBe(
    `${note.human_id} follows from debt that is disallowed: it ends when the debt is cured or the agency has paid`,
  )
  const reassign = (viewer: typeof provider.admin) =>
    refusalOf(
      act(one.story, viewer, 'transaction.invoice.reassign', {
        id: one.bill.id,
        reason: 'The client does not pay',
      }),
    )
  expect((await reassign(provider.operations)).code).toBe('not_allowed')
  expect((await reassign(one.placed.agency.admin)).code).toBe('not_allowed')
  await one.reassign()
  expect((await reassign(provider.admin)).message).toBe(`${one.bill.human_id} is reassigned already`)
})
