/** Live queries on two servers of one database: each commit reaches everybody, on either server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { TURN_CLASSES } from '#server/turns/turn-classes.ts'
import { freshDatabase } from '#test/database.ts'
import { PASSWORD, type Sample, sampleBusinesses, samplePerson, testClock } from '#test/server/sample.ts'
import { type ServerNode, startNode, stopNode } from '../../bench/live/nodes.ts'

const SUBSCRIBERS = 200
const ROWS = 5_000

const database = await freshDatabase()
const home = mkdtempSync(join(tmpdir(), 'stint-nodes-'))
const nodes: ServerNode[] = []
const listeners: Listener[] = []
/** A session each for as many as its connections may be. */
const cookies: string[] = []
let sample: Sample
let author = ''

async function signIn(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-stint-csrf': '1' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  expect(answer.status).toBe(200)
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** How many notes there are, as the subscriber was last told. */
class Listener {
  readonly #socket: WebSocket
  readonly cookie: string
  readonly ended: Promise<number>
  count: number | null = null
  #wake: () => void = () => undefined

  constructor(url: string, cookie: string, n: number) {
    this.cookie = cookie
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { cookie },
    })
    const send = (message: object) => this.#socket.send(JSON.stringify(message))
    this.#socket.on('open', () => send({ type: 'connection_init' }))
    this.#socket.on('message', (data: Buffer) => {
      const { type, payload } = JSON.parse(data.toString()) as { type: string; payload?: unknown } // Of the protocol.
      if (type === 'connection_ack') send({ id: '1', type: 'subscribe', payload: asking(n) })
      else {
        expect(type).toBe('next')
        this.count = (payload as Counted).data.platform_note_aggregate.aggregate.count // As it was asked for.
        this.#wake()
      }
    })
    this.ended = new Promise((resolve) => this.#socket.once('close', resolve))
  }

  async hears(count: number): Promise<void> {
    while (this.count !== count)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
  }

  close(): void {
    this.#socket.close()
  }
}

type Counted = { data: { platform_note_aggregate: { aggregate: { count: number } } } }

/** Each asks with a value of their own, so that none shares another's answer. */
const asking = (n: number) => ({
  query: `subscription($w: platform_note_bool_exp!) { platform_note_aggregate(where: $w) { aggregate { count } } }`,
  variables: { w: { text: { _neq: `none ${n}` } } },
})

const note = (from: number, to: number) =>
  database.owner.query(
    `insert into platform.note (business_id, parent_entity, parent_id, text, user_id, user_name)
     select $1, 'business.business', $1, 'note ' || n, $2, 'Robin Vale' from generate_series($3::int, $4::int) n`,
    [sample.agency_id, author, from, to],
  )

beforeAll(async () => {
  sample = await sampleBusinesses(database)
  const settings = { ROLE_PREFIX: database.role_prefix, ROLE_SECRET: database.role_secret }
  // One after the other: each chooses a free port.
  for (let n = 0; n < 2; n += 1) nodes.push(await startNode(database.url, home, settings))
  const [one] = nodes
  for (let n = 0; n < SUBSCRIBERS / TURN_CLASSES.socket.session; n += 1) {
    const person = await samplePerson(database, testClock(), sample.agency_id, ['agency_user'])
    author = person.user_id
    cookies.push(await signIn(one?.url ?? '', person.email))
  }
}, 120_000)

afterAll(async () => {
  for (const listener of listeners) listener.close()
  await Promise.all(nodes.map(stopNode))
  rmSync(home, { recursive: true, force: true })
})

it(`one commit, and one of ${ROWS} rows, reach ${SUBSCRIBERS} subscribers of two servers; who signs out on one is cut off on both`, async () => {
  for (let n = 0; n < SUBSCRIBERS; n += 1) {
    // Every session has connections to both.
    const url = nodes[Math.floor(n / cookies.length) % nodes.length]?.url ?? ''
    listeners.push(new Listener(url, cookies[n % cookies.length] ?? '', n))
  }
  await Promise.all(listeners.map((one) => one.hears(0)))
  await note(1, 1)
  await Promise.all(listeners.map((one) => one.hears(1)))
  await note(2, ROWS + 1)
  await Promise.all(listeners.map((one) => one.hears(ROWS + 1)))

  const [cookie = ''] = cookies
  const leaving = listeners.filter((one) => one.cookie === cookie)
  expect(leaving).toHaveLength(TURN_CLASSES.socket.session)
  await fetch(`${nodes[0]?.url}/api/auth/logout`, { headers: { cookie, 'x-stint-csrf': '1' } })
  expect(await Promise.all(leaving.map((one) => one.ended))).toEqual(leaving.map(() => 4403))
  await note(ROWS + 2, ROWS + 2)
  const staying = listeners.filter((one) => one.cookie !== cookie)
  await Promise.all(staying.map((one) => one.hears(ROWS + 2)))
}, 120_000)
