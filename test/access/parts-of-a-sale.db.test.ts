/**
 * An agency's sale is settled by what goes out on its behalf: the contractor's pay, the fee, its earnings. Whoever is not
 * shown those documents does not learn their amounts from the matches on the sale either (spec §6: commission; a funder's
 * types).
 */
import { describe, expect, test } from 'vitest'
import { access } from '#business/access.ts'
import { type Catalog, catalogOf } from '#data/catalog.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { profiles } from '#data/profile.ts'
import { catalog } from '#data/registry.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '../database.ts'
import { reviewBatch, sterling } from '../fixtures/cash.ts'
import { act, seedApprovedTimesheet, seedTimesheets, seedWeek, weekdays, worldOn } from '../fixtures/world.ts'

const database = await freshDatabase()

async function matchesSeen(world: ReturnType<typeof worldOn>, viewer: Viewer): Promise<string[]> {
  const endpoint = new DataEndpoint({ database, clock: world.clock })
  const query = `{ m: transaction_payment_receipt_detail(order_by: { amount: asc }) { amount invoice { type } }
    i: transaction_invoice { payment_receipt_details { amount } payment_receipt_details_aggregate { aggregate { sum { amount } } } type } }`
  const { data, errors } = JSON.parse(await endpoint.execute(viewer, { query }))
  expect(errors).toBeUndefined()
  const of_sales = data.i.filter(
    ({ type }: { type: string }) => type === 'agency-provider' || type === 'agency-funder',
  )
  for (const sale of of_sales) {
    const sum = sale.payment_receipt_details_aggregate.aggregate.sum?.amount ?? null
    expect([sale.payment_receipt_details.length === 0, sum === null]).toEqual(
      data.m.some((one: { invoice: { type: string } }) => one.invoice.type === sale.type)
        ? [false, false]
        : [true, true],
    )
  }
  return data.m.map(
    (one: { amount: number; invoice: { type: string } }) => `${one.invoice.type} ${one.amount}`,
  )
}

describe.each(['direct', 'indirect'] as const)('%s', (funding_model) => {
  test('the parts of a sale are read by whoever reads what they paid', async () => {
    const world = worldOn(database)
    const placed = await seedWeek(world, { agency: { funding_model } })
    await seedApprovedTimesheet(world, placed)
    const { agency } = placed
    const { provider, funder } = agency
    // The agency first, the contractor when he is due.
    for (const run_date of ['2025-06-18', '2025-06-25']) {
      const principal_id = funder?.id ?? provider.id
      const run = { run_date, currency_id: sterling, principal_id }
      const batch = await act<{ id: string }>(world, provider.operations, 'payment.payment_batch.create', run)
      await reviewBatch(world, provider, batch)
      await act(world, provider.approver, 'payment.payment_batch.complete', { id: batch.id })
    }
    const sale = funding_model === 'direct' ? 'agency-provider' : 'agency-funder'
    const of_sale = (told: string[]) => told.filter((one) => one.startsWith(sale))
    // What the contractor was paid is a match of its own there.
    expect(of_sale(await matchesSeen(world, agency.admin))).toContain(`${sale} 900`)
    expect(of_sale(await matchesSeen(world, provider.operations))).toContain(`${sale} 900`)
    const staff = await matchesSeen(world, agency.user)
    expect(staff).toEqual(['contractor-agency 900'])
    if (funding_model === 'direct') return
    const seen = await matchesSeen(world, present(funder, 'a funder').admin)
    expect(of_sale(seen)).toEqual([])
    expect(seen.some((one) => one.endsWith(' 900'))).toBe(false)
  })
})

/** A funder's loans and claims are its own figures (docs/security.md), even while they are one part of a sale. */
const LENT: ReadonlySet<string> = new Set(['funds_in_use', 'availability'])

/** Every figure that a viewer reads, in pence: of each row, and of the sums of each list and function. */
async function figuresOf(
  world: ReturnType<typeof worldOn>,
  viewer: Viewer,
  declared: Catalog,
): Promise<Map<number, string>> {
  const endpoint = new DataEndpoint({ database, clock: world.clock, catalog: declared })
  const figures = new Map<number, string>()
  for (const table of profiles(declared)(viewer).tables.values()) {
    const required = Object.values(table.function?.args ?? {}).some((arg) => arg.required)
    const names = [...table.columns.values()].filter(
      ({ name, field }) => field.kind === 'money' && !LENT.has(name),
    )
    if (!table.is_root || required || names.length === 0) continue
    const list = names.map(({ name }) => name).join(' ')
    const query = `{ rows: ${table.name} { ${list} } all: ${table.name}_aggregate { aggregate { sum { ${list} } max { ${list} } } } }`
    const { data, errors } = JSON.parse(await endpoint.execute(viewer, { query }))
    expect(errors, query).toBeUndefined()
    const rows: Record<string, number | null>[] = [
      ...data.rows,
      data.all.aggregate.sum,
      data.all.aggregate.max,
    ]
    for (const row of rows)
      for (const [name, value] of Object.entries(row ?? {}))
        if (value) figures.set(Math.abs(Math.round(value * 100)), `${table.name}.${name}`)
  }
  return figures
}

/** Figures that are one of these, or tell it as the difference of two. */
function tellingOf(figures: ReadonlyMap<number, string>, secrets: ReadonlyMap<number, string>): string[] {
  const told = [...figures].flatMap(([figure, where]) => {
    const alone = secrets.get(figure)
    const pairs = [...figures].flatMap(([other, there]) => {
      const secret = secrets.get(figure - other)
      return secret ? [`${where} less ${there} is ${secret}`] : []
    })
    return alone ? [`${where} is ${alone}`, ...pairs] : pairs
  })
  return told.sort()
}

/** The product's declarations, telling everything of a sale to who is shown it. */
const telling = catalogOf(
  Object.values(access).map(({ entity, access: { agency, funder, ...others } }) => ({
    entity,
    access: {
      ...others,
      agency: agency && { ...agency, withheld: {} },
      funder: funder && { ...funder, withheld: {} },
    },
  })),
)

describe.each([
  ['direct', 'funded', '2025-06-18', '2025-06-25'],
  ['direct', 'partly_funded', '2025-06-25', '2025-07-02'],
  ['indirect', 'funded', '2025-06-18', '2025-06-25'],
  ['indirect', 'partly_funded', '2025-06-25', '2025-07-02'],
] as const)('figures of %s work, %s', (funding_model, funding_type, first_run, second_run) => {
  test('tell nobody the hidden parts of a sale, also after payments and corrections', async () => {
    const world = worldOn(database)
    const rates = [{ name: 'Standard', contractor_rate: '23.47', client_rate: '31.39' }]
    const placed = await seedWeek(world, { agency: { funding_model }, placement: { rates, funding_type } })
    const [first, second] = await seedTimesheets(world, placed)
    const sheet = await seedApprovedTimesheet(world, placed, first)
    const { agency } = placed
    const { provider, funder } = agency
    const secretsOf = async (...types: string[]) => {
      const { rows } = await database.owner.query<{ type: string; total: number }>(
        `select distinct type, abs(total_amount * 100)::int as total from transaction.invoice where agency_id = $1 and type = any ($2)`,
        [agency.id, types],
      )
      expect(rows.length).toBeGreaterThan(1)
      return new Map(rows.map(({ type, total }) => [total, type]))
    }
    const of_staff = ['agency_earnings', 'platform_fee', 'provider-agency', 'funder-agency']
    const look = async (declared = catalog()) => {
      const staff = await figuresOf(world, agency.user, declared)
      const told = tellingOf(staff, await secretsOf(...of_staff))
      if (!funder || declared !== catalog()) return told
      const lender = await figuresOf(world, funder.admin, declared)
      expect(Math.min(staff.size, lender.size)).toBeGreaterThan(5)
      return [
        ...told,
        ...tellingOf(lender, await secretsOf('contractor-agency', 'agency_earnings', 'platform_fee')),
      ]
    }
    const payOut = async (run_date: string) => {
      const run = { run_date, currency_id: sterling, principal_id: funder?.id ?? provider.id }
      const batch = await act<{ id: string }>(world, provider.operations, 'payment.payment_batch.create', run)
      await reviewBatch(world, provider, batch)
      await act(world, provider.approver, 'payment.payment_batch.complete', { id: batch.id })
    }
    expect(await look()).toEqual([])
    // Its administrator reads them all.
    const read = tellingOf(await figuresOf(world, agency.admin, catalog()), await secretsOf(...of_staff))
    expect(read.length).toBeGreaterThan(2)
    await payOut(first_run)
    expect(await look()).toEqual([])
    // What stood open on the sale would tell who knows the contractor's pay what the fee is, and what is left; the
    // funder's login role could not be asked for it.
    if (funding_type === 'partly_funded') expect((await look(telling)).length).toBeGreaterThan(0)
    if (funder) await expect(figuresOf(world, funder.admin, telling)).rejects.toThrow()
    await act(world, agency.user, 'transaction.timesheet.refine', {
      id: sheet.id,
      mode: 'full',
      details: weekdays(sheet, placed.group_id, '6.25'),
      reason: 'Friday was a holiday',
    })
    expect(await look()).toEqual([])
    await seedApprovedTimesheet(world, placed, second)
    await payOut(second_run)
    expect(await look()).toEqual([])
  })
})
