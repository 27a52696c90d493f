/**
 * Many submitted timesheets of one agency and client, for tests and benchmarks of bulk work. Verbs make the parties,
 * placements and timesheets; the hours are written for all timesheets at once.
 */

import { work_to_approve_topic } from '#business/approvable-work/held-work.rules.ts'
import { timesheet_detail } from '#business/timesheets/timesheet.entity.ts'
import { type TimesheetRow, timesheets } from '#business/timesheets/timesheet-records.server.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { addDays, type Day, weekday } from '#kernel/day.ts'
import { londonTime } from '#kernel/london-time.ts'
import type { Database } from '#server/database.ts'
import { openContext } from '#server/perform.server.ts'
import { fromSource, insertSelectSql } from '#server/write-row.server.ts'
import type { CastContractor } from './cast-contractor.ts'
import { data_engineer } from './cast-contractors-larkfield.ts'
import { makeBusinesses } from './make-businesses.ts'
import { makeContractor } from './make-contractor.ts'
import { emptyWorld, onStage, type Stage, viewerOf, type World } from './stage.ts'

export type BulkOptions = {
  readonly timesheets: number
  /** The clock shows this London day afterwards. */
  readonly today: Day
  readonly seed?: number
}

export type Bulk = {
  readonly world: World
  /** The client's approver of all these timesheets. */
  readonly approver: Viewer
  /** The agency may approve them by hand too. */
  readonly agency_admin: Viewer
  /** Of submitted timesheets, in the order of their human ids. */
  readonly timesheet_ids: readonly string[]
}

const weeks = 40

/** Fills a database without businesses. 37.5 hours a sheet at £20.00 and £25.00, direct funding, fee 2.5 % of gross. */
export async function makeBulk(
  database: Pick<Database, 'transaction' | 'owner'>,
  { timesheets, today, seed = 1 }: BulkOptions,
): Promise<Bulk> {
  const this_week = addDays(today, 1 - weekday(today))
  const start_date = addDays(this_week, -7 * weeks)
  const world = emptyWorld(database, seed, addDays(start_date, -4))
  await makeBusinesses(world, addDays(start_date, -4))
  for (let no = 0; no < Math.ceil(timesheets / weeks); no += 1) {
    await makeContractor(world, worker(no), no + 1, { start_date, end_date: null })
  }
  // The day's first moment, so that the real clock is always later.
  world.clock.set(londonTime(today, '00:00'))
  return onStage(world, async (stage) => {
    await stage.act('agency_consultant', 'transaction.timesheet.generate', { up_to: addDays(this_week, -1) })
    const timesheet_ids = await fillAndSubmit(world, stage, timesheets)
    return {
      world,
      approver: await viewerOf(world, stage.tx, 'timesheet_approver'),
      agency_admin: await viewerOf(world, stage.tx, 'agency_admin'),
      timesheet_ids,
    }
  })
}

const first_names = ['Adam', 'Bethan', 'Cyrus', 'Dilys', 'Ewan', 'Faye', 'Gethin', 'Hester'] as const
const syllables = ['al', 'bor', 'cas', 'den', 'el', 'fen', 'gar', 'hol', 'in', 'ker', 'lan', 'mor'] as const

function worker(no: number): CastContractor {
  const syllable = (at: number) => syllables[at % syllables.length] ?? 'al'
  const last = `${syllable(no)}${syllable(Math.floor(no / syllables.length))}by`
  const last_name = `${last.charAt(0).toUpperCase()}${last.slice(1)}`
  const first_name = first_names[Math.floor(no / syllables.length ** 2) % first_names.length] ?? 'Adam'
  return {
    key: `bulk_${no}`,
    first_name,
    last_name,
    ...data_engineer,
    paid_through: `${last_name} ${first_name} Services Limited`,
    weeks,
    manual_timesheet_approval: true,
  }
}

type Filled = Pick<
  TimesheetRow,
  'id' | 'provider_id' | 'agency_id' | 'client_id' | 'contractor_id' | 'funder_id'
> & { readonly status: 'draft' }

/** 7.5 hours on each weekday, priced at the placement's Standard rates, and the step to submitted. */
async function fillAndSubmit(world: World, stage: Stage, wanted: number): Promise<string[]> {
  const { tx, clock } = stage
  const viewer = await viewerOf(world, tx, 'agency_consultant')
  const sheets = await tx.rows<Filled>(
    `select id, provider_id, agency_id, client_id, contractor_id, funder_id, status
     from transaction.timesheet where status = 'draft' order by human_id limit $1`,
    [wanted],
  )
  present(sheets[wanted - 1], `timesheet number ${wanted}`)
  const ids = sheets.map((sheet) => sheet.id)
  await tx.run(
    `${insertSelectSql(timesheet_detail, {
      ...fromSource('t', ['provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id']),
      ...fromSource('k', ['group_id']),
      id: 'platform.new_id()',
      timesheet_id: 't.id',
      date: 'd.day::date',
      rate_name: 'k.name',
      units: '7.5',
      unit_type: 'k.value_text',
      contractor_rate_id: 'k.id',
      client_rate_id: 'l.id',
      contractor_rate: 'k.value_numeric',
      client_rate: 'l.value_numeric',
      unit_fraction: 'null',
      availability: 'null',
      description: 'null',
      created_at: '$2',
      updated_at: '$2',
    })} from transaction.timesheet t
     join contract.rate k on k.contract_id = t.contract_id and k.sub_type = 'contractor_rate' and k.name = 'Standard' and k.deleted_at is null
     join contract.rate l on l.group_id = k.group_id and l.sub_type = 'client_rate' and l.deleted_at is null
     cross join lateral generate_series(t.start_date, t.end_date, interval '1 day') as d (day)
     where t.id = any ($1) and extract(isodow from d.day) <= 5`,
    [ids, clock.now()],
  )
  await tx.run(
    `update transaction.timesheet t set status = 'submitted', submitted_date = $2, submitted_by = $3, updated_at = $2,
       total_units = s.units, contractor_amount = s.contractor, client_amount = s.client
     from (select timesheet_id, sum(units) as units, round(sum(units * contractor_rate), 2) as contractor,
         round(sum(units * client_rate), 2) as client
       from transaction.timesheet_detail where timesheet_id = any ($1) group by timesheet_id) s
     where t.id = s.timesheet_id`,
    [ids, clock.now(), viewer.user_id],
  )
  const step = openContext({ tx, clock }, viewer, 'transaction.timesheet.submit')
  await timesheets.recordSteps(
    step.context,
    'submit',
    sheets.map((row) => ({ row, new_status: 'submitted' as const, message: 'Submitted with 37.5 units' })),
  )
  await step.finish()
  // Nobody reads thousands of mails.
  await tx.run('update platform.outbox set delivered_at = $2 where topic = $1 and delivered_at is null', [
    work_to_approve_topic,
    clock.now(),
  ])
  return ids
}
