import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '#test/database.ts'
import { seedBatch } from '#test/fixtures/cash.ts'
import { expectVerified } from '#test/fixtures/corrections.ts'
import { seedEvidence } from '#test/fixtures/evidence.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  seedSubmittedTimesheet,
  seedTimesheets,
  seedWeek,
  weekdays,
  worldOn,
} from '#test/fixtures/world.ts'

const database = await freshDatabase()

type Mode = 'full' | 'difference'
type Refined = { human_id: string; status: string; differences: { id: string }[] }

const refine = 'transaction.timesheet.refine'
const approve = 'transaction.timesheet.approve'
const accept = 'transaction.timesheet.accept_evidence'

/** A week of 37.5 hours that the client approved, then refined to 50 hours without asking for an approval. */
async function added(mode: Mode, change: Parameters<typeof seedWeek>[1] = {}) {
  const world = worldOn(database)
  const placement = await seedWeek(world, {
    ...change,
    placement: { manual_timesheet_approval: true, ...change.placement },
  })
  const [first] = await seedTimesheets(world, placement)
  const sheet = await seedSubmittedTimesheet(world, placement, present(first, 'a week'))
  await seedEvidence(world, placement.agency.user, sheet.id)
  await act(world, placement.client.approver, approve, { ids: [sheet.id] })
  world.clock.advance({ hours: 1 })
  const { agency } = placement
  const to = (viewer: typeof agency.user, units: string) =>
    act<Refined>(world, viewer, refine, {
      id: sheet.id,
      mode,
      details: weekdays(sheet, placement.group_id, units),
      reason: 'The last hours of each day were forgotten',
    })
  /** The timesheet with the added hours. */
  const ofRefinement = (refined: Refined) =>
    mode === 'full' ? sheet.id : present(refined.differences[0], 'the added hours').id
  const funding = async (id: string) => {
    const { rows } = await database.owner.query<{ says: string }>(
      `select distinct funding_status || coalesce(': ' || funding_hold_reason, '') as says from transaction.invoice
       where timesheet_id = $1 and funding_status <> 'not_applicable' and not is_credit_note and status = 'open'`,
      [id],
    )
    return rows.map((row) => row.says)
  }
  const itemsOf = async (id: string) => {
    const { rows } = await database.owner.query<{ says: string }>(
      `select i.type || ' ' || p.status as says from payment.payment_batch_item p
       join transaction.invoice i on i.id = p.invoice_id
       where i.timesheet_id = $1 and p.status in ('included', 'paid') order by 1`,
      [id],
    )
    return rows.map((row) => row.says)
  }
  return { world, placement, agency, sheet, to, ofRefinement, funding, itemsOf }
}

test.each([
  ['full', 'direct'],
  ['difference', 'indirect'],
] as const)('added hours (%s, %s): one user of the agency cannot have them funded', async (mode, model) => {
  const { world, agency, sheet, to, ofRefinement, funding, itemsOf } = await added(mode, {
    agency: { funding_model: model },
  })
  const refined = await to(agency.user, '10')
  expect(refined.status).toBe('pending_approval')
  const id = ofRefinement(refined)
  expect(await funding(id)).toEqual([])
  const alone = () => refusalOf(act(world, agency.user, approve, { ids: [id] }))
  expect((await alone()).message).toBe('You entered these hours, so somebody else approves them')
  world.clock.advance({ hours: 1 })
  // The file of the first approval shows nothing of the added hours.
  expect((await refusalOf(act(world, agency.admin, approve, { ids: [id] }))).message).toBe(
    "Attach the client's approval",
  )
  await seedEvidence(world, agency.user, id)
  expect((await alone()).code).toBe('not_allowed')
  await act(world, agency.admin, approve, { ids: [id] })
  expect(await funding(id)).toEqual(['held: Evidence of approval not accepted'])
  await seedBatch(world, agency.provider, '2025-07-30').catch(() => undefined)
  expect(await itemsOf(id)).toEqual([])
  await expectVerified(database)
  expect((await refusalOf(act(world, agency.admin, accept, { ids: [id] }))).code).toBe('not_allowed')
  const both = await Promise.allSettled([
    act(world, agency.provider.operations, accept, { ids: [id] }),
    act(world, agency.provider.admin, accept, { ids: [id] }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await funding(id)).toEqual(['pending'])
  await expectVerified(database)
  const { rows } = await database.owner.query(
    'select status from transaction.refinement where transaction_id = $1',
    [sheet.id],
  )
  expect(rows).toEqual([{ status: 'completed' }])
})

test('added hours: the provider’s own person waits for an approval too, and does not accept it', async () => {
  const { world, agency, to, ofRefinement, funding } = await added('difference')
  const { operations, admin } = agency.provider
  const refined = await to(operations, '8')
  const id = ofRefinement(refined)
  expect(await funding(id)).toEqual([])
  await seedEvidence(world, agency.user, id)
  await act(world, agency.user, approve, { ids: [id] })
  expect((await refusalOf(act(world, operations, accept, { ids: [id] }))).message).toBe(
    'You entered or approved these hours, so somebody else accepts the evidence',
  )
  await act(world, admin, accept, { ids: [id] })
  expect(await funding(id)).toEqual(['pending'])
})

test('added hours: the client approves them itself, and nothing is held', async () => {
  const { world, placement, agency, to, ofRefinement, funding } = await added('full')
  const id = ofRefinement(await to(agency.user, '8'))
  await act(world, placement.client.approver, approve, { ids: [id] })
  expect(await funding(id)).toEqual(['pending'])
})

test('hours taken off: raised at once', async () => {
  const { agency, to, funding, sheet } = await added('full')
  expect((await to(agency.user, '6')).status).toBe('completed')
  expect(await funding(sheet.id)).toEqual(['pending'])
})

test('added hours that are held: credited and the credit reversed, they are held still', async () => {
  const { world, agency, to, ofRefinement, funding } = await added('difference')
  const id = ofRefinement(await to(agency.user, '10'))
  await seedEvidence(world, agency.user, id)
  await act(world, agency.admin, approve, { ids: [id] })
  const { rows } = await database.owner.query<{ id: string }>(
    `select id from transaction.invoice where timesheet_id = $1 and type = 'provider-client'`,
    [id],
  )
  const bill = present(rows[0], 'the bill').id
  const { operations } = agency.provider
  const note = await act<{ id: string }>(world, operations, 'transaction.invoice.credit', {
    id: bill,
    reason: 'Not worked',
    amount: '10.00',
  })
  await expectVerified(database)
  await act(world, operations, 'transaction.invoice.reverse_credit', { id: note.id, reason: 'Worked' })
  expect(await funding(id)).toEqual(['held: Evidence of approval not accepted'])
  await expectVerified(database)
})
