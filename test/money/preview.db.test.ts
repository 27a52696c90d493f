/** The dry run: what a preview says is what the run then does, and looking leaves nothing behind (money.md, "Dry run"). */
import { expect, test } from 'vitest'
import type { Preview } from '#business/raising/preview-invoice-sets.server.ts'
import { hashOfRun } from '#business/raising/set-hash.server.ts'
import {
  activatePerm,
  seedFigures,
  seedPayePlacement,
  seedPerm,
  seedPermFeature,
  seedSubmittedExpense,
  train,
} from '../fixtures/documents.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import { refusalOf } from '../fixtures/refusal.ts'
import {
  act,
  seedAgency,
  seedClient,
  seedColleague,
  seedContractor,
  seedFees,
  seedPlacement,
  seedProvider,
  seedTimesheets,
  weekdays,
} from '../fixtures/world.ts'

const { database, world } = await freshWorld()
const provider = await seedProvider(world)
const preview = 'transaction.invoice_set.preview'

/** A thousand random sets at night, a sample at every commit. */
const rounds = process.env.STINT_NIGHTLY ? 100 : 3
const seed = Number(process.env.STINT_SEED ?? 1)

/** Mulberry32: one seed, one story. */
function drawFrom(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.abs((t ^ (t >>> 14)) % below)
  }
}

const one = async <R>(text: string, ...params: unknown[]): Promise<R> =>
  (await database.owner.query(text, params)).rows[0] as R // The test names the row of its own SQL.

/** Rows of what raising writes, and the numbers it takes. */
const written = () =>
  one(`select (select count(*) from transaction.invoice) as invoices, (select count(*) from transaction.invoice_set) as sets,
    (select count(*) from ledger.posting) as postings, (select sum(last_number) from platform.invoice_series) as numbers`)

test(`${rounds} rounds of random work: every set that is raised was foreseen to the letter, seed ${seed}`, async () => {
  const draw = drawFrom(seed)
  const pick = <T>(list: readonly [T, ...T[]]): T => list[draw(list.length)] ?? list[0]
  for (let round = 0; round < rounds; round++) {
    const funding_model = pick(['direct', 'agency_billed', 'indirect'] as const)
    const agency = await seedAgency(world, provider, { funding_model, fee: `${1 + draw(4)}.${draw(10)}` })
    const client = await seedClient(world, agency, { country_code: pick(['GB', 'GB', 'FR'] as const) })
    const contractor = await seedContractor(world, agency, {
      payment_type: pick(['limited', 'umbrella', 'selfemployed'] as const),
      is_vat_registered: draw(2) === 0,
    })
    const placement = await seedPlacement(
      world,
      { agency, client, contractor },
      {
        funding_type: pick(['funded', 'partly_funded'] as const),
        rates: [
          { name: 'Standard', contractor_rate: `${10 + draw(30)}.${10 + draw(89)}`, client_rate: '55.5555' },
        ],
      },
    )
    const sheets = await seedTimesheets(world, placement)
    for (const sheet of sheets) {
      const details = weekdays(sheet, placement.group_id, String(1 + draw(9)))
      await act(world, contractor.viewer, 'transaction.timesheet.submit', { id: sheet.id, details })
    }
    const expenses = await Promise.all(
      [1, 2, 3].map((n) =>
        seedSubmittedExpense(world, placement, [
          // The tax of a receipt is part of what it comes to: the smallest are for less than the fixture's.
          {
            ...train,
            amount: `${Number(train.tax_amount) + n * (1 + draw(99))}.${10 + draw(89)}`,
            is_disbursement: draw(3) === 0,
          },
        ]),
      ),
    )
    const timesheet_ids = sheets.map((sheet) => sheet.id)
    const expense_ids = expenses.map((expense) => expense.id)
    const before = await written()
    const foreseen = await act<Preview>(world, agency.admin, preview, { timesheet_ids, expense_ids })
    expect(await written()).toEqual(before)
    expect(foreseen.refused).toEqual([])
    // Another look says the same.
    expect(await act<Preview>(world, agency.admin, preview, { timesheet_ids, expense_ids })).toEqual(foreseen)
    await act(world, client.approver, 'transaction.timesheet.approve', { ids: timesheet_ids })
    await act(world, client.approver, 'transaction.expense.approve', { ids: expense_ids })
    const { rows } = await database.owner.query<{ source_id: string; content_hash: string }>(
      `select coalesce(timesheet_id, expense_id) as source_id, content_hash from transaction.invoice_set
       where timesheet_id = any ($1) or expense_id = any ($2)`,
      [timesheet_ids, expense_ids],
    )
    expect(rows).toHaveLength(timesheet_ids.length + expense_ids.length)
    expect(hashOfRun(rows)).toBe(foreseen.hash)
  }
}, 3_600_000)

test('preview: shows waiting work; raised work has none; fees are hidden from some readers', async () => {
  const agency = await seedAgency(world, provider)
  const client = await seedClient(world, agency)
  await seedPermFeature(world, agency)
  const { id } = await seedPerm(world, { agency, client }, { contract_start_date: '2025-06-20' })
  await activatePerm(world, agency, id)
  const look = (viewer: typeof agency.admin) =>
    act<Preview>(world, viewer, preview, { perm_placement_ids: [id] })
  expect((await look(agency.admin)).refused).toEqual([
    { source_id: id, reason: 'The placement is invoiced from its start on 20/06/2025' },
  ])
  expect((await refusalOf(look(agency.user))).code).toBe('not_allowed')
  expect((await refusalOf(look(client.manager))).code).toBe('not_allowed')
  const other = await seedAgency(world, provider)
  expect((await refusalOf(look(other.admin))).code).toBe('not_found')
  world.clock.advance({ days: 5 })
  const foreseen = await look(agency.admin)
  await act(world, agency.admin, 'contract.perm_placement.raise', { ids: [id] })
  const { content_hash } = await one<{ content_hash: string }>(
    'select content_hash from transaction.invoice_set where contract_id = $1',
    id,
  )
  expect(foreseen.sets.map((set) => set.content_hash)).toEqual([content_hash])
  expect((await refusalOf(look(agency.admin))).message).toBe('Some of it is invoiced already')
})

test('several waiting timesheets: the preview equals raising them together', async () => {
  const agency = await seedAgency(world, provider, { fee: null })
  const client = await seedClient(world, agency)
  const ids: string[] = []
  for (const payment_type of ['limited', 'umbrella', 'selfemployed'] as const) {
    const contractor = await seedContractor(world, agency, { payment_type })
    const placement = await seedPlacement(world, { agency, client, contractor })
    const [sheet] = await seedTimesheets(world, placement)
    const id = sheet?.id ?? ''
    const details = sheet ? weekdays(sheet, placement.group_id) : []
    await act(world, contractor.viewer, 'transaction.timesheet.submit', { id, details })
    ids.push(id)
  }
  await act(world, client.approver, 'transaction.timesheet.approve', { ids })
  const statuses = `select distinct status from transaction.timesheet where id = any ($1)`
  expect(await one(statuses, ids)).toEqual({ status: 'suspense' })
  const look = () => act<Preview>(world, agency.admin, preview, { timesheet_ids: ids })
  // Each says what it waits for.
  expect((await look()).refused.map((refused) => refused.source_id).sort()).toEqual([...ids].sort())
  await seedFees(world, agency, '2.5')
  const before = await written()
  const foreseen = await look()
  expect(await written()).toEqual(before)
  expect(foreseen.sets).toHaveLength(3)
  // Whatever the order in which they were chosen.
  const reversed = { timesheet_ids: [...ids].reverse() }
  expect((await act<Preview>(world, agency.admin, preview, reversed)).hash).toBe(foreseen.hash)
  await act(world, agency.admin, 'transaction.timesheet.raise', { ids })
  const { rows } = await database.owner.query<{ source_id: string; content_hash: string; gross: string }>(
    `select s.timesheet_id as source_id, s.content_hash, s.client_gross as gross from transaction.invoice_set s
     where s.timesheet_id = any ($1)`,
    [ids],
  )
  expect(hashOfRun(rows)).toBe(foreseen.hash)
  const billed = foreseen.sets.map((set) => set.documents.find((one) => one.type === 'provider-client'))
  expect(billed.map((bill) => bill?.total_amount).sort()).toEqual(rows.map((row) => row.gross).sort())
  expect((await refusalOf(look())).message).toBe('Some of it is invoiced already')
})

test('timesheets, payroll, expenses and a permanent placement in one look: one hash of them is that of their runs', async () => {
  const agency = await seedAgency(world, provider, { fee: null })
  const client = await seedClient(world, agency)
  await seedPermFeature(world, agency)
  const placement = await seedColleague(world, { agency, client })
  const paye = await seedPayePlacement(world, { agency, client })
  const week = async (of: typeof placement, units: string) => {
    const [sheet] = await seedTimesheets(world, of)
    const id = sheet?.id ?? ''
    const details = sheet ? weekdays(sheet, of.group_id, units) : []
    await act(world, of.contractor.viewer, 'transaction.timesheet.submit', { id, details })
    return id
  }
  const timesheet_ids = [await week(placement, '7.5'), await week(paye, '8')]
  await act(world, client.approver, 'transaction.timesheet.approve', { ids: timesheet_ids })
  await seedFigures(world, agency, timesheet_ids[1] ?? '', { pay_day: world.clock.today() })
  await seedFees(world, agency, '2.5')
  const expense = await seedSubmittedExpense(world, placement, [train])
  const perm = await seedPerm(world, { agency, client }, { contract_start_date: world.clock.today() })
  await activatePerm(world, agency, perm.id)
  const asked = { timesheet_ids, expense_ids: [expense.id], perm_placement_ids: [perm.id] }
  const before = await written()
  const foreseen = await act<Preview>(world, agency.admin, preview, asked)
  expect(await written()).toEqual(before)
  expect(foreseen.refused).toEqual([])
  expect(foreseen.sets.map((set) => set.generation_type).sort()).toEqual([
    'expense',
    'paye_timesheet',
    'perm_placement',
    'timesheet',
  ])
  await act(world, agency.admin, 'transaction.timesheet.raise', { ids: timesheet_ids })
  await act(world, client.approver, 'transaction.expense.approve', { ids: [expense.id] })
  await act(world, agency.admin, 'contract.perm_placement.raise', { ids: [perm.id] })
  const { rows } = await database.owner.query<{ source_id: string; content_hash: string }>(
    `select coalesce(timesheet_id, expense_id, contract_id) as source_id, content_hash from transaction.invoice_set
     where agency_id = $1`,
    [agency.id],
  )
  expect(rows).toHaveLength(4)
  expect(hashOfRun(rows)).toBe(foreseen.hash)
})
