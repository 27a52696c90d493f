import { expect, test } from 'vitest'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, seedPlacement, seedWeek } from '#test/fixtures/world.ts'
import { csv, dump, importing } from './run.ts'

const { database, world } = await freshWorld()
const imports = importing(world)
const { sql } = imports

const placed = await seedWeek(world)
const stranger = await seedWeek(world, { provider: placed.agency.provider })
const worker = placed.contractor.viewer
const create = 'transaction.expense.create'
const header = ['Placement', 'PO Number', 'Date', 'Type', 'Description', 'Net Amount', 'VAT']

const made = (import_id: string) =>
  sql<{ po_number: string | null; status: string; amount: string; tax_amount: string; items: number }>(
    `select e.po_number, e.status, e.amount::text, e.tax_amount::text,
       (select count(*)::int from transaction.expense_detail d where d.expense_id = e.id and d.deleted_at is null) as items
     from transaction.expense e where e.deleted_at is null
       and e.id in (select entity_id from platform.import_row where import_id = $1) order by e.human_id`,
    import_id,
  )

test('items of one placement and order are one draft expense; undone, they leave nothing', async () => {
  const before = await dump(database)
  const { id, ...checked } = await imports.check(
    worker,
    create,
    csv(
      header,
      [placed.human_id, 'PO-1', '2025-06-03', 'Travel', 'Train to Leeds', '1,050.00', '0'],
      [placed.human_id, '', '04/06/2025', 'mileage', '', '12.5', ''],
      [placed.human_id, 'PO-1', '2025-06-05', 'Other', "'=SUM(A1)", '20', '4.00'],
    ),
  )
  expect(checked).toMatchObject({ status: 'checked', faulty_count: 0, row_count: 3 })
  expect(await dump(database)).toEqual(before)
  await imports.apply(worker, id, 'all')
  expect(await made(id)).toEqual([
    { po_number: 'PO-1', status: 'draft', amount: '1070.00', tax_amount: '4.00', items: 2 },
    { po_number: null, status: 'draft', amount: '12.50', tax_amount: '0.00', items: 1 },
  ])
  expect(await imports.undo(worker, id)).toMatchObject({ status: 'undone', message: null })
  expect(await dump(database)).toEqual(before)
})

test('faulty items: each with its reason; the rest of the expense continues', async () => {
  const other = await seedPlacement(world, placed)
  const { id } = await imports.check(
    placed.agency.admin,
    create,
    csv(
      ['Expense Id', ...header, 'Currency'],
      ['', other.human_id, '', '2025-06-03', 'Travel', '', '10.00', '', 'GBP'],
      ['', other.human_id, '', '2025-06-03', 'Jewels', '', '10.00', '', ''],
      ['', other.human_id, '', '2024-06-03', 'Travel', '', '10.00', '', ''],
      ['', other.human_id, '', '2025-06-03', 'Travel', '', 'ten', '', ''],
      ['', other.human_id, '', '2025-06-03', 'Travel', '', '10.00', '11.00', ''],
      ['', stranger.human_id, '', '2025-06-03', 'Travel', '', '10.00', '', ''],
      ['', '', '', '2025-06-03', 'Travel', '', '10.00', '', ''],
      ['EXP999999', other.human_id, 'PO-2', '2025-06-03', 'Travel', '', '10.00', '', 'EUR'],
    ),
  )
  expect(await imports.errors(id)).toEqual({
    3: { 'details.type': 'Please enter a valid Input' },
    4: { 'details.from_date': 'Should be after 01/06/2025' },
    5: { 'details.amount': 'Please enter a valid number' },
    6: { 'details.tax_amount': 'Max number is reached' },
    7: { 'contract.human_id': 'Placement not found' },
    8: { 'contract.human_id': 'Mandatory' },
    9: { human_id: 'Expense not found', 'currency.alpha_code': 'Please enter a valid Input' },
  })
  expect(await imports.apply(placed.agency.admin, id)).toMatchObject({ applied_count: 1, faulty_count: 7 })
  expect(await made(id)).toEqual([
    { po_number: null, status: 'draft', amount: '10.00', tax_amount: '0.00', items: 1 },
  ])
})

test('an expense that was handed in since is not undone', async () => {
  const { id } = await imports.check(
    worker,
    create,
    csv(header, [placed.human_id, '', '2025-06-03', 'Travel', '', '10.00', '']),
  )
  await imports.apply(worker, id)
  const [row] = await imports.rows(id)
  await act(world, worker, 'transaction.expense.submit', { id: row?.entity_id })
  const before = await dump(database)
  expect(await imports.undo(worker, id)).toMatchObject({
    status: 'applied',
    message: `Row 2: ${row?.human_id} has been changed since. Nothing was undone.`,
  })
  expect(await dump(database)).toEqual(before)
})
