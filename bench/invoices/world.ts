/** One agency with placements, and approved timesheets of two rates that wait for their invoices. */
import type { Database } from '#server/database.ts'
import type { SeededPlacement, World } from '#test/fixtures/world.ts'
import {
  seedAgency,
  seedApprovedTimesheet,
  seedClient,
  seedContractor,
  seedPlacement,
  seedProvider,
  seedTimesheets,
} from '#test/fixtures/world.ts'

const CLIENTS = 20

type Size = { readonly placements: number; readonly weeks: number }

/**
 * Made by the verbs, and each placement's first week approved by them, so that series, accounts and descriptions
 * exist; the weeks to be raised are copies of it by SQL.
 */
export async function fillWorld(
  world: World,
  database: Database,
  { placements: count, weeks }: Size,
): Promise<string[]> {
  const provider = await seedProvider(world)
  const agency = await seedAgency(world, provider)
  const clients = []
  for (let i = 0; i < Math.min(CLIENTS, count); i += 1) clients.push(await seedClient(world, agency))
  const placements: SeededPlacement[] = []
  for (let i = 0; i < count; i += 1) {
    const client = clients[i % clients.length]
    if (!client) throw new Error('there are clients')
    const parties = { agency, client, contractor: await seedContractor(world, agency) }
    const placement = await seedPlacement(world, parties, {
      rates: [
        { name: 'Standard', contractor_rate: '20.00', client_rate: '25.00' },
        { name: 'Overtime', contractor_rate: '31.1111', client_rate: '38.3333' },
      ],
    })
    const [sheet] = await seedTimesheets(world, placement)
    await seedApprovedTimesheet(world, placement, sheet)
    placements.push(placement)
  }
  return copyWeeks(database, weeks)
}

async function copyWeeks(database: Database, weeks: number): Promise<string[]> {
  await database.owner.query(`delete from transaction.timesheet where status = 'draft'`)
  await database.owner.query(
    `with sheets as (
       insert into transaction.timesheet (human_id, contract_id, provider_id, agency_id, client_id, contractor_id, funder_id, status,
         start_date, end_date, timesheet_frequency, unit_type, currency_id, total_units, approved_at, approved_by, approved_by_name)
       select t.human_id || '-' || g, t.contract_id, t.provider_id, t.agency_id, t.client_id, t.contractor_id, t.funder_id, 'approved',
         t.start_date + 7 * g, t.end_date + 7 * g, t.timesheet_frequency, t.unit_type, t.currency_id, 42.5, t.approved_at, t.approved_by,
         t.approved_by_name
       from transaction.timesheet t cross join generate_series(1, $1::int) g
       returning id, contract_id, start_date, provider_id, agency_id, client_id, contractor_id, funder_id)
     insert into transaction.timesheet_detail (timesheet_id, provider_id, agency_id, client_id, contractor_id, funder_id, date, group_id,
       rate_name, units, unit_type, contractor_rate_id, client_rate_id, contractor_rate, client_rate)
     select s.id, s.provider_id, s.agency_id, s.client_id, s.contractor_id, s.funder_id, s.start_date + d, k.group_id, k.name,
       case k.name when 'Standard' then 7.5 else 1 end, k.value_text, k.id, l.id, k.value_numeric, l.value_numeric
     from sheets s cross join generate_series(0, 4) d
     join contract.rate k on k.contract_id = s.contract_id and k.sub_type = 'contractor_rate'
     join contract.rate l on l.group_id = k.group_id and l.sub_type = 'client_rate'`,
    [weeks],
  )
  await database.owner.query('vacuum analyze')
  const { rows } = await database.owner.query<{ id: string }>(
    `select t.id from transaction.timesheet t
     where not exists (select from transaction.invoice_set s where s.timesheet_id = t.id) order by t.id`,
  )
  return rows.map((row) => row.id)
}
