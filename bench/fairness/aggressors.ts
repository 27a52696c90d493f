/** Attacks of one business on a server while another works on it (quality P11, F1 to F10). */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type Answered, addresses, headersOf, openPerson, type Person, type Tell } from './client.ts'
import { hold, liveLists, trickle } from './held.ts'
import type { FairWorld } from './world.ts'

export interface Ground {
  /** The servers; the neighbour works on the first. */
  readonly servers: readonly string[]
  readonly owner: pg.Pool
  readonly world: FairWorld
  readonly sizes: AttackSizes
  /** Timesheets that still wait for approval; each turn takes its part. */
  readonly submitted_ids: string[]
}

export type AttackSizes = {
  /** Callers, connections and requests, as parts of the whole attack. */
  readonly part: number
  readonly import_rows: number
  readonly approvals: number
  readonly upload_bytes: number
}

/** Goes on until told to stop; tells each answer. */
export type Attack = (ground: Ground, signal: AbortSignal, tell: Tell) => Promise<void>

export type Aggressor = {
  readonly says: string
  readonly run: Attack
  /** Even its smallest form is more than a business may have at once. */
  readonly is_refused?: boolean
  /** The neighbour signs in meanwhile. */
  readonly signs_in?: boolean
}

const ACTION = '/api/permission/action'
/** A refused caller comes back sooner than it was told. */
const REFUSED_MS = 500
const CHANGE_MS = 200
const FORGET_MS = 20

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

/** So many callers, each with one request after the other. */
async function callers(
  count: number,
  signal: AbortSignal,
  call: (n: number) => Promise<Answered>,
  tell: Tell,
): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async (_, caller) => {
      for (let n = caller; !signal.aborted; n += count) {
        const answer = await call(n)
        tell(answer)
        if (answer.status !== 200) await pause(REFUSED_MS)
      }
    }),
  )
}

/** Runs an attack as one signed-in person, on every server, and ends the connections. */
async function as(
  { servers }: Ground,
  cookie: string,
  attack: (person: Person) => Promise<void>,
): Promise<void> {
  await Promise.all(
    servers.map(async (server) => {
      const person = openPerson(server, headersOf(cookie), addresses(2, 5))
      try {
        await attack(person)
      } finally {
        person.close()
      }
    }),
  )
}

const parted = (whole: number, { sizes }: Ground, least = 1) => Math.max(least, Math.ceil(whole * sizes.part))

const WIDE = {
  query: `query { ${Array.from(
    { length: 8 },
    (_, n) =>
      `a${n}: transaction_timesheet(limit: 500, order_by: [{ updated_at: desc }], where: { human_id: { _ilike: "%${n}%" } }) { id human_id client { id name } timesheet_details { id date units } }`,
  ).join(' ')} }`,
}

export const exportOf = (title: string) => ({
  action_id: 'platform.export.start',
  input: {
    entity: 'transaction.timesheet',
    format: 'csv',
    title,
    columns: [
      { field: 'human_id', label: 'Id' },
      { field: 'status', label: 'Status' },
      { field: 'start_date', label: 'Start' },
    ],
  },
})

/** At least as many as 20 waiting documents and those under way. Those that are kept are sent again. */
export const downloads: Attack = (ground, signal, tell) => {
  const { contractor_cookie, invoice_ids } = ground.world.aggressor
  const path = (n: number) => `/api/pdf/invoice/${invoice_ids[n % invoice_ids.length]}`
  return as(ground, contractor_cookie, (person) =>
    callers(parted(80, ground, 40), signal, (n) => person.get(path(n)), tell),
  )
}

/** The same, each printed anew. */
const documents: Attack = async (ground, signal, tell) => {
  const forgetting = async () => {
    while (!signal.aborted) {
      await ground.owner.query('delete from platform.rendered')
      await pause(FORGET_MS)
    }
  }
  await Promise.all([forgetting(), downloads(ground, signal, tell)])
}

const exports: Attack = (ground, signal, tell) =>
  as(ground, ground.world.aggressor.admin_cookie, (person) =>
    callers(parted(200, ground, 40), signal, (n) => person.post(ACTION, exportOf(`Export ${n}`)), tell),
  )

/** Its own chain of audit rows is locked, so that no action of it can end. */
const lock: Attack = async (ground, signal, tell) => {
  const holder = await ground.owner.connect()
  const { aggressor } = ground.world
  try {
    await holder.query('begin')
    await holder.query('select from log.audit_head where chain_id = $1 for update', [
      // Chains are of the acting business, here the contractor of the agency.
      await actingBusiness(ground),
    ])
    const attacking = as(ground, aggressor.contractor_cookie, (person) =>
      callers(14, signal, () => person.post(ACTION, aggressor.save), tell),
    )
    await untilAborted(signal)
    await holder.query('rollback')
    await attacking
  } finally {
    holder.release()
  }
}

async function actingBusiness({ owner, world }: Ground): Promise<string | undefined> {
  const { rows } = await owner.query<{ contractor_id: string }>(
    'select contractor_id from transaction.timesheet where id = $1',
    [world.aggressor.draft_id],
  )
  return rows[0]?.contractor_id
}

const wide: Attack = (ground, signal, tell) =>
  as(ground, ground.world.aggressor.admin_cookie, (person) =>
    callers(parted(60, ground), signal, () => person.post('/graphql', WIDE), tell),
  )

const bulk: Attack = async (ground, signal, tell) => {
  const { aggressor } = ground.world
  const { import_rows, approvals } = ground.sizes
  const rows = Array.from(
    { length: import_rows },
    (_, n) => `Client ${n},${n + 1} High Street,Leeds,LS1 1AA,United Kingdom,30`,
  )
  const bytes = Buffer.from(
    `Name,Address Line 1,City,Zipcode,Country,Temp Payment Terms\r\n${rows.join('\r\n')}\r\n`,
  )
  await Promise.all([
    as(ground, aggressor.admin_cookie, async (person) => {
      const fields = { action_id: 'business.client.create' }
      tell(await person.upload('/api/storage/bulkUpload', { fields, file_name: 'rows.csv', bytes }))
    }),
    as(ground, aggressor.approver_cookie, async (person) => {
      const mine = ground.submitted_ids.splice(0, approvals)
      if (mine.length > 0)
        tell(
          await person.post(ACTION, {
            action_id: 'transaction.timesheet.approve_many',
            input: { ids: mine },
          }),
        )
    }),
    untilAborted(signal),
  ])
}

const watching: Attack = async (ground, signal) => {
  const { agency_id, admin_cookie } = ground.world.aggressor
  const [server = ''] = ground.servers
  const lists = await liveLists(server, admin_cookie, parted(20, ground), parted(100, ground))
  try {
    while (!signal.aborted) {
      await ground.owner.query(
        'update transaction.timesheet set updated_at = updated_at where agency_id = $1',
        [agency_id],
      )
      await pause(CHANGE_MS)
    }
  } finally {
    lists.close()
  }
}

const held: Attack = (ground, signal) =>
  hold(ground.servers[0] ?? '', signal, {
    upgrades: parted(500, ground),
    halves: parted(500, ground),
    bodies: parted(1_500, ground),
  })

const uploads: Attack = (ground, signal, tell) =>
  trickle(ground.servers[0] ?? '', signal, tell, {
    cookie: ground.world.aggressor.admin_cookie,
    timesheet_id: ground.world.aggressor.draft_id,
    count: 20,
    bytes: ground.sizes.upload_bytes,
  })

/** 120 wrong sign-ins a second. */
const guesses: Attack = async ({ servers }, signal, tell) => {
  const from = addresses(3, 100)
  const person = openPerson(servers[0] ?? '', { 'x-stint-csrf': '1' }, from)
  const sent: Promise<void>[] = []
  try {
    for (let n = 0; !signal.aborted; n += 1) {
      const body = { email: `nobody${n}@example.test`, password: 'wrong-password-of-nobody' }
      sent.push(person.post('/api/auth/login', body).then(tell))
      await pause(1000 / 120)
    }
    await Promise.all(sent)
  } finally {
    person.close()
  }
}

const all: Attack = async (ground, signal, tell) => {
  await Promise.all([documents, exports, lock].map((attack) => attack(ground, signal, tell)))
}

export const aggressors = {
  F1: { says: '80 invoice PDFs at once, again and again', run: documents, is_refused: true },
  F2: { says: '200 exports at once, again and again', run: exports, is_refused: true },
  F3: { says: 'its own audit chain is locked, 14 actions wait for it', run: lock },
  F4: { says: '60 wide GraphQL documents at once', run: wide },
  F5: { says: 'an import and a bulk approval', run: bulk },
  F6: { says: '20 sockets × 100 live queries, all rows changed five times a second', run: watching },
  F7: { says: '500 unknown upgrades, 500 half-open requests, 1,500 slow bodies', run: held },
  F8: { says: '20 uploads at 50 kB/s', run: uploads, is_refused: true },
  F9: { says: '120 wrong sign-ins a second from 100 addresses', run: guesses, signs_in: true },
  F10: { says: 'F1 to F3 at two servers at once', run: all, is_refused: true },
} as const satisfies Readonly<Record<string, Aggressor>>

export type AggressorName = keyof typeof aggressors
