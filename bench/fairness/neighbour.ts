/** A working person of another business: how soon the server answers each of their calls. */
import { setTimeout as pause } from 'node:timers/promises'
import { exportOf } from './aggressors.ts'
import { type Answered, addresses, headersOf, openPerson, type Person } from './client.ts'
import { type FairWorld, PASSWORD } from './world.ts'

export const kinds = ['session', 'list', 'save', 'document', 'export', 'health', 'sign-in'] as const
export type Kind = (typeof kinds)[number]

export type Seen = {
  readonly kind: Kind
  readonly took_ms: number
  readonly status: number
  readonly text: string
}

const QUICK_MS = 100
const DOCUMENT_MS = 2_000
const EXPORT_MS = 10_000
const HEALTH_MS = 1_000
const SIGN_IN_MS = 3_000
const LOOK_MS = 100
const EXPORT_LONGEST_MS = 120_000

const LIST = {
  query: `query {
    count: transaction_timesheet_aggregate(where: {}, limit: 10000) { aggregate { count } }
    records: transaction_timesheet(order_by: [{ updated_at: desc }], limit: 10) { id human_id status start_date updated_at client { id name } }
  }`,
}

type Working = {
  readonly world: FairWorld
  readonly server: string
  readonly signal: AbortSignal
  readonly signs_in: boolean
  readonly note: (seen: Seen) => void
}

/** Again and again, from the start of one to the start of the next. */
async function every(ms: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    const from_ms = performance.now()
    await work()
    const left_ms = from_ms + ms - performance.now()
    if (left_ms > 0 && !signal.aborted) await pause(left_ms, undefined, { signal }).catch(() => undefined)
  }
}

/** Starts an export and waits for its file. */
async function exported(person: Person): Promise<Answered> {
  const from_ms = performance.now()
  const started = await person.post('/api/permission/action', exportOf('Timesheets'))
  if (started.status !== 200) return started
  const { data } = JSON.parse(started.text) as { data: { job_id: string } } // The verb's own answer.
  const query = `query { platform_job(where: { id: { _eq: "${data.job_id}" } }) { status } }`
  for (;;) {
    const answer = await person.post('/graphql', { query })
    const took_ms = performance.now() - from_ms
    if (answer.status !== 200 || answer.text.includes('"completed"')) return { ...answer, took_ms }
    if (answer.text.includes('"failed"') || took_ms > EXPORT_LONGEST_MS)
      return { ...answer, took_ms, status: 0 }
    await pause(LOOK_MS)
  }
}

let sign_ins = 0

/** Works until told to stop, and finishes each call that it began. */
export async function work({ world, server, signal, signs_in, note }: Working): Promise<void> {
  const { neighbour, email } = world
  const admin = openPerson(server, headersOf(neighbour.admin_cookie))
  const contractor = openPerson(server, headersOf(neighbour.contractor_cookie))
  const stranger = openPerson(server, { 'x-stint-csrf': '1' })
  const noted = async (kind: Kind, asked: Promise<Answered>) => {
    const { status, took_ms, text } = await asked
    note({ kind, status, took_ms, text: status === 200 ? '' : text.slice(0, 300) })
  }
  const signIn = async () => {
    sign_ins += 1
    const own = openPerson(server, { 'x-stint-csrf': '1' }, [
      addresses(6, 200)[sign_ins % 200] ?? '127.0.0.1',
    ])
    await noted('sign-in', own.post('/api/auth/login', { email, password: PASSWORD }))
    own.close()
  }
  const quick: (() => Promise<void>)[] = [
    () => noted('session', admin.get('/api/auth/session')),
    () => noted('list', admin.post('/graphql', LIST)),
    () => noted('save', contractor.post('/api/permission/action', neighbour.save)),
  ]
  let turn = 0
  try {
    await Promise.all([
      every(QUICK_MS, signal, async () => {
        await quick[turn % quick.length]?.()
        turn += 1
      }),
      every(DOCUMENT_MS, signal, () =>
        noted('document', admin.get(`/api/pdf/invoice/${neighbour.agency_invoice_id}`)),
      ),
      every(EXPORT_MS, signal, () => noted('export', exported(admin))),
      every(HEALTH_MS, signal, () => noted('health', stranger.get('/readyz'))),
      signs_in ? every(SIGN_IN_MS, signal, signIn) : undefined,
    ])
  } finally {
    for (const person of [admin, contractor, stranger]) person.close()
  }
}
