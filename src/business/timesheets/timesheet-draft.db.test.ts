import { expect, test } from 'vitest'
import { runDaily } from '#server/daily.server.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedTimesheets, seedWeek, weekdays } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const keep = 'transaction.timesheet.keep_typed'
const drop = 'transaction.timesheet.drop_typed'

async function seed() {
  const placement = await seedWeek(world)
  const [sheet] = await seedTimesheets(world, placement)
  if (!sheet) throw new Error('no timesheet was generated')
  return { placement, sheet, cell: (day: string) => `${day} ${placement.group_id}` }
}
const kept = async (id: string) =>
  (
    await database.owner.query(
      'select user_id, changes from transaction.timesheet_draft where timesheet_id = $1 order by created_at, id',
      [id],
    )
  ).rows as { user_id: string; changes: object }[]

test('typed values: each cell is kept for its author, in any words, and joins the others of the draft', async () => {
  const { placement, sheet, cell } = await seed()
  const { viewer } = placement.contractor
  const monday = { [cell('2025-06-02')]: { now: '7 or 8?', was: '' } }
  const tuesday = { [cell('2025-06-03')]: { now: '6', was: '7' }, comment: { now: 'Half day', was: '' } }
  await act(world, viewer, keep, { id: sheet.id, changes: monday })
  await act(world, viewer, keep, { id: sheet.id, changes: tuesday })
  expect(await kept(sheet.id)).toEqual([{ user_id: viewer.user_id, changes: { ...monday, ...tuesday } }])

  await act(world, viewer, drop, { id: sheet.id, keys: ['comment', cell('2025-06-03')] })
  expect(await kept(sheet.id)).toEqual([{ user_id: viewer.user_id, changes: monday }])
})

test('typed values: a reader of the timesheet can neither keep, read nor drop the draft of its author', async () => {
  const { placement, sheet, cell } = await seed()
  const changes = { [cell('2025-06-02')]: { now: '8', was: '' } }
  await act(world, placement.contractor.viewer, keep, { id: sheet.id, changes })
  const other = await seed()
  expect(
    (await refusalOf(act(world, other.placement.contractor.viewer, keep, { id: sheet.id, changes }))).code,
  ).toBe('not_found')
  expect(
    (await refusalOf(act(world, placement.client.approver, drop, { id: sheet.id, keys: ['comment'] }))).code,
  ).toBe('not_allowed')
  expect(await kept(sheet.id)).toHaveLength(1)
})

test('typed values: a submitted timesheet takes none, and its leftovers can be dropped', async () => {
  const { placement, sheet, cell } = await seed()
  const { viewer } = placement.contractor
  const changes = { [cell('2025-06-02')]: { now: '8', was: '' } }
  await act(world, viewer, keep, { id: sheet.id, changes })
  const details = weekdays(sheet, placement.group_id)
  await act(world, viewer, 'transaction.timesheet.submit', { id: sheet.id, details })
  expect((await refusalOf(act(world, viewer, keep, { id: sheet.id, changes }))).message).toBe(
    `Timesheet ${sheet.human_id} is submitted and cannot be changed`,
  )
  await act(world, viewer, drop, { id: sheet.id, keys: Object.keys(changes) })
  expect(await kept(sheet.id)).toEqual([{ user_id: viewer.user_id, changes: {} }])
})

test('typed values: only cells and the comment are kept, up to a number of them', async () => {
  const { placement, sheet, cell } = await seed()
  const { viewer } = placement.contractor
  const asked = (changes: object) => refusalOf(act(world, viewer, keep, { id: sheet.id, changes }))
  expect((await asked({ password: { now: 'x', was: '' } })).code).toBe('invalid')
  const many = (from: number) =>
    Object.fromEntries(
      Array.from({ length: 300 }, (_, no) => [
        cell(
          `20${String(from + Math.floor(no / 28)).padStart(2, '0')}-01-${String(1 + (no % 28)).padStart(2, '0')}`,
        ),
        { now: '1', was: '' },
      ]),
    )
  await act(world, viewer, keep, { id: sheet.id, changes: many(10) })
  expect((await asked(many(40))).code).toBe('invalid')
})

test('typed values: the night removes those that were not touched for 30 days, and no others', async () => {
  const old = await seed()
  const touched = await seed()
  const changes = { comment: { now: 'Half day', was: '' } }
  for (const { placement, sheet } of [old, touched])
    await act(world, placement.contractor.viewer, keep, { id: sheet.id, changes })
  world.clock.advance({ days: 29 })
  const more = { [touched.cell('2025-06-02')]: { now: '8', was: '' } }
  await act(world, touched.placement.contractor.viewer, keep, { id: touched.sheet.id, changes: more })
  await runDaily(world)
  expect((await kept(old.sheet.id)).map((row) => row.changes)).toEqual([changes])
  world.clock.advance({ days: 1 })
  await runDaily(world)
  expect((await kept(old.sheet.id)).map((row) => row.changes)).toEqual([{}])
  expect((await kept(touched.sheet.id)).map((row) => row.changes)).toEqual([{ ...changes, ...more }])
})
