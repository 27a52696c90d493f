/**
 * kill -9 of the server, of its database or of both, at random moments while one job approves thousands of timesheets;
 * started again like a supervisor would, until the job is complete; then every invariant (quality R2, I1 to I6, I11).
 */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeBulk } from '#demo/bulk.ts'
import { systemClock } from '#kernel/clock.ts'
import { openDatabase, openPool } from '#server/database.ts'
import { runningEmbeddedUrl } from '#server/embedded-database.ts'
import { endLeftover, readPidFile } from '#server/embedded-process.ts'
import { perform } from '#server/perform.server.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { beginProgram, end, type Starting } from '../program.ts'

export type KillOptions = {
  readonly kills: number
  readonly timesheets: number
  readonly seed: number
  readonly say?: (sentence: string) => void
}

export type KillResult = {
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
const LOOK_MS = 100

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
  /** Kills fall from now to this long after a start: adapted, so that the work lasts as long as the kills do. */
  private reach_ms = 0

  constructor(timesheets: number, draw: () => number) {
    this.timesheets = timesheets
    this.draw = draw
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
    })
    try {
      const bulk = await makeBulk(database, { timesheets: this.timesheets, today: systemClock.today() })
      // What comes back first is how long a start takes; the job begins with a start, too.
      await this.stopServer()
      const began_ms = performance.now()
      this.start()
      await this.program?.served
      this.reach_ms = 1.2 * (performance.now() - began_ms)
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
    await pause(this.draw() * this.reach_ms)
    const dice = this.draw()
    const target: Target = dice < 0.5 ? 'server' : dice < 0.8 ? 'database' : 'both'
    if (target !== 'server') this.killDatabase()
    if (target !== 'database') await this.killServer()
    await this.look()
    this.reach_ms *= this.done > share * this.timesheets ? 0.9 : 1.06
    return target
  }

  async isComplete(): Promise<boolean> {
    return (await this.look()) === 'completed'
  }

  /** Lets the job come to its end and checks everything. */
  async finish(): Promise<{ checks: number; broken: string[] }> {
    const until_ms = performance.now() + COMPLETE_WAIT_MS
    while ((await this.look()) !== 'completed') {
      if (performance.now() > until_ms) throw new Error(`The job does not end.\n${this.program?.said()}`)
      if (
        this.program === null ||
        this.program.child.exitCode !== null ||
        this.program.child.signalCode !== null
      )
        this.start()
      await pause(LOOK_MS)
    }
    const owner = openPool({
      url: this.url() ?? '',
      max: 2,
      name: 'stint kill',
      onIdleError: () => undefined,
    })
    try {
      const findings = await verifyDatabase({ owner })
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

  async remove(): Promise<void> {
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
    return openDatabase({ url, readUrl: null, rolePrefix: 'stint', roleSecret, poolSize: 2 })
  }

  /** How far the job is; null while the database is away. */
  private async look(): Promise<string | null> {
    const url = this.url()
    if (url === null) return null
    const owner = openPool({ url, max: 1, name: 'stint kill', onIdleError: () => undefined })
    try {
      const { rows } = await owner.query<{ status: string; done: number }>(
        'select status, done from platform.job where id = $1',
        [this.job_id],
      )
      this.done = rows[0]?.done ?? this.done
      return rows[0]?.status ?? null
    } catch {
      return null
    } finally {
      await owner.end()
    }
  }
}

const counts = `select
  (select count(*)::int from transaction.timesheet where status = 'approved') as approved,
  (select count(*)::int from transaction.invoice_set where status = 'live') as sets,
  (select count(*)::int from transaction.invoice) as documents, done, failed
  from platform.job where id = $1`
