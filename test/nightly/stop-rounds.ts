/**
 * SIGTERM with a document, a verb, an export, an upload, a socket and half a request in flight; and starts right after
 * kill -9 of server and database. The process ends in time, and all acknowledged work is there afterwards.
 */
import { once } from 'node:events'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { WebSocket } from 'ws'
import { makeBulk } from '#demo/bulk.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { systemClock } from '#kernel/clock.ts'
import { signToken } from '#server/auth/auth-cookie.ts'
import { openSession } from '#server/auth/auth-session.server.ts'
import { openDatabase, openPool } from '#server/database.ts'
import { runningEmbeddedUrl } from '#server/embedded/embedded-database.ts'
import { endLeftover, freePort, readPidFile } from '#server/embedded/embedded-process.ts'
import { keptSecrets } from '#server/kept-secrets.ts'
import { perform } from '#server/perform.server.ts'
import { type BooksKeys, keptBooksKeys } from '#server/seals/books-key.ts'
import { inTransaction } from '#server/tx.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { pdf } from '../fixtures/files.ts'
import { end, type Running, startProgram } from '../program.ts'

type StopOptions = {
  readonly stops: number
  readonly kills: number
  readonly say?: (sentence: string) => void
}

export type StopResult = {
  /** The longest time from SIGTERM to the end of the process. */
  readonly longest_ms: number
  /** What does not hold; none = all is well. */
  readonly broken: readonly string[]
}

const DEADLINE_MS = 25_000
const COMPLETE_WAIT_MS = 120_000
const LOOK_MS = 20
/** Locks and uploads end at any time up to this after SIGTERM; a verb waits 5 seconds for a lock. */
const HELD_MS = 2_000

/** What callers were told in one round. */
type Told = {
  readonly timesheet_id: string
  readonly verb: number
  readonly document: number
  readonly export_id: string
  readonly upload: number
  readonly uploaded_to: string
}

export async function stopRun({ stops, kills, say = () => undefined }: StopOptions): Promise<StopResult> {
  const installation = new Installation()
  const broken: string[] = []
  let longest_ms = 0
  try {
    await installation.fill(stops + 3)
    for (let round = 1; round <= stops; round += 1) {
      const { took_ms, code, told } = await installation.stopAtWork()
      longest_ms = Math.max(longest_ms, took_ms)
      if (code !== 0 || took_ms > DEADLINE_MS)
        broken.push(`stop ${round}: ended with ${code} after ${Math.round(took_ms)} ms`)
      broken.push(...(await installation.missing(told)).map((what) => `stop ${round}: ${what}`))
      if (round % 10 === 0) say(`${round} of ${stops} stops, the longest ${Math.round(longest_ms)} ms`)
    }
    for (let round = 1; round <= kills; round += 1) {
      const refused = await installation.killAndStart()
      if (refused !== null) {
        // Nothing runs that the next round could kill.
        broken.push(`start ${round} after kill -9: ${refused}`)
        break
      }
      if (round % 10 === 0) say(`${round} of ${kills} starts after kill -9`)
    }
    // Without a server there is nothing to ask: the refusal says enough.
    if (broken.length === 0) broken.push(...(await installation.brokenChecks()))
  } finally {
    await installation.remove()
  }
  return { longest_ms, broken }
}

class Installation {
  private readonly home = mkdtempSync(join(tmpdir(), 'stint-stop-'))
  private readonly agent = new Agent({ keepAlive: true })
  private readonly waiting: string[] = []
  private running: Running | null = null
  private starts = 0
  private invoice_id = ''
  private approver_cookie = ''
  private agency_cookie = ''

  /** Timesheets to approve, an invoice to print, and two people who are signed in. */
  async fill(timesheets: number): Promise<void> {
    await this.start()
    const database = openDatabase({
      url: this.url(),
      readUrl: null,
      rolePrefix: 'stint',
      roleSecret: decodeURIComponent(new URL(this.url()).password),
      poolSize: 4,
      booksKeys: this.keys(),
    })
    try {
      // Until an installation is set up, it serves nothing else.
      await database.owner.query('update platform.installation set setup_completed_at = now()')
      const bulk = await makeBulk(database, { timesheets, today: systemClock.today() })
      // Invited people cannot act before they join.
      await inTransaction(database, (tx) =>
        tx.run('update business.business_contact set joined_at = created_at'),
      )
      const [first = '', ...others] = bulk.timesheet_ids
      this.waiting.push(...others)
      const deps = { database, clock: systemClock }
      await perform(deps, bulk.approver, 'transaction.timesheet.approve', { ids: [first] }, null)
      const { rows } = await database.owner.query<{ id: string }>(
        `select id from transaction.invoice where type = 'provider-client' limit 1`,
      )
      this.invoice_id = present(rows[0], 'an invoice').id
      const cookieOf = async ({ user_id, business_contact_id }: Viewer) => {
        const visitor = { ip: '127.0.0.1', user_agent: 'test' }
        const token = await inTransaction(database.session, (tx) =>
          openSession(tx, systemClock, { user_id, business_contact_id, methods: ['pwd', 'totp'] }, visitor),
        )
        return `stint_session=${signToken(token, keptSecrets(this.home).session_secret)}`
      }
      this.approver_cookie = await cookieOf(bulk.approver)
      this.agency_cookie = await cookieOf(bulk.agency_admin)
    } finally {
      await database.close()
    }
  }

  /** Brings everything under way, asks the process to end and waits for it. */
  async stopAtWork(): Promise<{ took_ms: number; code: number | null; told: Told }> {
    const { child, url } = present(this.running, 'a running server')
    const timesheet_id = present(this.waiting.shift(), 'a timesheet')
    const uploaded_to = present(this.waiting[0], 'a timesheet')
    const export_id = await this.startExport(url)
    const holder = new pg.Client({ connectionString: this.url() })
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query('select from transaction.timesheet where id = $1 for update', [timesheet_id])
      const upload = this.slowUpload(url, uploaded_to)
      const document = this.ask(url, { path: `/api/pdf/invoice/${this.invoice_id}` }, this.agency_cookie)
      const half = connect(Number(new URL(url).port), '127.0.0.1')
      half.on('error', () => undefined).resume()
      half.write('POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n\r\n{')
      const half_closed = once(half, 'close')
      const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
        headers: { cookie: this.agency_cookie },
      })
      await once(socket, 'open')
      const socket_closed = once(socket, 'close')
      const verb = this.act(url, this.approver_cookie, 'transaction.timesheet.approve', {
        ids: [timesheet_id],
      })
      await this.untilLocked(holder)
      const gone = once(child, 'exit')
      const from_ms = performance.now()
      child.kill('SIGTERM')
      await Promise.all([
        pause(Math.random() * HELD_MS).then(() => holder.query('rollback')),
        pause(Math.random() * HELD_MS).then(upload.finish),
      ])
      await holder.end()
      const told = {
        timesheet_id,
        verb: (await verb).status,
        document: (await document).status,
        export_id,
        upload: (await upload.answer).status,
        uploaded_to,
      }
      await Promise.all([half_closed, socket_closed])
      const [code] = (await gone) as [number | null] // As Node emits it.
      return { took_ms: performance.now() - from_ms, code, told }
    } finally {
      await holder.end().catch(() => undefined)
    }
  }

  /** Starts again. @returns what callers were told and the new start does not have */
  async missing({ timesheet_id, verb, document, export_id, upload, uploaded_to }: Told): Promise<string[]> {
    await this.start()
    const client = new pg.Client({ connectionString: this.url() })
    await client.connect()
    try {
      const one = async (text: string, id: string) =>
        (await client.query<{ found: string }>(text, [id])).rows[0]?.found
      const faults: string[] = []
      if (document !== 200) faults.push(`the document in flight got ${document}`)
      if (verb !== 200) faults.push(`the verb in flight got ${verb}`)
      if (upload !== 200) faults.push(`the upload in flight got ${upload}`)
      const status = await one(
        'select status as found from transaction.timesheet where id = $1',
        timesheet_id,
      )
      if (status !== 'approved') faults.push(`the timesheet is ${status}`)
      const files = await one(
        'select count(*) as found from platform.attachment where parent_id = $1',
        uploaded_to,
      )
      if (files !== '1') faults.push(`${files} uploaded files`)
      const until_ms = performance.now() + COMPLETE_WAIT_MS
      const job = 'select status as found from platform.job where id = $1'
      while ((await one(job, export_id)) !== 'completed') {
        if (performance.now() > until_ms) {
          faults.push(`the export is ${await one(job, export_id)}`)
          break
        }
        await pause(LOOK_MS)
      }
      return faults
    } finally {
      await client.end()
    }
  }

  /** Kills server and database and starts again at once. @returns what a refused start said */
  async killAndStart(): Promise<string | null> {
    const { child } = present(this.running, 'a running server')
    const pid = readPidFile(realpathSync(join(this.home, 'database')))?.pid
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    await gone
    try {
      await this.start()
      return null
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  async brokenChecks(): Promise<string[]> {
    const owner = openPool({ url: this.url(), max: 2, name: 'stint stop', onIdleError: () => undefined })
    try {
      const findings = await verifyDatabase({ owner, booksKeys: this.keys() })
      return findings.flatMap(({ id, says, broken }) =>
        broken.length > 0 ? [`${id} ${says}: ${broken.join('; ')}`] : [],
      )
    } finally {
      await owner.end()
    }
  }

  async remove(): Promise<void> {
    this.agent.destroy()
    if (this.running) await end(this.running.child)
    const data = join(this.home, 'database')
    if (existsSync(data)) await endLeftover(realpathSync(data))
    rmSync(this.home, { recursive: true, force: true })
  }

  private keys(): BooksKeys {
    return keptBooksKeys(join(this.home, 'books.key'))
  }

  private url(): string {
    return present(runningEmbeddedUrl(this.home), 'a running database')
  }

  /** Every second start is behind a balancer, where a stop drains first. */
  private async start(): Promise<Running> {
    const port = await freePort(0)
    this.starts += 1
    const address: Record<string, string> =
      this.starts % 2 === 0 ? { PUBLIC_URL: `http://127.0.0.1:${port}` } : {}
    this.running = await startProgram({
      ...address,
      STINT_HOME: this.home,
      STINT_DEMO: 'off',
      PORT: String(port),
      LOG_LEVEL: 'error',
      METRICS_ADDRESS: 'off',
    })
    return this.running
  }

  private async startExport(url: string): Promise<string> {
    const { text } = await this.act(url, this.agency_cookie, 'platform.export.start', {
      entity: 'transaction.timesheet',
      format: 'csv',
      title: 'Timesheets',
      columns: [{ field: 'human_id', label: 'Timesheet Id' }],
    })
    return (JSON.parse(text) as { data: { job_id: string } }).data.job_id // The verb's own answer.
  }

  private act(
    url: string,
    cookie: string,
    action_id: string,
    input: unknown,
  ): Promise<{ status: number; text: string }> {
    const headers = { 'content-type': 'application/json' }
    const options = { path: '/api/permission/action', method: 'POST', headers }
    return this.ask(url, options, cookie, JSON.stringify({ action_id, input }))
  }

  /** @returns status 0 for a connection that broke off */
  private async ask(
    url: string,
    options: RequestOptions,
    cookie: string,
    body = '',
  ): Promise<{ status: number; text: string }> {
    const call = this.call(url, options, cookie)
    call.end(body)
    return answerOf(call)
  }

  private call(url: string, options: RequestOptions, cookie: string): ReturnType<typeof request> {
    const { hostname, port } = new URL(url)
    const headers = { ...options.headers, cookie, 'x-stint-csrf': '1' }
    return request({ ...options, agent: this.agent, hostname, port, headers })
  }

  /** An upload without its last bytes. */
  private slowUpload(url: string, timesheet_id: string) {
    const boundary = 'the-boundary-of-an-upload'
    const file = pdf('in flight')
    const part = (name: string, more: string, value: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}`
    const head = `${part('parent_entity', '', 'transaction.timesheet')}\r\n${part('path', '', `${timesheet_id}/Stop.pdf`)}\r\n${part('file', '; filename="Stop.pdf"\r\ncontent-type: application/pdf', '')}`
    const tail = Buffer.concat([file.subarray(5), Buffer.from(`\r\n--${boundary}--\r\n`)])
    const headers = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(Buffer.byteLength(head) + 5 + tail.length),
    }
    const call = this.call(url, { path: '/api/storage/upload', method: 'POST', headers }, this.agency_cookie)
    call.write(Buffer.concat([Buffer.from(head), file.subarray(0, 5)]))
    return { answer: answerOf(call), finish: () => void call.end(tail) }
  }

  /** The verb waits, so the requests before it are under way as well. */
  private async untilLocked(holder: pg.Client): Promise<void> {
    // Within a transaction pg_stat_activity shows its first answer for ever.
    const asked = 'select from pg_locks where not granted'
    const until_ms = performance.now() + COMPLETE_WAIT_MS
    while ((await holder.query(asked)).rowCount === 0) {
      if (performance.now() > until_ms) throw new Error('The verb does not reach its lock.')
      await pause(LOOK_MS)
    }
  }
}

async function answerOf(call: ReturnType<typeof request>): Promise<{ status: number; text: string }> {
  try {
    const [answer] = (await once(call, 'response')) as [IncomingMessage] // As Node emits it.
    let text = ''
    for await (const part of answer.setEncoding('utf8')) text += String(part)
    return { status: answer.statusCode ?? 0, text }
  } catch (error) {
    return { status: 0, text: error instanceof Error ? error.message : String(error) }
  }
}
