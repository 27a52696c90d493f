/** Work inside IR35 through a limited company is not agreed, and its pay waits (decision 0104). */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { freshDatabase } from '#test/database.ts'
import { type Completed, expectSound, reviewBatch, seedBatch } from '#test/fixtures/cash.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedApprovedTimesheet,
  seedColleague,
  seedParties,
  seedWeek,
  worldOn,
} from '#test/fixtures/world.ts'
import { addedStatement } from '#test/server/determination-examples.ts'
import { inside_words } from '../../shared/inside-ir35.rules.ts'

const database = await freshDatabase()
const run_date = '2025-06-25'
const { sql } = database

/** An approved week of a limited company. */
async function paidWeek() {
  const world = worldOn(database)
  const placement = await seedWeek(world)
  await seedApprovedTimesheet(world, placement)
  return { world, placement, provider: placement.agency.provider, ...stepsOf(world, placement) }
}

function stepsOf(world: ReturnType<typeof worldOn>, placement: SeededPlacement) {
  const { agency, client } = placement
  const state = async (decision: 'inside' | 'outside') => {
    const stage = { ...world, database, agency }
    const id = await addedStatement(stage, agency.user, { contract_id: placement.id, decision })
    await act(world, agency.admin, 'contract.status_determination.verify', { id })
    return id
  }
  const size = (of: string) =>
    act(world, agency.provider.admin, 'business.client.set_size', {
      client_id: client.id,
      tax_year: 2025,
      size: of,
      stated_by: 'Ada Byron',
      stated_on: '2025-06-02',
    })
  const set = (column: string, value: string | null) =>
    sql(`update contract.contract set ${column} = $2 where id = $1`, placement.id, value)
  /** The self-bill's item in a batch. */
  const items = (batch: { id: string }) =>
    sql<{ id: string; status: string; hold_reason: string | null }>(
      `select t.id, t.status, t.hold_reason from payment.payment_batch_item t join transaction.invoice i on i.id = t.invoice_id
       where t.payment_batch_id = $1 and i.type = 'contractor-agency' and i.contract_id = $2`,
      batch.id,
      placement.id,
    )
  const release = (item: { id: string } | undefined) =>
    act(world, agency.provider.operations, 'payment.payment_batch.release_item', {
      item_id: item?.id,
      reason: 'Checked',
    })
  const complete = (batch: { id: string }) =>
    act<Completed>(world, agency.provider.approver, 'payment.payment_batch.complete', { id: batch.id })
  return { state, size, set, items, release, complete }
}

test('a statement that says inside: the self-bill is held and not released, until a later one says outside', async () => {
  const { world, provider, state, items, release, complete } = await paidWeek()
  await state('inside')
  const batch = await seedBatch(world, provider, run_date)
  const [item] = await items(batch)
  expect(item).toMatchObject({ status: 'held', hold_reason: inside_words.payroll })
  expect((await refusalOf(release(item))).message).toBe(inside_words.payroll)
  await state('outside')
  await release(item)
  await reviewBatch(world, provider, batch)
  expect((await complete(batch)).left_out).toEqual([])
  expect((await items(batch)).map(({ status }) => status)).toEqual(['paid'])
  await expectSound(database)
})

test('a statement after the batch: its review holds the self-bill, and a reviewed batch leaves it out', async () => {
  const early = await paidWeek()
  const batch = await seedBatch(early.world, early.provider, run_date)
  expect((await early.items(batch)).map(({ status }) => status)).toEqual(['included'])
  await early.state('inside')
  await reviewBatch(early.world, early.provider, batch)
  expect(await early.items(batch)).toMatchObject([{ status: 'held', hold_reason: inside_words.payroll }])
  expect((await early.complete(batch)).left_out).toEqual([])

  const late = await paidWeek()
  const reviewed = await seedBatch(late.world, late.provider, run_date)
  await reviewBatch(late.world, late.provider, reviewed)
  await late.state('inside')
  expect((await late.complete(reviewed)).left_out.map(({ reason }) => reason)).toEqual([inside_words.payroll])
  expect((await late.items(reviewed)).map(({ status }) => status)).toEqual(['removed'])
  // The next run meets it again.
  const next = await seedBatch(late.world, late.provider, run_date)
  expect((await late.items(next)).map(({ status }) => status)).toEqual(['held'])
  await expectSound(database)
})

test('a batch with nothing else to pay: is not reviewed', async () => {
  const { world, provider, state } = await paidWeek()
  const first = await seedBatch(world, provider, run_date)
  const others = await sql<{ id: string }>(
    `select t.id from payment.payment_batch_item t join transaction.invoice i on i.id = t.invoice_id
     where t.payment_batch_id = $1 and i.type <> 'contractor-agency'`,
    first.id,
  )
  for (const { id } of others)
    await act(world, provider.operations, 'payment.payment_batch.hold_item', { item_id: id, reason: 'Later' })
  await state('inside')
  await act(world, provider.operations, 'payment.payment_batch.submit', { id: first.id })
  const review = (by: Viewer) => act(world, by, 'payment.payment_batch.review', { id: first.id })
  expect((await refusalOf(review(provider.approver))).message).toBe(
    `Batch ${first.human_id} pays only work inside IR35: cancel it`,
  )
})

test('an agreed status: work before the day of the change is paid, work after it waits', async () => {
  const { world, provider, set, items } = await paidWeek()
  const former = (until: string) =>
    JSON.stringify([{ until, funding_type: 'funded', expense_funding_type: null, ir35_status: null }])
  await set('ir35_status', 'inside')
  const batches = []
  for (const until of ['2025-06-08', '2025-06-01']) {
    await set('former_terms', former(until))
    const batch = await seedBatch(world, provider, run_date)
    batches.push((await items(batch)).map(({ status }) => status))
    await act(world, provider.operations, 'payment.payment_batch.cancel', { id: batch.id, reason: 'Again' })
  }
  expect(batches).toEqual([['included'], ['held']])
})

test('a small client leaves the decision to the company: paid in full only once its size is stated', async () => {
  const { world, provider, size, set, items, release } = await paidWeek()
  await set('ir35_status', 'inside')
  await set('ir35_determined_by', 'contractor')
  const batch = await seedBatch(world, provider, run_date)
  const [item] = await items(batch)
  expect(item).toMatchObject({ status: 'held', hold_reason: inside_words.size })
  await size('public_sector')
  expect((await refusalOf(release(item))).message).toBe(inside_words.payroll)
  await size('small')
  await set('ir35_determined_by', null)
  expect((await refusalOf(release(item))).message).toBe(inside_words.payroll)
  await set('ir35_determined_by', 'contractor')
  await release(item)
})

test('the pay of a colleague and of an umbrella company does not wait', async () => {
  const { world, provider, placement, state } = await paidWeek()
  const colleague = await seedColleague(world, placement)
  await seedApprovedTimesheet(world, colleague)
  await state('inside')
  const batch = await seedBatch(world, provider, run_date)
  expect((await stepsOf(world, colleague).items(batch)).map(({ status }) => status)).toEqual(['included'])

  const other = worldOn(database)
  const umbrella = await seedWeek(other, {
    contractor: { payment_type: 'umbrella' },
    placement: { ir35_status: 'inside' },
  })
  await seedApprovedTimesheet(other, umbrella)
  const paid = await seedBatch(other, umbrella.agency.provider, run_date)
  expect((await stepsOf(other, umbrella).items(paid)).map(({ status }) => status)).toEqual(['included'])
})

test('a placement: refused when it is entered, submitted and activated', async () => {
  const world = worldOn(database)
  const { agency, client, contractor, provider } = await seedParties(world)
  const made = (change: object) =>
    act<{ id: string; human_id: string }>(
      world,
      agency.user,
      'contract.temp_placement.create',
      placementInput({ client, contractor }, change),
    )
  const inside = { ir35_status: 'inside' }
  const fault = async (change: object) => (await refusalOf(made({ ...inside, ...change }))).errors
  expect(await fault({})).toEqual({ ir35_status: inside_words.payroll })
  expect(await fault({ ir35_determined_by: 'contractor' })).toEqual({ ir35_status: inside_words.size })

  const step = (viewer: Viewer, action: string, id: string) =>
    act<{ status: string }>(world, viewer, `contract.temp_placement.${action}`, { id })
  const { id, human_id } = await made({})
  const placed = { id, human_id, group_id: '', group_ids: [], agency, client, contractor }
  const { state, size } = stepsOf(world, placed)
  await state('inside')
  expect((await refusalOf(step(agency.admin, 'submit', id))).message).toBe(inside_words.payroll)
  await state('outside')
  await step(agency.admin, 'submit', id)
  await state('inside')
  await step(client.manager, 'approve', id)
  expect((await step(contractor.viewer, 'approve', id)).status).toBe('awaiting_raise_approval')
  expect((await refusalOf(step(provider.approver, 'activate', id))).message).toBe(
    `Placement ${human_id} still needs: Payment through PAYE, an umbrella company or an off-payroll employment, as the work is inside IR35`,
  )
  await state('outside')
  await step(provider.approver, 'activate', id)

  await size('small')
  await made({ ...inside, ir35_determined_by: 'contractor' })
  expect(await fault({ ir35_determined_by: 'client' })).toEqual({ ir35_status: inside_words.payroll })
})
