/** The client asks for an earlier last day of its placement: a request that the agency decides first. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { addDays, type Day, formatDay } from '#kernel/day.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedApprovedTimesheet, seedParties, seedPlacement } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const parties = await seedParties(world)
const { provider, agency, client, contractor: worker } = parties
const last = addDays(world.clock.today(), 20)

type Opened = { id: string; human_id: string; waits_for: string }
const ask = (id: string, end_date: Day = last, by: Viewer = client.manager) =>
  act<Opened>(world, by, 'contract.temp_placement.ask_end', { id, end_date, comment: 'The project is over' })
const decide = (step: string, id: string, by: Viewer) =>
  act<{ requests: { status: string; waits_for: string | null }[] }>(
    world,
    by,
    `request.change_request.${step}`,
    {
      ids: [id],
      ...(step === 'approve' ? {} : { comment: 'Not now' }),
    },
  )
const endOf = async (id: string) =>
  (
    await database.owner.query<{ end_date: string | null }>(
      'select end_date::text from contract.contract where id = $1',
      [id],
    )
  ).rows[0]?.end_date

test('asked by the client: the agency and the contractor decide, and the placement ends', async () => {
  const { id } = await seedPlacement(world, parties)
  const before = await endOf(id)
  const request = await ask(id)
  expect(request.waits_for).toBe('agency')
  expect((await refusalOf(ask(id, last, client.invoice_contact))).message).toContain(
    'is asked to change already',
  )
  expect((await refusalOf(decide('approve', request.id, client.manager))).message).toContain(
    'waits for the agency',
  )
  expect((await decide('approve', request.id, agency.user)).requests).toMatchObject([
    { waits_for: 'contractor' },
  ])
  expect(await endOf(id)).toBe(before)
  expect((await decide('approve', request.id, worker.viewer)).requests).toMatchObject([
    { status: 'approved' },
  ])
  expect(await endOf(id)).toBe(last)
})

test('the mail to the agency names the client as the asker', async () => {
  const { id } = await seedPlacement(world, parties)
  const request = await ask(id)
  const { rows } = await database.owner.query<{ to: string; text: string }>(
    `select payload ->> 'to' as "to", payload ->> 'body_text' as text from platform.outbox
     where topic = 'change_request_mail' and payload ->> 'change_request_id' = $1 order by 1`,
    [request.id],
  )
  const { rows: named } = await database.owner.query<{ name: string }>(
    'select name from business.business where id = $1',
    [client.id],
  )
  expect(rows.map(({ to }) => to)).toContain(agency.admin.email)
  for (const { text } of rows) expect(text).toContain(named[0]?.name)
  await decide('cancel', request.id, client.invoice_contact)
})

test('rejected by the agency, or withdrawn by the client alone: the placement goes on', async () => {
  const { id } = await seedPlacement(world, parties)
  const before = await endOf(id)
  const first = await ask(id)
  await decide('reject', first.id, agency.admin)
  const second = await ask(id)
  for (const by of [agency.admin, provider.operations])
    expect((await refusalOf(decide('cancel', second.id, by))).code).toBe('not_allowed')
  expect((await decide('cancel', second.id, client.manager)).requests).toMatchObject([
    { status: 'cancelled' },
  ])
  expect(await endOf(id)).toBe(before)
})

test('refused: other roles, a later last day, submitted work, a placement that is not in force', async () => {
  const placed = await seedPlacement(world, parties)
  const { id } = placed
  for (const by of [client.approver, agency.admin, worker.viewer, provider.operations])
    expect((await refusalOf(ask(id, last, by))).code).toBe('not_allowed')
  const end = (await endOf(id)) as Day
  if (end !== null)
    expect((await refusalOf(ask(id, addDays(end, 1)))).errors).toEqual({
      end_date: `Should be before ${formatDay(end)}`,
    })
  await seedApprovedTimesheet(world, placed)
  expect((await refusalOf(ask(id, '2025-06-01' as Day))).errors?.end_date).toContain('Should be after')
  await act(world, agency.admin, 'contract.temp_placement.end', {
    id,
    end_date: addDays(world.clock.today(), -1),
    comment: 'Over',
  })
  expect((await refusalOf(ask(id))).message).toContain('is expired and cannot be ended')
})
