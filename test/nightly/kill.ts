/**
 * kill -9 of the server, of its database or of both, at random moments while one job approves thousands of timesheets;
 * started again like a supervisor would, until the job is complete; then every invariant (quality R2, I1 to I6, I11).
 */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { makeBulk } from '#demo/bulk.ts'
import { systemClock } from '#kernel/clock.ts'
import { openDatabase, openPool } from '#server/database.ts'
import { runningEmbeddedUrl } from '#server/embedded/embedded-database.ts'
import { endLeftover, readPidFile } from '#server/embedded/embedded-process.ts'
import { perform } from '#server/perform.server.ts'
import { type BooksKeys, keptBooksKeys } from '#server/seals/books-key.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { beginProgram, end, type Starting } from '../program.ts'

type KillOptions = {
  readonly kills: number
  readonly timesheets: number
  readonly seed: number
  readonly say?: (sentence: string) => void
}

type KillResult = {
  /** Jobs of that many timesheets that were begun, killed and completed. */
  readonly runs: number
  readonly killed: Readonly<Record<Target, number>>
  readonly checks: number
  /** What does not hold; none = all is well. */
  readonly broken: readonly string[]
}

type Target = 'server' | 'database' | 'both'

/** Five documents a timesheet: limited company, direct funding (money.md §1.5). */
const DOCUMENTS = 5
const COMPLETE_WAIT_MS = 15 * 60_000
const LOOK_MS = 50
const AT_WORK_WAIT_MS = 20_000
const ANSWER_WAIT_MS = 5_000

/** Runs jobs until the kills are used up; each job is brought to its end and checked. */
export async function killRun(options: KillOptions): Promise<KillResult> {
  const { kills, seed, say = () => undefined } = options
  const killed: Record<Target, number> = { server: 0, database: 0, both: 0 }
  const count = () => killed.server + killed.database + killed.both
  const broken: string[] = []
  let runs = 0
  let checks = 0
  while (count() < kills) {
    runs += 1
    const installation = new Installation(options.timesheets, drawFrom(seed + runs))
    try {
      await installation.begin()
      while (count() < kills && !(await installation.isComplete())) {
        killed[await installation.killSoon((count() + 1) / kills)] += 1
        if (count() % 20 === 0)
          say(`${count()} of ${kills} kills; ${installation.done} approved in run ${runs}`)
      }
      const found = await installation.finish()
      checks += found.checks
      broken.push(...found.broken.map((what) => `run ${runs}: ${what}`))
    } finally {
      await installation.remove()
    }
  }
  return { runs, killed, checks, broken }
}

/** Numbers from 0 to 1, the same for one seed (mulberry32): a night's choices can be made again. */
function drawFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

class Installation {
  done = 0
  private readonly home = mkdtempSync(join(tmpdir(), 'stint-kill-'))
  private readonly timesheets: number
  private readonly draw: () => number
  private program: Starting | null = null
  private job_id = ''
  private watch: pg.Client | null = null
  private start_ms = 0
  /** Most kills fall within this time of a batch being under way: adapted, so that the work lasts as long as the kills. */
  private reach_ms = 300

  constructor(timesheets: number, draw: () => number) {
    this.timesheets = timesheets
    this.draw = draw
  }

  private keys(): BooksKeys {
    return keptBooksKeys(join(this.home, 'books.key'))
  }

  /** Starts the product, fills it with submitted timesheets and asks for their approval. */
  async begin(): Promise<void> {
    this.start()
    await this.program?.served
    const url = this.url()
    if (url === null) throw new Error(`no database runs on ${this.home}`)
    const database = openDatabase({
      url,
      readUrl: null,
      rolePrefix: 'stint',
      roleSecret: decodeURIComponent(new URL(url).password),
      poolSize: 4,
      booksKeys: this.keys(),
    })
    try {
      const bulk = await makeBulk(database, { timesheets: this.timesheets, today: systemClock.today() })
      // What comes back first is how long a start takes; the job begins with a start, too.
      await this.stopServer()
      const began_ms = performance.now()
      this.start()
      await this.program?.served
      this.start_ms = performance.now() - began_ms
      const deps = { database: this.open(), clock: systemClock }
      const asked = { ids: bulk.timesheet_ids }
      const answer = await perform(deps, bulk.approver, 'transaction.timesheet.approve_many', asked, 'night')
      this.job_id = (answer as { job_id: string }).job_id // The verb's own answer.
      await deps.database.close()
    } finally {
      await database.close()
    }
  }

  /** Kills at a random moment. `share` of all kills is then used, and as much of the work should be done. */
  async killSoon(share: number): Promise<Target> {
    if (
      this.program === null ||
      this.program.child.exitCode !== null ||
      this.program.child.signalCode !== null
    )
      this.start()
    // Some in the midst of a start or a recovery, the most in the midst of the work.
    if (this.draw() < 0.2) await pause(this.draw() * this.start_ms)
    else {
      await this.untilAtWork()
      await pause(this.draw() * this.reach_ms)
    }
    const dice = this.draw()
    const target: Target = dice < 0.5 ? 'server' : dice < 0.8 ? 'database' : 'both'
    if (target !== 'server') this.killDatabase()
    if (target !== 'database') await this.killServer()
    this.dropWatch()
    await this.look()
    const ahead = this.done > share * this.timesheets
    this.reach_ms = Math.min(Math.max(this.reach_ms * (ahead ? 0.8 : 1.25), 2), 4000)
    return target
  }

  /** Asked of the database as it is now, on a new connection. */
  async isComplete(): Promise<boolean> {
    this.dropWatch()
    return (await this.look()) === 'completed'
  }

  /** Lets the job come to its end and checks everything. */
  async finish(): Promise<{ checks: number; broken: string[] }> {
    const until_ms = performance.now() + COMPLETE_WAIT_MS
    while (!(await this.isComplete())) {
      if (performance.now() > until_ms) throw new Error(`The job does not end.\n${this.program?.said()}`)
      if (
        this.program === null ||
        this.program.child.exitCode !== null ||
        this.program.child.signalCode !== null
      )
        this.start()
      await pause(LOOK_MS)
    }
    // A database that outlived its server answers, too, until the next start has ended it.
    if (!(await this.isServed())) {
      this.start()
      await this.program?.served
    }
    const owner = openPool({
      url: this.url() ?? '',
      max: 2,
      name: 'stint kill',
      onIdleError: () => undefined,
    })
    try {
      const findings = await verifyDatabase({ owner, booksKeys: this.keys() })
      const broken = findings.flatMap(({ id, says, broken: rows }) =>
        rows.length > 0 ? [`${id} ${says}: ${rows.join('; ')}`] : [],
      )
      const { rows } = await owner.query<Record<string, number>>(counts, [this.job_id])
      const wanted = {
        approved: this.timesheets,
        sets: this.timesheets,
        documents: DOCUMENTS * this.timesheets,
        done: this.timesheets,
        failed: 0,
      }
      for (const [what, n] of Object.entries(wanted))
        if (rows[0]?.[what] !== n) broken.push(`${what}: ${rows[0]?.[what]} instead of ${n}`)
      return { checks: findings.length + Object.keys(wanted).length, broken }
    } finally {
      await owner.end()
    }
  }

  private async isServed(): Promise<boolean> {
    const served = this.program?.served.then(
      () => true,
      () => false,
    )
    return (await served) ?? false
  }

  async remove(): Promise<void> {
    this.dropWatch()
    if (this.program) await end(this.program.child)
    const data = join(this.home, 'database')
    if (existsSync(data)) await endLeftover(realpathSync(data))
    rmSync(this.home, { recursive: true, force: true })
  }

  private start(): void {
    this.program = beginProgram({ STINT_HOME: this.home, STINT_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' })
  }

  private async stopServer(): Promise<void> {
    if (this.program) await end(this.program.child)
  }

  private async killServer(): Promise<void> {
    if (this.program) await end(this.program.child, 'SIGKILL')
    this.start()
  }

  /** Its backends notice by themselves that the postmaster is gone. */
  private killDatabase(): void {
    const data = join(this.home, 'database')
    const pid = existsSync(data) ? readPidFile(realpathSync(data))?.pid : undefined
    try {
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    } catch {
      // It has just been killed, and is not up again.
    }
  }

  private url(): string | null {
    return runningEmbeddedUrl(this.home)
  }

  private open() {
    const url = this.url() ?? ''
    const roleSecret = decodeURIComponent(new URL(url).password)
    return openDatabase({
      url,
      readUrl: null,
      rolePrefix: 'stint',
      roleSecret,
      poolSize: 2,
      booksKeys: this.keys(),
    })
  }

  /** A batch is a transaction that stays open for a while; nothing else of the product is. */
  private async untilAtWork(): Promise<void> {
    const until_ms = performance.now() + AT_WORK_WAIT_MS
    while (performance.now() < until_ms) {
      const found = await this.ask<{ at_work: boolean; status: string }>(at_work, [this.job_id])
      if (found?.at_work || found?.status === 'completed') return
      await pause(found === null ? LOOK_MS : 5)
    }
  }

  /** How far the job is; null while the database is away. */
  private async look(): Promise<string | null> {
    const row = await this.ask<{ status: string; done: number }>(
      'select status, done from platform.job where id = $1',
      [this.job_id],
    )
    this.done = row?.done ?? this.done
    return row?.status ?? null
  }

  /** The first row; null while the database is away, or does not answer any more. */
  private async ask<R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<R | null> {
    const patience = new AbortController()
    const answer = this.askWatch<R>(text, values)
    answer.catch(() => undefined) // Of an answer that comes after we have gone.
    try {
      const given_up = pause(ANSWER_WAIT_MS, null, { signal: patience.signal })
      return await Promise.race([answer, given_up.finally(() => patience.signal.aborted || this.dropWatch())])
    } catch {
      return null
    } finally {
      patience.abort()
    }
  }

  private async askWatch<R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<R | null> {
    try {
      this.watch ??= await this.openWatch()
      return (await this.watch?.query<R>(text, values))?.rows[0] ?? null
    } catch {
      this.dropWatch()
      return null
    }
  }

  private async openWatch(): Promise<pg.Client | null> {
    const url = this.url()
    if (url === null) return null
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_WAIT_MS })
    client.on('error', () => undefined) // The next question finds it out.
    await client.connect()
    return client
  }

  /** Its backend may have outlived the postmaster for a moment: what it says is not what the next one knows. */
  private dropWatch(): void {
    const { watch } = this
    this.watch = null
    // Nobody waits: the end of a connection that is gone may never be said.
    void watch?.end().catch(() => undefined)
  }
}

const at_work = `select status, exists (select from pg_stat_activity
    where usename = 'stint_app' and xact_start < clock_timestamp() - interval '10 ms') as at_work
  from platform.job where id = $1`

const counts = `select
  (select count(*)::int from transaction.timesheet where status = 'approved') as approved,
  (select count(*)::int from transaction.invoice_set where status = 'live') as sets,
  (select count(*)::int from transaction.invoice) as documents, done, failed
  from platform.job where id = $1`
