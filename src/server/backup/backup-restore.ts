/** Writes an installation from a backup into an empty folder, and lets PostgreSQL replay the log to a moment. */
import { createHash } from 'node:crypto'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import type { Account } from '../embedded/embedded-account.ts'
import { placeForDatabase, startEmbeddedDatabase } from '../embedded/embedded-database.ts'
import { nextSegment } from './backup-pages.rules.ts'
import {
  type BaseIndex,
  fileObject,
  listBases,
  listSegments,
  type Manifest,
  segmentObject,
} from './backup-repository.ts'
import { opened, WrongKey } from './backup-seal.ts'
import { readTar, type TarEntry } from './backup-tar.ts'
import { type BackupTarget, Damaged } from './backup-target.ts'

/** A recovery may replay a week of work. */
const RECOVERY_WAIT_MS = 6 * 3_600_000
const DATABASE_MAJOR = 18
/** PostgreSQL's words for a moment after the log. */
const PAST_END = /recovery ended before configured recovery target/

export type RestoreOptions = {
  readonly target: BackupTarget
  readonly identities: readonly string[]
  /** null = the end of the backup. */
  readonly to: Instant | null
  readonly into: string
  /** The newest migration of this release. */
  readonly last_migration: string
  readonly release: string
  readonly say: (sentence: string) => void
}

export type Restored = {
  readonly url: string
  readonly base: BaseIndex
  readonly manifest: Manifest
  /** The last transaction that it holds. */
  readonly ended_at: Instant
  /** Whether the log went past the moment asked for. */
  readonly reached: boolean
  readonly stop: () => Promise<void>
}

/** A moment as PostgreSQL and people read it. */
export const shown = (at: string) => at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')

const MOMENT = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?\s*(Z|[+-]\d\d(:?\d\d)?)$/

/** @throws Error for the operator */
export function readMoment(text: string, now: Instant): Instant {
  const zoned = text
    .trim()
    .replace(/\s*Z$/, '+00:00')
    .replace(/([+-]\d\d)(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)
  const ms = MOMENT.test(text.trim()) ? toMs(zoned.replace(' ', 'T') as Instant) : Number.NaN // Parsed here.
  if (Number.isNaN(ms)) throw new Error('Write the moment like 2026-11-22 10:15:00+00')
  if (ms > toMs(now)) throw new Error('That moment has not come yet.')
  return instantFromMs(ms)
}

/** The full backup that a restore begins with. @throws Error for the operator */
export function baseFor(bases: readonly BaseIndex[], to: Instant | null): BaseIndex {
  const [oldest] = bases
  if (!oldest) throw new Error('The backup holds no full backup that was completed.')
  const base = bases.findLast(({ stopped_at }) => to === null || stopped_at <= to)
  if (!base) throw new Error(`The oldest moment is ${shown(oldest.stopped_at)}.`)
  return base
}

function requireFit(base: BaseIndex, options: RestoreOptions): void {
  if (base.postgres !== DATABASE_MAJOR)
    throw new Error(
      `This backup is of PostgreSQL ${base.postgres}; this Stint brings ${DATABASE_MAJOR}. Use release v${base.release}.`,
    )
  if (base.last_migration > options.last_migration)
    throw new Error(`This backup was made by release v${base.release}. This is v${options.release}.`)
}

/** An empty folder, or none. */
export function requireEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`The folder ${folder} already holds an installation. Choose an empty one.`)
}

type Source = Pick<BaseIndex, 'stopped_at' | 'recipients' | 'manifest' | 'parts'>

/** Opens and writes the objects of one backup. */
export class Restore {
  readonly #options: Pick<RestoreOptions, 'target' | 'identities'>
  readonly #base: Source
  readonly #bases: readonly BaseIndex[]

  constructor(
    options: Pick<RestoreOptions, 'target' | 'identities'>,
    base: Source,
    bases: readonly BaseIndex[],
  ) {
    this.#options = options
    this.#base = base
    this.#bases = bases
  }

  /** The content of an object, with faults as sentences for the operator. */
  async *#plain(object: string, compressed: boolean): AsyncGenerator<Uint8Array> {
    const { target, identities } = this.#options
    try {
      yield* opened(target.read(object), identities, { compressed })
    } catch (error) {
      // A changed byte of the key's part looks like a wrong key.
      if (!(error instanceof Damaged) && !(await isDamaged(target, object))) {
        if (!(error instanceof WrongKey)) throw error
        throw new Error(
          `This key does not open the backup. It was made for ${this.#base.recipients.join(', ')}.`,
        )
      }
      const older = this.#bases.filter(({ stopped_at }) => stopped_at < this.#base.stopped_at)
      const names = older.map(({ stopped_at }) => shown(stopped_at)).join(', ')
      throw new Error(`${object} is damaged (SHA-256 differs). Older full backups: ${names || 'none'}.`)
    }
  }

  async manifest(): Promise<Manifest> {
    const parts: Uint8Array[] = []
    for await (const bytes of this.#plain(this.#base.manifest, true)) parts.push(bytes)
    return JSON.parse(Buffer.concat(parts).toString()) as Manifest // Sealed by our own backup.
  }

  /** Writes a tar's files and returns their hashes. */
  async unpack(object: string, into: string, account: Account | null): Promise<Map<string, string>> {
    const hashes = new Map<string, string>()
    await readTar(this.#plain(object, true), async (entry: TarEntry, body) => {
      const path = join(into, entry.path)
      if (!path.startsWith(join(into, '/'))) throw new Error(`${object} names a file outside: ${entry.path}`)
      if (entry.path.endsWith('/')) {
        await mkdir(path, { recursive: true, mode: 0o700 })
        if (account) chownSync(path, account.uid, account.gid)
      } else hashes.set(entry.path, await this.write(path, body, account))
    })
    return hashes
  }

  /** @returns the hash of the written bytes */
  async write(path: string, body: AsyncIterable<Uint8Array>, account: Account | null): Promise<string> {
    const folder = dirname(path)
    if (!existsSync(folder)) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if (account) chownSync(folder, account.uid, account.gid)
    }
    const hash = createHash('sha256')
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const bytes of body) {
        hash.update(bytes)
        await file.writeFile(bytes)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    if (account) chownSync(path, account.uid, account.gid)
    return hash.digest('hex')
  }

  /** Every file of the data folder, compared with the manifest. */
  async data(manifest: Manifest, data: string, account: Account | null): Promise<void> {
    const written = new Map<string, string>()
    for (const part of this.#base.parts)
      for (const [path, sha256] of await this.unpack(part, data, account)) written.set(path, sha256)
    for (const { path, sha256 } of manifest.files)
      if (written.get(path) !== sha256) throw new Error(`${path} is not as the backup read it.`)
    await chmod(data, 0o700)
  }

  async storedFiles(into: string): Promise<void> {
    const { target } = this.#options
    for (const folder of await target.list('files'))
      for (const name of await target.list(`files/${folder}`)) {
        const sha256 = name.replace(/\.age$/, '')
        const found = await this.write(
          join(into, folder, sha256),
          this.#plain(fileObject(sha256), false),
          null,
        )
        if (found !== sha256) throw new Error(`The stored file ${sha256} has another content.`)
      }
  }

  async segments(names: readonly string[], into: string, account: Account | null): Promise<void> {
    for (const name of names)
      await this.write(join(into, name), this.#plain(segmentObject(name), true), account)
  }
}

/** The segments that the recovery reads. @throws Error at a gap before the moment asked for */
async function segmentsFor({ target, to }: RestoreOptions, base: BaseIndex): Promise<string[]> {
  const all = (await listSegments(target)).filter((name) => name >= base.first_segment)
  const known = base.archived ? all : all.filter((name) => name <= base.last_segment)
  const wanted: string[] = []
  let expected = base.first_segment
  let before: string | undefined
  let past = 0
  for (const name of known) {
    if (name.slice(0, 8) === expected.slice(0, 8) && name !== expected) throw gap(expected, before)
    wanted.push(name)
    before = (await target.note(segmentObject(name)))?.finished_at
    expected = nextSegment(name)
    // One more than the segment of the moment holds a transaction after it.
    if (to !== null && name >= base.last_segment && (before ?? '') > to) past += 1
    if (past > 1) return wanted
  }
  if (expected <= base.last_segment) throw gap(expected, before)
  return wanted
}

const gap = (name: string, before: string | undefined) =>
  new Error(
    `WAL segment ${name} is missing. ${before ? `The backup restores up to ${shown(before)}.` : 'The backup cannot be restored.'}`,
  )

async function isDamaged(target: BackupTarget, object: string): Promise<boolean> {
  try {
    for await (const bytes of target.read(object)) void bytes
    return false
  } catch (error) {
    return error instanceof Damaged
  }
}

/** @throws Error for the operator; then the folder is of no use */
export async function restoreInto(options: RestoreOptions): Promise<Restored> {
  const { target, to, into, say } = options
  requireEmpty(into)
  const bases = await listBases(target)
  const base = baseFor(bases, to)
  requireFit(base, options)
  const restore = new Restore(options, base, bases)
  // The key and the log are tried before anything is written.
  const manifest = await restore.manifest()
  const segments = await segmentsFor(options, base)
  const { data, account } = placeForDatabase(into)
  say(`Full backup of ${shown(base.stopped_at)}.`)
  await restore.data(manifest, data, account)
  await restore.unpack(base.secrets, into, null)
  await restore.storedFiles(join(into, 'files'))
  const wal = join(dirname(data), 'wal-in')
  await mkdir(wal, { mode: 0o700 })
  if (account) chownSync(wal, account.uid, account.gid)
  await restore.segments(segments, wal, account)
  const signal = join(data, 'recovery.signal')
  await writeFile(signal, '', { mode: 0o600 })
  if (account) chownSync(signal, account.uid, account.gid)
  say('Replaying the log …')
  return { ...(await recover(into, wal, to, base)), base, manifest }
}

type Recovered = Pick<Restored, 'url' | 'ended_at' | 'reached' | 'stop'>

/** Past the end of the log PostgreSQL refuses the moment; then it goes to the end. */
async function recover(into: string, wal: string, to: Instant | null, base: BaseIndex): Promise<Recovered> {
  const tuning = {
    restore_command: `cp "${wal}/%f" "%p"`,
    recovery_target_timeline: 'latest',
    archive_mode: 'off',
    hot_standby: 'off',
  }
  const target: Readonly<Record<string, string>> =
    to === null
      ? {}
      : {
          recovery_target_time: to.replace('Z', '+00'),
          recovery_target_inclusive: 'on',
          recovery_target_action: 'promote',
        }
  try {
    return await startRecovered(into, { ...tuning, ...target }, to !== null, base)
  } catch (error) {
    const is_past = error instanceof Error && PAST_END.test(error.message)
    if (to === null || !is_past) throw error
    return await startRecovered(into, tuning, false, base)
  }
}

/** Where the log holds no transaction, nothing was changed since the full backup began. */
export const endOf = (replayed_at: Date | null, { started_at }: Pick<BaseIndex, 'started_at'>): Instant =>
  replayed_at === null ? started_at : instantFromMs(replayed_at.getTime())

async function startRecovered(
  into: string,
  tuning: Readonly<Record<string, string>>,
  reached: boolean,
  base: BaseIndex,
): Promise<Recovered> {
  const server = await startEmbeddedDatabase({ home: into, tuning, wait_ms: RECOVERY_WAIT_MS })
  const client = new pg.Client({ connectionString: server.url })
  try {
    await client.connect()
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
    return {
      url: server.url,
      ended_at: endOf(rows[0]?.at ?? null, base),
      reached,
      stop: server.stop,
    }
  } catch (error) {
    await server.stop()
    throw error
  } finally {
    await client.end()
  }
}
