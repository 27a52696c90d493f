/** Ships in the background of a running installation, and begins the nightly full backup. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Clock } from '#kernel/clock.ts'
import { formatInstant, type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import type { BackupSettings } from '../settings/settings-backup.ts'
import { listBases, segmentObject } from './backup-repository.ts'
import { type ShipDeps, shipOnce } from './backup-ship.ts'

const ROUND_MS = 5_000
/** Without other work the log gets a transaction this often, so that the newest moment is never old. */
const BEAT_MS = 20_000
const LOOK_MS = 200
const NICE = 10
/** Any number, as long as all processes of an installation use the same: one ships at a time. */
const LOCK = 7_382_116

export type Shipping = ShipDeps & { readonly url: string; readonly spool: string }

/** One round, unless another process ships now. @returns null then */
async function shipAlone(
  client: pg.Client,
  deps: Shipping,
  seen?: Map<string, number>,
): Promise<string[] | null> {
  const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [LOCK])
  if (!rows[0]?.ours) return null
  try {
    return await shipOnce(deps, deps.spool, seen)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK])
  }
}

/** Ships until a segment is in the target. */
export async function shipUntil(deps: Shipping, segment: string): Promise<void> {
  const client = new pg.Client({ connectionString: deps.url, application_name: 'stint backup' })
  await client.connect()
  try {
    while ((await deps.target.note(segmentObject(segment))) === null) {
      await shipAlone(client, deps)
      await pause(LOOK_MS)
    }
  } finally {
    await client.end()
  }
}

/** Whether the night's full backup is due: none was begun since its time of today in London. */
export function isBackupDue(at: string, now: Instant, last: Instant | null): boolean {
  const [day = '', time = ''] = formatInstant(now).split(' ')
  if (last === null) return true
  const [last_day = '', last_time = ''] = formatInstant(last).split(' ')
  return time >= at && (last_day !== day || last_time < at) && toMs(now) - toMs(last) > 60_000
}

type ShipperOptions = {
  readonly shipping: Shipping
  readonly backup: BackupSettings
  readonly clock: Clock
  readonly say: (sentence: string) => void
}

/** The program's own command, with less right to the processor than the product. */
function beginBackup(): ChildProcess {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'backup'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (child.pid !== undefined) setPriority(child.pid, NICE)
  return child
}

class Shipper {
  readonly #options: ShipperOptions
  readonly #seen = new Map<string, number>()
  #client: pg.Client | null = null
  #child: ChildProcess | null = null
  #beat_ms = 0
  #tried_at: Instant | null = null
  #said = ''

  constructor(options: ShipperOptions) {
    this.#options = options
  }

  /** Reports a fault once; the next round tries again. */
  async round(): Promise<void> {
    try {
      this.#client ??= await this.#connect()
      await this.#beat(this.#client)
      await shipAlone(this.#client, this.#options.shipping, this.#seen)
      await this.#fullBackup()
      this.#said = ''
    } catch (error) {
      await this.close()
      const message = error instanceof Error ? error.message : String(error)
      if (message !== this.#said) this.#options.say(`Backup: ${message}`)
      this.#said = message
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#options.shipping.url,
      application_name: 'stint backup',
    })
    // The next round connects again.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  async #beat(client: pg.Client): Promise<void> {
    if (performance.now() - this.#beat_ms < BEAT_MS) return
    await client.query(`select pg_logical_emit_message(true, 'stint', 'heartbeat')`)
    this.#beat_ms = performance.now()
  }

  async #fullBackup(): Promise<void> {
    if (this.#child !== null) return
    const { backup, clock, shipping } = this.#options
    const last = (await listBases(shipping.target)).at(-1)?.started_at ?? null
    const now = clock.now()
    if (!isBackupDue(backup.at, now, last)) return
    // A backup that failed is tried again after an hour.
    if (this.#tried_at !== null && toMs(now) - toMs(this.#tried_at) < 3_600_000) return
    this.#tried_at = instantFromMs(toMs(now))
    this.#child = beginBackup()
    this.#child.once('exit', () => {
      this.#child = null
    })
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => undefined)
  }

  end(): void {
    this.#child?.kill('SIGTERM')
  }
}

/** Ships every few seconds until closed. */
export function startShipper(options: ShipperOptions): { close: () => Promise<void> } {
  const shipper = new Shipper(options)
  let round: Promise<void> | null = null
  const begin = () => {
    round ??= shipper.round().finally(() => {
      round = null
    })
  }
  begin()
  const timer = setInterval(begin, ROUND_MS)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      shipper.end()
      await round
      await shipper.close()
    },
  }
}
