/** Two agencies of one provider: the one works, the other attacks. Verbs make all of it. */
import type pg from 'pg'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { systemClock } from '#kernel/clock.ts'
import { addDays, weekday } from '#kernel/day.ts'
import { signToken } from '#server/auth/auth-cookie.ts'
import { openSession } from '#server/auth/auth-session.server.ts'
import type { Database } from '#server/database.ts'
import { hashPassword } from '#server/passwords/password-hash.ts'
import { inTransaction } from '#server/tx.ts'
import type {
  SeededAgency,
  SeededPlacement,
  SeededProvider,
  SeededTimesheet,
  World,
} from '#test/fixtures/world.ts'
import {
  seedAgency,
  seedApprovedTimesheet,
  seedClient,
  seedContractor,
  seedPlacement,
  seedProvider,
  seedSubmittedTimesheet,
  seedTimesheets,
  weekdays,
  worldOn,
} from '#test/fixtures/world.ts'

export const SESSION_SECRET = 'a secret of this benchmark alone, long enough'
export const PASSWORD = 'copper-kettle-94-lagoon'

export type Sizes = {
  /** Timesheets of the neighbour; an export has as many rows. */
  readonly rows: number
  /** Submitted timesheets that the aggressor approves. */
  readonly waiting: number
}

export type Tenant = {
  readonly agency_id: string
  readonly client_id: string
  readonly admin_cookie: string
  readonly contractor_cookie: string
  readonly approver_cookie: string
  /** Documents that the contractor may read. */
  readonly invoice_ids: readonly string[]
  /** A document of the agency. */
  readonly agency_invoice_id: string
  /** An action of the contractor that changes one draft. */
  readonly save: object
  /** An open timesheet, for files. */
  readonly draft_id: string
}

export type FairWorld = {
  readonly aggressor: Tenant
  readonly neighbour: Tenant
  readonly email: string
  readonly submitted_ids: readonly string[]
}

const WEEKS = 40
const INVOICED = 4

async function cookieOf(database: Database, { user_id, business_contact_id }: Viewer): Promise<string> {
  const visitor = { ip: '127.0.0.1', user_agent: 'bench' }
  const token = await inTransaction(database.session, (tx) =>
    openSession(tx, systemClock, { user_id, business_contact_id, methods: ['pwd', 'totp'] }, visitor),
  )
  return `stint_session=${signToken(token, SESSION_SECRET)}`
}

type Placed = { readonly placement: SeededPlacement; readonly sheets: readonly SeededTimesheet[] }

async function place(world: World, agency: SeededAgency, drafts: number): Promise<Placed[]> {
  const client = await seedClient(world, agency)
  const today = world.clock.today()
  const placed: Placed[] = []
  for (let left = drafts; left > 0; left -= WEEKS) {
    const parties = { agency, client, contractor: await seedContractor(world, agency) }
    const weeks = Math.min(WEEKS, left)
    const start_date = addDays(today, 1 - weekday(today) - 7 * (weeks - 1))
    const placement = await seedPlacement(world, parties, { start_date })
    placed.push({ placement, sheets: await seedTimesheets(world, placement) })
  }
  return placed
}

async function ids(owner: pg.Pool, sql: string, params: readonly unknown[]): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(sql, [...params])
  return rows.map(({ id }) => id)
}

type Made = { readonly tenant: Tenant; readonly agency: SeededAgency; readonly placed: readonly Placed[] }

async function makeTenant(
  world: World,
  database: Database,
  provider: SeededProvider,
  drafts: number,
): Promise<Made> {
  const agency = await seedAgency(world, provider)
  const placed = await place(world, agency, drafts + INVOICED + 1)
  const { placement, sheets } = present(placed[0], 'a placement')
  for (const sheet of sheets.slice(0, INVOICED)) await seedApprovedTimesheet(world, placement, sheet)
  const draft = present(sheets[INVOICED], 'a draft')
  const { contractor, client } = placement
  const of = 'select id from transaction.invoice where agency_id = $1 and type = $2 order by id'
  const agency_invoice_id = present(
    (await ids(database.owner, of, [agency.id, 'provider-client']))[0],
    'an invoice',
  )
  const tenant: Tenant = {
    agency_id: agency.id,
    client_id: client.id,
    admin_cookie: await cookieOf(database, agency.admin),
    contractor_cookie: await cookieOf(database, contractor.viewer),
    approver_cookie: await cookieOf(database, client.approver),
    invoice_ids: await ids(database.owner, of, [agency.id, 'contractor-agency']),
    agency_invoice_id,
    save: {
      action_id: 'transaction.timesheet.save_draft',
      input: { id: draft.id, details: weekdays(draft, placement.group_id) },
    },
    draft_id: draft.id,
  }
  return { tenant, agency, placed }
}

/** Both agencies, and the neighbour's administrator with a password. */
export async function makeFairWorld(database: Database, { rows, waiting }: Sizes): Promise<FairWorld> {
  const world = worldOn(database, systemClock.now())
  const provider = await seedProvider(world)
  const aggressor = await makeTenant(world, database, provider, waiting)
  const neighbour = await makeTenant(world, database, provider, rows)
  const submitted_ids: string[] = []
  const open = aggressor.placed.flatMap(({ placement, sheets }, no) =>
    sheets.slice(no === 0 ? INVOICED + 1 : 0).map((sheet) => ({ placement, sheet })),
  )
  for (const { placement, sheet } of open.slice(0, waiting))
    submitted_ids.push((await seedSubmittedTimesheet(world, placement, sheet)).id)
  const { user_id } = neighbour.agency.admin
  await database.owner.query(
    `insert into auth.account (id, "userId", "accountId", "providerId", password) values ($1, $1, $1, 'credential', $2)`,
    [user_id, await hashPassword(PASSWORD)],
  )
  const { rows: found } = await database.owner.query<{ email: string }>(
    'select email from auth."user" where id = $1',
    [user_id],
  )
  await database.owner.query('vacuum analyze')
  return {
    aggressor: aggressor.tenant,
    neighbour: neighbour.tenant,
    email: present(found[0], 'the administrator').email,
    submitted_ids,
  }
}
