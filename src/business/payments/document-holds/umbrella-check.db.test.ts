/** Payments to umbrella companies wait for a valid check of the agency that contracts (decision 0106). */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { instant } from '#kernel/instant.ts'
import { inTransaction } from '#server/tx.ts'
import { type Completed, expectSound, reviewBatch, seedBatch } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedAgency,
  seedApprovedTimesheet,
  seedContractor,
  seedPlacement,
  seedWeek,
} from '#test/fixtures/world.ts'
import { addedPaper } from '#test/server/paper-examples.ts'
import { tellPapersEnding } from '../../inbox/tell-papers-ending.server.ts'

const { database, world } = await freshWorld('2026-03-29T11:00:00.000Z')
const { sql } = database
const sentence = 'No valid check of this umbrella company. The agency is liable for its PAYE'
const [last_day_before, first_day] = ['2026-04-05', '2026-04-06']
const engagement = { start_date: '2026-03-16' }

/** A week of 16 March, approved on 29 March and due on 5 April. */
async function umbrellaWeek() {
  world.clock.set(instant('2026-03-29T11:00:00.000Z'))
  const placed = await seedWeek(world, { contractor: { payment_type: 'umbrella' }, placement: engagement })
  await seedApprovedTimesheet(world, placed)
  const [document] = await sql<{ id: string }>(
    `select id from transaction.invoice where contract_id = $1 and type = 'contractor-agency'`,
    placed.id,
  )
  return { placed, document: present(document, 'the self-bill') }
}

const stageOf = (placed: SeededPlacement) => ({
  ...world,
  database,
  agency: placed.agency,
  placed,
  txtOf: async () => [],
})

const addCheck = (placed: SeededPlacement, by: Viewer, change: Record<string, unknown> = {}) =>
  addedPaper(stageOf(placed), by, {
    type: 'umbrella_due_diligence',
    service_id: undefined,
    business_id: placed.contractor.payment_company_id,
    method: undefined,
    reference: 'FCSA 4711',
    valid_from: '2026-03-29',
    valid_to: undefined,
    ...change,
  })

const verifyCheck = (placed: SeededPlacement, id: string) =>
  act(world, placed.agency.provider.approver, 'platform.compliance.verify', { id })

const itemsOf = (batch: { id: string }, invoice_id: string) =>
  sql<{ id: string; status: string; hold_reason: string | null }>(
    `select id, status, hold_reason from payment.payment_batch_item where payment_batch_id = $1 and invoice_id = $2`,
    batch.id,
    invoice_id,
  )

const complete = (placed: SeededPlacement, batch: { id: string }) =>
  act<Completed>(world, placed.agency.provider.approver, 'payment.payment_batch.complete', { id: batch.id })

const waitOf = async (viewer: Viewer, id: string) =>
  (await act<{ reason: string | null }>(world, viewer, 'transaction.invoice.read_payment_wait', { id }))
    .reason

test('payment to an umbrella without a check: paid before 6 April 2026, then held until a check is verified', async () => {
  const { placed, document } = await umbrellaWeek()
  const { provider } = placed.agency
  const before = await seedBatch(world, provider, last_day_before)
  expect(await itemsOf(before, document.id)).toMatchObject([{ status: 'included', hold_reason: null }])
  await act(world, provider.operations, 'payment.payment_batch.cancel', {
    id: before.id,
    reason: 'Too early',
  })

  const batch = await seedBatch(world, provider, first_day)
  const [item] = await itemsOf(batch, document.id)
  expect(item).toMatchObject({ status: 'held', hold_reason: sentence })
  const release = () =>
    act(world, provider.operations, 'payment.payment_batch.release_item', {
      item_id: item?.id,
      reason: 'The check is there',
    })
  const id = await addCheck(placed, placed.agency.user)
  expect((await refusalOf(release())).message).toBe(sentence)
  await verifyCheck(placed, id)
  await release()
  await reviewBatch(world, provider, batch)
  world.clock.set(instant('2026-04-06T09:00:00.000Z'))
  expect((await complete(placed, batch)).left_out).toEqual([])
  expect(await itemsOf(batch, document.id)).toMatchObject([{ status: 'paid', hold_reason: null }])
  await expectSound(database)
})

test('a check of another agency: does not count, and is not shown', async () => {
  const { placed, document } = await umbrellaWeek()
  const { agency, contractor } = placed
  const { provider } = agency
  const other = await seedAgency(world, provider)
  const theirs = await addCheck(placed, provider.operations, { agency_id: other.id })
  await verifyCheck(placed, theirs)
  const batch = await seedBatch(world, provider, first_day)
  expect(await itemsOf(batch, document.id)).toMatchObject([{ status: 'held', hold_reason: sentence }])

  type Read = { services: { papers: { type: string; documents: { id: string }[] }[] }[] }
  const read = async (viewer: Viewer) => {
    const { services } = await act<Read>(world, viewer, 'platform.compliance.read', {
      business_id: contractor.payment_company_id,
    })
    return services[0]?.papers.find(({ type }) => type === 'umbrella_due_diligence')
  }
  world.clock.set(instant('2026-04-06T09:00:00.000Z'))
  const name = (await sql<{ name: string }>('select name from business.business where id = $1', agency.id))[0]
    ?.name
  expect(await read(agency.admin)).toMatchObject({
    documents: [],
    payments_wait: sentence,
    waits_at: [name],
    agencies: [],
    can_add: true,
  })
  expect(await read(provider.admin)).toMatchObject({
    documents: [{ id: theirs }],
    payments_wait: sentence,
    waits_at: [name],
    agencies: [{ id: agency.id, name }],
  })
  expect(await read(contractor.viewer)).toMatchObject({ payments_wait: null, waits_at: [], can_add: false })

  for (const viewer of [agency.admin, provider.admin])
    expect(await waitOf(viewer, document.id)).toBe(sentence)
  expect((await refusalOf(waitOf(other.admin, document.id))).code).toBe('not_found')
  expect((await refusalOf(waitOf(contractor.viewer, document.id))).code).toBe('not_allowed')
})

test('a check that ends before the payment: the reviewed batch leaves it out, and pays limited companies', async () => {
  const { placed, document } = await umbrellaWeek()
  const { agency, client } = placed
  const limited = await seedPlacement(
    world,
    { agency, client, contractor: await seedContractor(world, agency) },
    engagement,
  )
  await seedApprovedTimesheet(world, limited)
  await verifyCheck(placed, await addCheck(placed, agency.user, { valid_to: '2026-04-08' }))
  const batch = await seedBatch(world, agency.provider, first_day)
  expect(await itemsOf(batch, document.id)).toMatchObject([{ status: 'included' }])
  expect(await waitOf(agency.admin, document.id)).toBeNull()
  await reviewBatch(world, agency.provider, batch)
  world.clock.set(instant('2026-04-09T09:00:00.000Z'))
  const done = await complete(placed, batch)
  const paid = await sql<{ contract_id: string }>(
    `select i.contract_id from payment.payment_batch_item t join transaction.invoice i on i.id = t.invoice_id
     where t.payment_batch_id = $1 and t.status = 'paid' and i.type = 'contractor-agency'`,
    batch.id,
  )
  expect(paid).toEqual([{ contract_id: limited.id }])
  expect(done.left_out.map(({ reason }) => reason)).toEqual([sentence])
  expect(await itemsOf(batch, document.id)).toMatchObject([{ status: 'removed', hold_reason: sentence }])
  expect(await waitOf(agency.admin, document.id)).toBe(sentence)
  await expectSound(database)
})

test('a check: begins by today, lasts 90 days, and names its agency', async () => {
  const { placed } = await umbrellaWeek()
  const { agency, contractor } = placed
  const errorsOf = async (by: Viewer, change: Record<string, unknown>) =>
    (await refusalOf(addCheck(placed, by, change))).errors
  expect(await errorsOf(agency.user, { valid_from: '2026-03-30' })).toEqual({
    valid_from: 'Should be before 30/03/2026',
  })
  expect(await errorsOf(agency.user, { valid_to: '2026-06-28' })).toEqual({
    valid_to: 'Should be before 28/06/2026',
  })
  expect(await errorsOf(agency.provider.operations, {})).toEqual({ agency_id: 'Mandatory' })
  expect((await refusalOf(addCheck(placed, contractor.viewer))).code).toBe('not_allowed')
  const id = await addCheck(placed, agency.user)
  expect(await sql('select valid_to from platform.document where id = $1', id)).toEqual([
    { valid_to: '2026-06-27' },
  ])
})

test('a reminder of a check: comes although another agency has a newer one', async () => {
  const { placed } = await umbrellaWeek()
  const { agency } = placed
  await verifyCheck(placed, await addCheck(placed, agency.user))
  const other = await seedAgency(world, agency.provider)
  world.clock.set(instant('2026-06-20T09:00:00.000Z'))
  await verifyCheck(
    placed,
    await addCheck(placed, agency.provider.operations, { agency_id: other.id, valid_from: '2026-06-20' }),
  )
  const told = async (today: string) => {
    await inTransaction(database, (tx) => tellPapersEnding(tx, world.clock.now(), today))
    return sql<{ message: string }>(
      `select distinct message from log.notification_log where kind = 'document_ends' and business_id = $1 order by 1`,
      agency.id,
    )
  }
  expect(await told('2026-06-20')).toEqual([{ message: 'Add the next one in time' }])
  expect(await told('2026-06-28')).toEqual([
    { message: 'Add the next one in time' },
    { message: 'Payments to it wait until a new one is verified' },
  ])
})
