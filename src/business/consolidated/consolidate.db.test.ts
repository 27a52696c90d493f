import { afterAll, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { stopPdf } from '#server/pdf/pdf-render.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '#test/database.ts'
import { billOf, seedReceipt } from '#test/fixtures/cash.ts'
import { credit, expectVerified } from '#test/fixtures/corrections.ts'
import { outcomesOf, refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  seedApprovedTimesheet,
  seedApprovedTimesheets,
  seedPlacement,
  seedWeek,
  worldOn,
} from '#test/fixtures/world.ts'
import { pdfText } from '#test/pdf/pdf-text.ts'
import { lastPeriod } from './consolidate.rules.ts'
import { consolidatedPdf } from './consolidate-pdf.server.ts'

const database = await freshDatabase()
afterAll(stopPdf)

type Made = {
  consolidated_invoices: { id: string; human_id: string; total_amount: string; members: number }[]
}

/** Two weeks of one placement and one of another, all billed to one client: three invoices of 1125.00. */
async function billed() {
  const world = worldOn(database)
  const placement = await seedWeek(world, { placement: { po_number: 'PO-7' } })
  const { agency, client, contractor } = placement
  await seedApprovedTimesheets(world, placement)
  const other = await seedPlacement(world, { agency, client, contractor }, { po_number: 'PO-8' })
  const third = await seedApprovedTimesheet(world, other)
  const input = { client_id: client.id, period_start: '2025-06-01', period_end: '2025-06-30' }
  const create = (more: object = {}) =>
    act<Made>(world, agency.user, 'transaction.consolidated_invoice.create', { ...input, ...more })
  const step = (what: string, id: string, more: object = {}) =>
    act<{ status: string; total_amount: string }>(
      world,
      agency.user,
      `transaction.consolidated_invoice.${what}`,
      { id, ...more },
    )
  const row = async (id: string) =>
    (await database.owner.query('select * from transaction.consolidated_invoice where id = $1', [id])).rows[0]
  return { world, placement, agency, client, create, step, row, third }
}

test('grouping: all together, by purchase order, by placement', async () => {
  const { create, step, agency, client, world } = await billed()
  const all = await create()
  expect(all.consolidated_invoices).toMatchObject([{ total_amount: '3375.00', members: 3 }])
  expect(await refusalOf(create())).toMatchObject({ code: 'precondition' })
  await expectVerified(database)
  await step('cancel', present(all.consolidated_invoices[0], 'the draft').id, { reason: 'Apart, please' })
  await act(world, agency.user, 'business.service.set_consolidation', {
    client_id: client.id,
    frequency: 'month',
    by: 'po_number',
  })
  const apart = await create()
  expect(apart.consolidated_invoices.map((one) => [one.total_amount, one.members]).sort()).toEqual([
    ['1125.00', 1],
    ['2250.00', 2],
  ])
  await expectVerified(database)
})

test('generated after its invoices were due: due on the day that it is raised', async () => {
  const { world, create, step, row } = await billed()
  const { id } = present((await create()).consolidated_invoices[0], 'the draft')
  world.clock.set(instant('2025-08-01T09:00:00.000Z'))
  await step('generate', id)
  expect(await row(id)).toMatchObject({ raised_date: '2025-08-01', due_date: '2025-08-01' })
  await expectVerified(database)
})

test('generated, sent, paid by one receipt that quotes it: the oldest invoice first, closed with the last', async () => {
  const { world, placement, agency, create, step, row } = await billed()
  const { id } = present((await create()).consolidated_invoices[0], 'the draft')
  expect(await step('generate', id)).toMatchObject({ status: 'generated', total_amount: '3375.00' })
  expect(await row(id)).toMatchObject({ raised_date: '2025-06-15', due_date: '2025-07-15' })
  expect(await step('send', id)).toMatchObject({
    status: 'open',
    to: [placement.client.invoice_contact.email],
  })
  const page = await inTransaction(database, (tx) =>
    consolidatedPdf(tx, placement.client.invoice_contact, id, { read: () => Promise.resolve(null) }),
  )
  const { bytes, file_name } = await page.print()
  const text = await pdfText(bytes)
  expect(file_name).toBe(`${(await row(id)).human_id}.pdf`)
  for (const said of ['£3,375.00', 'Consolidated invoice', '37.5', 'approved by Terry', 'Please pay to'])
    expect(text).toContain(said)
  const pay = async (amount: string) => {
    const receipt = await seedReceipt(world, placement, amount, 'CIN000001')
    return act<{ unmatched_amount: string; matches: { amount: string }[] }>(
      world,
      agency.provider.operations,
      'transaction.payment_receipt.match_consolidated',
      { id: receipt.id, consolidated_invoice_id: id },
    )
  }
  expect(await pay('1500.00')).toMatchObject({
    unmatched_amount: '0.00',
    matches: [{ amount: '1125.00' }, { amount: '375.00' }],
  })
  expect((await row(id)).status).toBe('open')
  expect(await pay('2000.00')).toMatchObject({ unmatched_amount: '125.00' })
  expect((await row(id)).status).toBe('closed')
  expect(await refusalOf(step('cancel', id, { reason: 'x' }))).toMatchObject({ code: 'precondition' })
  await expectVerified(database)
})

test('a credit note is gathered with the invoices and is set against them before the money is', async () => {
  const { world, placement, agency, create, step, third } = await billed()
  const bill = await billOf(database, third)
  const receipt = await seedReceipt(world, placement, '1125.00')
  await act(world, agency.provider.operations, 'transaction.payment_receipt.match', {
    id: receipt.id,
    matches: [{ invoice_id: bill.id, amount: '1125.00' }],
  })
  await credit(world, agency.provider.operations, bill, { amount: '225.00' })
  const made = present((await create()).consolidated_invoices[0], 'the draft')
  expect(made).toMatchObject({ total_amount: '2025.00', members: 3 })
  await step('generate', made.id)
  const paid = await seedReceipt(world, placement, '2025.00')
  const answer = await act<{ unmatched_amount: string }>(
    world,
    agency.provider.operations,
    'transaction.payment_receipt.match_consolidated',
    { id: paid.id, consolidated_invoice_id: made.id },
  )
  expect(answer.unmatched_amount).toBe('0.00')
  await expectVerified(database)
})

test('overtaken draft: drops paid members; an invoice is in one live consolidation only', async () => {
  const { create, step, world, placement, agency, third } = await billed()
  const { done, refused } = await outcomesOf([create(), create()])
  expect([done, refused.length]).toEqual([1, 1])
  const { rows } = await database.owner.query<{ id: string }>(
    `select id from transaction.consolidated_invoice where client_id = $1 and status = 'draft'`,
    [placement.client.id],
  )
  const id = present(rows[0], 'the draft').id
  const bill = await billOf(database, third)
  await credit(world, agency.provider.operations, bill)
  expect(await step('generate', id)).toMatchObject({ total_amount: '2250.00' })
  expect(await refusalOf(step('generate', id))).toMatchObject({ code: 'precondition' })
  await expectVerified(database)
  await expect(
    database.owner.query(
      'update transaction.consolidated_invoice set total_amount = 1, amount = 1, tax_amount = 0 where id = $1',
      [id],
    ),
  ).rejects.toThrow('a generated consolidated invoice does not change')
})

test('consolidation: only for the client’s own agency; an empty period is refused', async () => {
  const { world, placement, agency, client, create } = await billed()
  expect(await refusalOf(create({ period_start: '2025-06-10', period_end: '2025-06-01' }))).toMatchObject({
    errors: { period_end: 'Should be after 10/06/2025' },
  })
  expect((await refusalOf(create({ period_start: '2024-01-01', period_end: '2024-01-31' }))).message).toMatch(
    /has no open invoice of .* that is in no consolidated invoice/,
  )
  const other = await seedWeek(world, { provider: agency.provider })
  expect(
    await refusalOf(
      act(world, other.agency.user, 'transaction.consolidated_invoice.create', { client_id: client.id }),
    ),
  ).toMatchObject({ code: 'not_found' })
  expect(
    await refusalOf(
      act(world, placement.client.invoice_contact, 'transaction.consolidated_invoice.create', {
        client_id: client.id,
      }),
    ),
  ).toMatchObject({ code: 'not_allowed' })
})

test.each([
  ['week', '2025-06-18', '2025-06-09', '2025-06-15'],
  ['week', '2025-06-16', '2025-06-09', '2025-06-15'],
  ['month', '2025-03-01', '2025-02-01', '2025-02-28'],
  ['month', '2025-01-31', '2024-12-01', '2024-12-31'],
] as const)('the last %s before %s', (frequency, today, start, end) => {
  expect(lastPeriod(frequency, day(today))).toEqual({ start, end })
})
