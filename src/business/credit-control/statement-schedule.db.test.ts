import { beforeAll, expect, test } from 'vitest'
import { runDaily } from '#server/daily.server.ts'
import { freshDatabase } from '#test/database.ts'
import { deliveredMails } from '#test/fixtures/outbox.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, type SeededPlacement, seedApprovedTimesheet, seedWeek, worldOn } from '#test/fixtures/world.ts'
import type { StatementPreview } from './statement-schedule.rules.ts'

const database = await freshDatabase()
/** Sunday 15 June 2025. */
const world = worldOn(database)
let placement: SeededPlacement

beforeAll(async () => {
  placement = await seedWeek(world)
  await seedApprovedTimesheet(world, placement)
  // The agency's own: the 20th of every month.
  await act(world, placement.agency.admin, 'business.chase_plan.set', { steps: [], statement_day: 20 })
})

const client_id = () => placement.client.id
const set = (input: object, by = placement.agency.admin) =>
  act(world, by, 'business.client_statement_schedule.set', { client_id: client_id(), ...input })
const preview = () =>
  act<StatementPreview>(world, placement.agency.admin, 'business.client_statement_schedule.preview', {
    client_id: client_id(),
  })

/** Lives day by day, and says on which statements were written, each once. */
async function liveUntil(until: string): Promise<string[]> {
  const from = world.clock.today()
  while (world.clock.today() < until) {
    world.clock.advance({ days: 1 })
    await runDaily(world)
    await runDaily(world)
  }
  const { rows } = await database.owner.query<{ on_date: string }>(
    `select on_date::text from transaction.chase where kind = 'statement' and on_date > $1 order by on_date`,
    [from],
  )
  return rows.map((row) => row.on_date)
}

test('the agency’s schedule holds until the client has its own; each day is once, and foretold', async () => {
  expect(await preview()).toMatchObject({
    schedule: 'On day 20 of every month',
    own: null,
    last_sent: null,
    next_date: '2025-06-20',
    invoice_count: 1,
    subject: expect.stringContaining('Statement of account'),
  })
  expect(await liveUntil('2025-06-21')).toEqual(['2025-06-20'])
  expect(await preview()).toMatchObject({ last_sent: '2025-06-20', next_date: '2025-07-20' })

  await set({ frequency: 'weekly', weekday: 3 })
  expect(await preview()).toMatchObject({ schedule: 'Every Wednesday', next_date: '2025-06-25' })
  expect(await liveUntil('2025-07-03')).toEqual(['2025-06-25', '2025-07-02'])

  await set({ frequency: 'weekly', weekday: 3, paused_until: '2025-07-09' })
  expect(await preview()).toMatchObject({ next_date: '2025-07-16' })
  expect(await liveUntil('2025-07-17')).toEqual(['2025-07-16'])

  await set({ frequency: 'monthly', day_of_month: 28 })
  expect(await liveUntil('2025-07-29')).toEqual(['2025-07-28'])

  await set({ frequency: 'off' })
  expect(await preview()).toMatchObject({ schedule: 'No statements are scheduled', next_date: null })
  expect(await liveUntil('2025-08-25')).toEqual([])

  // Back with the agency's: nothing is made good for the time in which there were none.
  await set({ frequency: 'agency' })
  expect(await preview()).toMatchObject({ own: null, next_date: '2025-09-20' })
  expect(await liveUntil('2025-09-01')).toEqual([])
})

test('statement schedule: a missed night is made up; one set on its own day starts with the next', async () => {
  expect(world.clock.today()).toBe('2025-09-01')
  // A Monday.
  await set({ frequency: 'weekly', weekday: 1 })
  expect(await preview()).toMatchObject({ next_date: '2025-09-08' })
  world.clock.advance({ days: 8 })
  await runDaily(world)
  const { rows } = await database.owner.query(
    `select max(on_date)::text as on_date from transaction.chase where kind = 'statement'`,
  )
  expect(rows).toEqual([{ on_date: '2025-09-09' }])
  expect(await preview()).toMatchObject({ last_sent: '2025-09-09', next_date: '2025-09-15' })
})

test('its mail brings the statement; only the agency’s admin sets it, in the words of the rules', async () => {
  const mails = await deliveredMails({ ...world, database }, 'credit_mail', 'chase:')
  expect(mails.at(-1)?.files[0]).toMatch(/^Statement .*\.pdf$/)
  expect((await refusalOf(set({ frequency: 'weekly' }))).errors).toEqual({ weekday: 'Mandatory' })
  expect((await refusalOf(set({ frequency: 'monthly', day_of_month: 31 }))).errors).toEqual({
    day_of_month: 'Max number is reached',
  })
  expect((await refusalOf(set({ frequency: 'off', paused_until: '2025-01-01' }))).errors).toEqual({
    paused_until: 'Should be after 08/09/2025',
  })
  for (const by of [placement.agency.user, placement.agency.reader, placement.client.invoice_contact]) {
    expect((await refusalOf(set({ frequency: 'off' }, by))).code).toBe('not_allowed')
  }
})
