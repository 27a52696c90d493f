/** What is imported: files of each kind as large as is asked for, what they are about, and how many records they made. */

import type { Viewer } from '#entity/access.ts'
import { assert } from '#kernel/assert.ts'
import type { Database } from '#server/database.ts'
import {
  seedAgency,
  seedPlacement,
  seedProvider,
  seedTimesheets,
  seedWeek,
  type World,
} from '#test/fixtures/world.ts'

export type ImportFile = {
  readonly action_id: string
  readonly template: string
  readonly by: Viewer
  /** Rows, and among them those that are refused. */
  readonly text: (rows: number, broken: number) => string
  /** Records that stand as a file makes them, and how many a file of so many good rows makes. */
  readonly count: (database: Database) => Promise<number>
  readonly made: (good_rows: number) => number
}

async function countOf(database: Database, sql: string): Promise<number> {
  const { rows } = await database.owner.query<{ n: number }>(`select count(*)::int as n ${sql}`)
  return rows[0]?.n ?? 0
}

const lines = (header: string, rows: readonly string[]) => `${header}\r\n${rows.join('\r\n')}\r\n`
/** Broken rows stand among the others, evenly. */
const isBroken = (at: number, rows: number, broken: number) =>
  broken > 0 && at % Math.floor(rows / broken) === 0 && at / Math.floor(rows / broken) < broken

async function clients(world: World): Promise<ImportFile> {
  const { admin } = await seedAgency(world, await seedProvider(world))
  return {
    action_id: 'business.client.create',
    template: 'clients',
    by: admin,
    text: (rows, broken) =>
      lines(
        'Name,Address Line 1,City,Zipcode,Country,Temp Payment Terms',
        Array.from({ length: rows }, (_, at) => {
          const terms = isBroken(at, rows, broken) ? 'soon' : at % 90
          return `Client ${at + 1},${at + 1} High Street,Leeds,LS1 1AA,United Kingdom,${terms}`
        }),
      ),
    count: (database) =>
      countOf(database, `from business.service where type = 'client-agency' and deleted_at is null`),
    made: (good_rows) => good_rows,
  }
}

const DAYS = 7
/** Weeks of one placement: it began in June 2023. */
const WEEKS = 100

/** A row a day of a week; the weeks are drafts, and the file fills them. */
async function timesheets(world: World, rows: number): Promise<ImportFile> {
  const placed = await seedWeek(world)
  const days: string[] = []
  for (let left = Math.ceil(rows / DAYS); left > 0; left -= WEEKS) {
    const placement = await seedPlacement(world, placed, { start_date: '2023-06-05' })
    const sheets = (await seedTimesheets(world, placement)).slice(0, Math.min(WEEKS, left))
    assert(sheets.length === Math.min(WEEKS, left), 'the placement has as many weeks')
    for (const { human_id, start_date } of sheets)
      for (let day = 0; day < DAYS; day += 1) {
        const date = new Date(Date.parse(start_date) + day * 86_400_000).toISOString().slice(0, 10)
        days.push(`${human_id},${date},Standard`)
      }
  }
  return {
    action_id: 'transaction.timesheet.save_draft',
    template: 'timesheet units',
    // This person enters them.
    by: placed.contractor.viewer,
    text: (count, broken) =>
      lines(
        'Timesheet Id,Date,Rate,Units',
        days.slice(0, count).map((day, at) => `${day},${isBroken(at, count, broken) ? 'many' : '7.5'}`),
      ),
    count: (database) =>
      countOf(database, 'from transaction.timesheet where total_units > 0 and deleted_at is null'),
    // A broken row leaves the others of its week.
    made: () => Math.ceil(rows / DAYS),
  }
}

export const import_files: Readonly<Record<string, (world: World, rows: number) => Promise<ImportFile>>> = {
  clients,
  timesheets,
}
