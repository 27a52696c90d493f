import { beforeAll, describe, expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { documentsOf, euro, seedPayout, sterling } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { type SeededPlacement, seedNextWeek, seedWeek } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const endpoint = new DataEndpoint({ database, clock: world.clock })

type Row = Record<string, string | number | null>

async function ask(
  viewer: Viewer,
  query: string,
): Promise<{ data?: Record<string, Row[]>; errors?: unknown }> {
  return JSON.parse(await endpoint.execute(viewer, { query }))
}

async function rowsOf(viewer: Viewer, root: string, fields: string, args = ''): Promise<Row[]> {
  const { data, errors } = await ask(
    viewer,
    `{ ${root}(order_by: {week_end_date: asc}${args}) { ${fields} } }`,
  )
  expect(errors).toBeUndefined()
  return present(data?.[root], 'an answer')
}

let direct: SeededPlacement
let indirect: SeededPlacement

/** Two weeks of each model; the first week of the direct one is paid out, the second is raised a day later. */
beforeAll(async () => {
  direct = await seedWeek(world)
  indirect = await seedWeek(world, { agency: { funding_model: 'indirect' } })
  for (const placement of [direct, indirect]) await seedNextWeek(world, placement)
  world.clock.advance({ days: 4 })
  await seedPayout(world, direct.agency.provider)
  for (const placement of [direct, indirect]) await seedNextWeek(world, placement)
})

describe('commission', () => {
  const fields =
    'payment_reference week_end_date raised_date client_name contractor_name client_gross contractor_gross fee_gross platform_fee funder_fee on_costs agency_gross'

  test('splits each week’s charge between its parties', async () => {
    const rows = await rowsOf(direct.agency.admin, 'get_agency_commission', fields)
    expect(rows).toMatchObject([
      {
        payment_reference: 'AGYCOM-0806',
        week_end_date: '2025-06-08',
        raised_date: '2025-06-15',
        contractor_name: direct.contractor.name,
        client_gross: 1125,
        contractor_gross: 900,
        fee_gross: 33.76,
        platform_fee: null,
        funder_fee: null,
        on_costs: 0,
        agency_gross: 191.24,
      },
      { payment_reference: 'AGYCOM-1506', raised_date: '2025-06-19', agency_gross: 191.24 },
    ])
  })

  test('indirect model: shows platform fee and funder charge apart', async () => {
    const rows = await rowsOf(indirect.agency.reader, 'get_agency_commission', fields)
    expect(rows).toHaveLength(2)
    const { rows: documents } = await database.owner.query<{ type: string; total: string }>(
      `select type, sum(total_amount) as total from transaction.invoice where agency_id = $1 group by 1`,
      [indirect.agency.id],
    )
    const total = Object.fromEntries(documents.map((row) => [row.type, Number(row.total)]))
    const sum = (field: string) =>
      rows.reduce((all, row) => all + Math.round(Number(row[field]) * 100), 0) / 100
    expect(total.platform_fee).toBeGreaterThan(0)
    expect(sum('platform_fee')).toBe(total.platform_fee)
    expect(sum('funder_fee')).toBe(total['funder-agency'])
    for (const row of rows) {
      const parts = ['contractor_gross', 'platform_fee', 'funder_fee', 'on_costs', 'agency_gross']
      const shared = parts.reduce((all, part) => all + Math.round(Number(row[part]) * 100), 0)
      expect(shared).toBe(Math.round(Number(row.client_gross) * 100))
    }
  })

  test('sums the filtered rows in the database', async () => {
    const { data } = await ask(
      direct.agency.admin,
      `{ get_agency_commission_aggregate(where: {client_id: {_eq: "${direct.client.id}"}, raised_date: {_gte: "2025-06-16"}})
         { aggregate { count sum { client_gross agency_gross platform_fee } } } }`,
    )
    expect(data?.get_agency_commission_aggregate).toEqual({
      aggregate: { count: 1, sum: { client_gross: 1125, agency_gross: 191.24, platform_fee: null } },
    })
  })
})

describe('commission summary', () => {
  const fields =
    'subject_id human_id name alpha_code work_count client_gross platform_fee funder_fee agency_gross'
  const summary = async (viewer: Viewer, args: string) => {
    const { data, errors } = await ask(
      viewer,
      `{ get_agency_commission_summary(args: {${args}}) { ${fields} } }`,
    )
    expect(errors).toBeUndefined()
    return present(data?.get_agency_commission_summary, 'an answer')
  }

  test('adds the period up per client, per contractor and per placement', async () => {
    const { agency, client, contractor, id, human_id } = direct
    const subjects = { client: client.id, contractor: contractor.id, placement: id }
    for (const [per, subject_id] of Object.entries(subjects))
      expect(await summary(agency.admin, `per: "${per}"`)).toMatchObject([
        { subject_id, alpha_code: 'GBP', work_count: 2, client_gross: 2250, agency_gross: 382.48 },
      ])
    expect(await summary(agency.admin, 'per: "placement", raised_from: "2025-06-16"')).toMatchObject([
      { human_id, name: 'Site engineer', work_count: 1, agency_gross: 191.24 },
    ])
    expect(await summary(agency.admin, `raised_to: "2025-06-14"`)).toEqual([])
    expect(await summary(agency.admin, `currency_id: "${euro}"`)).toEqual([])
  })

  test('knows one funding model from the others', async () => {
    expect(await summary(direct.agency.admin, 'indirect: true')).toEqual([])
    const [row] = await summary(indirect.agency.reader, 'indirect: true')
    expect(row?.work_count).toBe(2)
    const rows = await rowsOf(indirect.agency.reader, 'get_agency_commission', 'platform_fee funder_fee')
    for (const field of ['platform_fee', 'funder_fee'])
      expect(Math.round(Number(row?.[field]) * 100)).toBe(
        rows.reduce((all, one) => all + Math.round(Number(one[field]) * 100), 0),
      )
  })
})

describe('agency earnings', () => {
  const fields =
    'week_end_date payment_reference alpha_code document_count total_amount paid_amount outstanding_balance'

  test('shows paid and unpaid earnings week by week', async () => {
    expect(await rowsOf(direct.agency.admin, 'get_agency_earnings', fields)).toEqual([
      {
        week_end_date: '2025-06-08',
        payment_reference: 'AGYCOM-0806',
        alpha_code: 'GBP',
        document_count: 1,
        total_amount: 191.24,
        paid_amount: 191.24,
        outstanding_balance: 0,
      },
      {
        week_end_date: '2025-06-15',
        payment_reference: 'AGYCOM-1506',
        alpha_code: 'GBP',
        document_count: 1,
        total_amount: 191.24,
        paid_amount: 0,
        outstanding_balance: 191.24,
      },
    ])
  })

  test('follow the requested days and currency', async () => {
    const ends = async (args: string) =>
      (await rowsOf(direct.agency.reader, 'get_agency_earnings', fields, `, args: {${args}}`)).map(
        (row) => row.week_end_date,
      )
    expect(await ends('raised_from: "2025-06-16", raised_to: "2025-06-19"')).toEqual(['2025-06-15'])
    expect(await ends('raised_to: "2025-06-15"')).toEqual(['2025-06-08'])
    expect(await ends(`currency_id: "${sterling}"`)).toHaveLength(2)
    expect(await ends(`currency_id: "${euro}"`)).toEqual([])
  })

  test('equal those of the documents', async () => {
    const sheets = await database.owner.query<{ id: string }>(
      'select id from transaction.timesheet where contract_id = $1 order by start_date limit 1',
      [direct.id],
    )
    const paper = (await documentsOf(database, present(sheets.rows[0], 'a week'))).agency_earnings
    expect(paper).toMatchObject({ total_amount: '191.24', status: 'closed', last_payment_date: '2025-06-19' })
  })
})

test('without commission the functions do not exist, and no viewer asks for another agency', async () => {
  const { agency, client, contractor } = direct
  const others = [agency.user, client.invoice_contact, contractor.viewer, agency.provider.admin]
  for (const root of ['get_agency_commission', 'get_agency_commission_summary', 'get_agency_earnings']) {
    for (const viewer of [...others, present(indirect.agency.funder, 'a funder').admin]) {
      const { data, errors } = await ask(viewer, `{ ${root} { id } }`)
      expect(data).toBeUndefined()
      expect(JSON.stringify(errors)).toContain(root)
    }
    const foreign = await ask(agency.admin, `{ ${root}(args: {agency_id: "${indirect.agency.id}"}) { id } }`)
    expect(foreign.errors).toBeDefined()
  }
})
