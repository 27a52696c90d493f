import { beforeAll, describe, expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { euro, sterling } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import {
  type SeededAgency,
  type SeededPlacement,
  seedAgency,
  seedApprovedTimesheet,
  seedClient,
  seedContractor,
  seedPlacement,
  seedProvider,
  seedTimesheets,
} from '#test/fixtures/world.ts'
import { input_tax_types, output_tax_types } from './vat-liability.entity.ts'

const { database, world } = await freshWorld()
const endpoint = new DataEndpoint({ database, clock: world.clock })

type Quarter = {
  quarter_start: string
  quarter_end: string
  payment_deadline: string
  alpha_code: string
  input_tax: number
  output_tax: number
  vat_liability: number
}

async function ask(
  viewer: Viewer,
  query: string,
): Promise<{ data?: Record<string, Record<string, unknown>[]>; errors?: unknown }> {
  return JSON.parse(await endpoint.execute(viewer, { query }))
}

async function report(
  { admin }: SeededAgency,
  args = `args: {currency_id: "${sterling}"}`,
): Promise<Quarter[]> {
  const { data, errors } = await ask(
    admin,
    `{ get_agency_vat_liability(order_by: {quarter_start: asc}${args && `, ${args}`})
       { quarter_start quarter_end payment_deadline alpha_code input_tax output_tax vat_liability } }`,
  )
  expect(errors).toBeUndefined()
  return present(data?.get_agency_vat_liability, 'an answer') as Quarter[] // The fields that were asked for.
}

async function approveNext(placement: SeededPlacement): Promise<void> {
  const sheets = await seedTimesheets(world, placement)
  await seedApprovedTimesheet(world, placement, present(sheets.at(-1), 'a week'))
}

async function seedWorker(
  agency: SeededAgency,
  client: { country_code?: string } = {},
  contractor: { is_vat_registered?: boolean } = {},
): Promise<SeededPlacement> {
  return seedPlacement(world, {
    agency,
    client: await seedClient(world, agency, client),
    contractor: await seedContractor(world, agency, contractor),
  })
}

/** Pence by quarter of all documents of some types, in the words of the tables. */
async function taxOf(agency: SeededAgency, types: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await database.owner.query<{ starts: string; pence: string }>(
    `select to_char(raised_date, 'YYYY"Q"Q') as starts, sum(tax_amount) * 100 as pence from transaction.invoice
     where agency_id = $1 and type = any ($2) and status <> 'cancelled' group by 1`,
    [agency.id, types],
  )
  return Object.fromEntries(rows.map((row) => [row.starts, Number(row.pence)]))
}

let direct: SeededAgency
let indirect: SeededAgency
let abroad: SeededAgency

/** Work of June, of September and of the winter; a client abroad, a worker without VAT, and a funder in between. */
beforeAll(async () => {
  const provider = await seedProvider(world)
  direct = await seedAgency(world, provider)
  indirect = await seedAgency(world, provider, { funding_model: 'indirect' })
  abroad = await seedAgency(world, provider)
  const placements = [
    await seedWorker(direct),
    await seedWorker(direct, {}, { is_vat_registered: false }),
    await seedWorker(indirect),
  ]
  for (const placement of placements) await approveNext(placement)
  await approveNext(await seedWorker(abroad, { country_code: 'US' }))
  world.clock.advance({ days: 107 })
  for (const placement of placements) await approveNext(placement)
  world.clock.advance({ days: 120 })
  await approveNext(present(placements[0], 'the first'))
})

describe('VAT liability', () => {
  test('is the tax of sales less the tax of purchases, a row a quarter, with its deadline on the 7th', async () => {
    expect(await report(direct)).toMatchObject([
      // 187.50 of each client; 150.00 of one contractor, none of the other; 5.63 of each fee.
      {
        quarter_start: '2025-04-01',
        quarter_end: '2025-06-30',
        payment_deadline: '2025-08-07',
        output_tax: 375,
        input_tax: 161.26,
        vat_liability: 213.74,
      },
      {
        quarter_start: '2025-07-01',
        quarter_end: '2025-09-30',
        payment_deadline: '2025-11-07',
        vat_liability: 213.74,
      },
      // Nothing was raised: a return is due all the same.
      { quarter_start: '2025-10-01', payment_deadline: '2026-02-07', output_tax: 0, vat_liability: 0 },
      {
        quarter_start: '2026-01-01',
        payment_deadline: '2026-05-07',
        output_tax: 187.5,
        vat_liability: 31.87,
      },
    ])
  })

  test('of a client abroad is that of the sale to the provider', async () => {
    expect((await report(abroad))[0]).toMatchObject({
      output_tax: 187.5,
      input_tax: 154.69,
      vat_liability: 32.81,
    })
  })

  test('agrees with invoices and sets in every quarter and model (I18)', async () => {
    for (const agency of [direct, indirect, abroad]) {
      const [out, into] = [await taxOf(agency, output_tax_types), await taxOf(agency, input_tax_types)]
      const { rows } = await database.owner.query<{ starts: string; pence: string }>(
        `select to_char(raised_date, 'YYYY"Q"Q') as starts, sum(agency_tax) * 100 as pence
         from transaction.invoice_set where agency_id = $1 group by 1`,
        [agency.id],
      )
      const sets = Object.fromEntries(rows.map((row) => [row.starts, Number(row.pence)]))
      const told = await report(agency)
      expect(told.some((row) => row.input_tax > 0)).toBe(true)
      for (const row of told) {
        const month = Number(row.quarter_start.slice(5, 7))
        const quarter = `${row.quarter_start.slice(0, 4)}Q${(month + 2) / 3}`
        expect(Math.round(row.output_tax * 100), quarter).toBe(out[quarter] ?? 0)
        expect(Math.round(row.input_tax * 100), quarter).toBe(into[quarter] ?? 0)
        expect(Math.round(row.vat_liability * 100), quarter).toBe(sets[quarter] ?? 0)
      }
    }
    expect(
      (await verifyDatabase(database)).filter(({ id, broken }) => id === 'I18' && broken.length > 0),
    ).toEqual([])
  })

  test('counts the fees of funder and platform as purchases', async () => {
    const both = await taxOf(indirect, ['funder-agency', 'platform_fee', 'contractor-agency'])
    expect((await taxOf(indirect, ['platform_fee']))['2025Q2']).toBeGreaterThan(0)
    expect(Math.round(present((await report(indirect))[0], 'a quarter').input_tax * 100)).toBe(both['2025Q2'])
  })

  test('another stagger: other quarters, the same total', async () => {
    const told = await report(direct, `args: {currency_id: "${sterling}", stagger: 3}`)
    expect(told.map((row) => [row.quarter_start, row.quarter_end, row.payment_deadline])).toEqual([
      ['2025-06-01', '2025-08-31', '2025-10-07'],
      ['2025-09-01', '2025-11-30', '2026-01-07'],
      ['2025-12-01', '2026-02-28', '2026-04-07'],
    ])
    const sum = (rows: readonly Quarter[]) =>
      rows.reduce((all, row) => all + Math.round(row.vat_liability * 100), 0)
    expect(sum(told)).toBe(sum(await report(direct)))
  })

  test('totals: returns one currency when asked, every currency otherwise', async () => {
    expect(await report(direct, `args: {currency_id: "${euro}"}`)).toEqual([])
    expect(new Set((await report(direct, '')).map((row) => row.alpha_code))).toEqual(new Set(['GBP']))
  })

  test('leaves out cancelled documents and counts credit notes as negative', async () => {
    const client = await database.owner.connect()
    const before = present((await report(direct)).at(-1), 'the last quarter')
    const told = async () => {
      const { rows } = await client.query(
        `select output_tax::float, input_tax::float from report.get_agency_vat_liability($1, '2026-01-28', $2)
         order by quarter_start desc limit 1`,
        [direct.id, sterling],
      )
      return rows[0]
    }
    try {
      await client.query('begin')
      const { rows } = await client.query<{ name: string }>(
        `select quote_ident(attname) as name from pg_attribute
         where attrelid = 'transaction.invoice'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      )
      await client.query(
        `insert into transaction.invoice (${rows.map(({ name }) => name)})
         select ${rows.map(({ name }) => `r.${name}`)}
         from transaction.invoice i, jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(),
           'human_id', i.human_id || '-C', 'amount', -10, 'tax_amount', -2, 'total_amount', -12, 'outstanding_balance', -12,
           'is_credit_note', true, 'parent_invoice_id', i.id)) r
         where i.agency_id = $1 and i.type = 'agency-provider' and i.raised_date >= '2026-01-01'`,
        [direct.id],
      )
      expect(await told()).toEqual({ output_tax: before.output_tax - 2, input_tax: before.input_tax })
      await client.query(
        `update transaction.invoice set status = 'cancelled' where agency_id = $1 and type = 'contractor-agency'
         and raised_date >= '2026-01-01'`,
        [direct.id],
      )
      expect(await told()).toEqual({ output_tax: before.output_tax - 2, input_tax: 5.63 })
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('exists for the admin of the agency alone', async () => {
    for (const viewer of [
      direct.user,
      direct.reader,
      direct.provider.admin,
      present(indirect.funder, 'funder').admin,
    ]) {
      const { data, errors } = await ask(viewer, '{ get_agency_vat_liability { vat_liability } }')
      expect(data).toBeUndefined()
      expect(JSON.stringify(errors)).toContain('get_agency_vat_liability')
    }
    const forced = await ask(
      direct.admin,
      `{ get_agency_vat_liability(args: {agency_id: "${indirect.id}"}) { vat_liability } }`,
    )
    expect(forced.errors).toBeDefined()
  })
})
