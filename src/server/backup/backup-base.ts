/** A full backup of a running embedded database (operations, Backup): its folder, its end of the log, its secrets. */
import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Clock } from '#kernel/clock.ts'
import { readFacts } from './backup-facts.ts'
import {
  firstBlock,
  isPageWhole,
  lastSegmentOf,
  PAGE_BYTES,
  pageLsn,
  readLsn,
  segmentOf,
} from './backup-pages.rules.ts'
import { type BaseIndex, backupName, baseFiles, baseIndex, type Manifest } from './backup-repository.ts'
import { jsonBytes, sealed } from './backup-seal.ts'
import { secretsTar } from './backup-secrets.ts'
import { shipSegment, shipStoredFiles, storedFileNames } from './backup-ship.ts'
import { tarEnd, tarHeader, tarPadding } from './backup-tar.ts'
import type { BackupTarget } from './backup-target.ts'

const PART_BYTES = 256 << 20
const CHUNK_BYTES = 1 << 20
const PAGE_TRIES = 3
const CONTROL = 'global/pg_control'
const ROOM = 1.2

/** Folders that PostgreSQL fills again by itself. */
const emptied = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify'],
  ...['pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
])
const left_out = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*|.*\.partial)$/

export type BaseDeps = {
  /** The owner's connection. */
  readonly url: string
  readonly home: string
  /** The database's data folder. */
  readonly data: string
  readonly files: string
  readonly target: BackupTarget
  readonly recipients: readonly string[]
  /** Ships finished segments until this one is in the target; null: no segments are archived. */
  readonly untilShipped: ((segment: string) => Promise<void>) | null
  readonly rate_bytes: number
  readonly release: string
  readonly clock: Clock
}

type Item = { path: string; size: number }
type Done = { path: string; size: number; sha256: string }

/** All that a backup takes of the data folder; folders end with `/`. */
async function itemsOf(data: string): Promise<Item[]> {
  const items: Item[] = []
  const visit = async (folder: string) => {
    for (const entry of await readdir(join(data, folder), { withFileTypes: true })) {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (left_out.test(entry.name) || path === CONTROL) continue
      if (entry.isDirectory()) {
        items.push({ path: `${path}/`, size: 0 })
        if (!emptied.has(path)) await visit(path)
      } else if (entry.isFile()) {
        const size = (await stat(join(data, path)).catch(() => null))?.size
        // Dropped since the folder was read.
        if (size !== undefined) items.push({ path, size })
      }
    }
  }
  await visit('')
  return items
}

function inParts(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [[]]
  let size = 0
  for (const item of items) {
    if (size > 0 && size + item.size > PART_BYTES) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(item)
    size += item.size
  }
  return parts
}

/** Keeps the reading below a rate, so that the product has the disk. */
class Pace {
  readonly #rate: number
  readonly #began = performance.now()
  bytes = 0

  constructor(rate: number) {
    this.#rate = rate
  }

  async took(count: number): Promise<void> {
    this.bytes += count
    const ahead_ms = (this.bytes / this.#rate) * 1000 - (performance.now() - this.#began)
    if (ahead_ms > 20) await pause(ahead_ms)
  }
}

class BaseBackup {
  readonly #deps: BaseDeps
  readonly #start: bigint
  readonly pace: Pace
  readonly done: Done[] = []

  constructor(deps: BaseDeps, start_lsn: string) {
    this.#deps = deps
    this.#start = readLsn(start_lsn)
    this.pace = new Pace(deps.rate_bytes)
  }

  /** The tar of some files. */
  async *part(items: readonly Item[]): AsyncGenerator<Uint8Array> {
    for (const item of items) {
      if (item.path.endsWith('/')) yield tarHeader({ path: item.path, mode: 0o700, size: 0 })
      else yield* this.#file(item.path)
    }
    yield tarEnd()
  }

  /** A file with its first size: the log holds later growth and loss. */
  async *#file(path: string): AsyncGenerator<Uint8Array> {
    let file: FileHandle
    try {
      file = await open(join(this.#deps.data, path), 'r')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return // Dropped meanwhile.
      throw error
    }
    try {
      const { size } = await file.stat()
      const hash = createHash('sha256')
      yield tarHeader({ path, mode: 0o600, size })
      for (let at = 0; at < size; ) {
        const bytes = Buffer.alloc(Math.min(CHUNK_BYTES, size - at))
        const { bytesRead } = await file.read(bytes, 0, bytes.length, at)
        if (bytesRead === bytes.length) await this.#checkPages(file, path, bytes, at)
        hash.update(bytes)
        yield bytes
        await this.pace.took(bytes.length)
        at += bytes.length
      }
      yield tarPadding(size)
      this.done.push({ path, size, sha256: hash.digest('hex') })
    } finally {
      await file.close()
    }
  }

  /** A page that is being written looks broken for a moment, and the log repairs it; an old broken page is damage. */
  async #checkPages(file: FileHandle, path: string, bytes: Buffer, from: number): Promise<void> {
    const first = firstBlock(path)
    if (first === null) return
    for (let at = 0; at + PAGE_BYTES <= bytes.length; at += PAGE_BYTES) {
      const block = (from + at) / PAGE_BYTES
      const page = bytes.subarray(at, at + PAGE_BYTES)
      for (let left = PAGE_TRIES; !isPageWhole(page, first + block); left -= 1) {
        if (left === 0) {
          if (pageLsn(page) >= this.#start) break
          throw new Error(`The database is damaged: block ${block} of ${path} has a wrong checksum.`)
        }
        await pause(100)
        await file.read(page, 0, PAGE_BYTES, from + at)
      }
    }
  }

  /** The control file is written in place, so it counts once two readings agree. */
  async control(): Promise<Buffer> {
    const path = join(this.#deps.data, CONTROL)
    for (let before = await readFile(path); ; ) {
      await pause(10)
      const now = await readFile(path)
      if (now.equals(before)) return now
      before = now
    }
  }

  async *whole(files: readonly { path: string; bytes: Buffer }[]): AsyncGenerator<Uint8Array> {
    for (const { path, bytes } of files) {
      yield tarHeader({ path, mode: 0o600, size: bytes.length })
      yield bytes
      yield tarPadding(bytes.length)
      this.done.push({ path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    }
    yield tarEnd()
  }
}

async function requireRoom(deps: BaseDeps, last: BaseIndex | undefined): Promise<void> {
  if (!last) return
  const needed = Math.ceil(last.kept_bytes * ROOM)
  const free = await deps.target.freeBytes()
  if (free < needed)
    throw new Error(
      `The backup needs ${Math.ceil(needed / 1e6)} MB and ${Math.floor(free / 1e6)} MB are free in ${deps.target.folder}.`,
    )
}

type Stopped = { lsn: string; labelfile: string; spcmapfile: string }

async function one<R extends pg.QueryResultRow>(
  client: pg.Client,
  sql: string,
  values: unknown[] = [],
): Promise<R> {
  const { rows } = await client.query<R>(sql, values)
  const [row] = rows
  if (!row) throw new Error(`No answer to ${sql}`)
  return row
}

/** Makes a full backup while the database works. `last` is the backup before. @returns its index */
export async function makeBaseBackup(deps: BaseDeps, last?: BaseIndex): Promise<BaseIndex> {
  await requireRoom(deps, last)
  const client = new pg.Client({ connectionString: deps.url, application_name: 'stint backup' })
  await client.connect()
  try {
    const { spaces } = await one<{ spaces: number }>(
      client,
      `select count(*)::int as spaces from pg_tablespace where spcname not in ('pg_default', 'pg_global')`,
    )
    if (spaces > 0) throw new Error('Tablespaces are not supported.')
    return await backUp(deps, client)
  } finally {
    await client.end()
  }
}

type Read = {
  readonly backup: BaseBackup
  readonly parts: readonly string[]
  readonly kept_bytes: number
  readonly stop_lsn: string
}

/** Between start and stop: the data folder, then the control file and the label. */
async function readFolder(deps: BaseDeps, client: pg.Client, name: string, start_lsn: string): Promise<Read> {
  const backup = new BaseBackup(deps, start_lsn)
  const parts: string[] = []
  let kept_bytes = 0
  const keep = async (body: AsyncIterable<Uint8Array>) => {
    const object = `base/${name}/${parts.length + 1}.tar.zst.age`
    const note = await deps.target.put(object, sealed(body, deps.recipients, { compressed: true }))
    kept_bytes += note.size_bytes
    parts.push(object)
  }
  for (const part of inParts(await itemsOf(deps.data))) await keep(backup.part(part))
  const control = await backup.control()
  const stopped = await one<Stopped>(
    client,
    'select lsn::text, labelfile, spcmapfile from pg_backup_stop(wait_for_archive => true)',
  )
  if (stopped.spcmapfile.trim() !== '') throw new Error('Tablespaces are not supported.')
  await keep(
    backup.whole([
      { path: CONTROL, bytes: control },
      { path: 'backup_label', bytes: Buffer.from(stopped.labelfile) },
    ]),
  )
  return { backup, parts, kept_bytes, stop_lsn: stopped.lsn }
}

/** Secrets, stored files and the end of the log; without them the backup does not exist. */
async function shipRest(
  deps: BaseDeps,
  name: string,
  segments: Pick<BaseIndex, 'first_segment' | 'last_segment'>,
): Promise<string> {
  const secrets = `secrets/${name}.tar.zst.age`
  await deps.target.put(secrets, sealed(secretsTar(deps.home), deps.recipients, { compressed: true }))
  await shipStoredFiles(deps)
  await deps.target.putJson(baseFiles(name), { files: await storedFileNames(deps.files) })
  if (deps.untilShipped) await deps.untilShipped(segments.last_segment)
  else await copySegments(deps, segments)
  return secrets
}

async function holdLog(client: pg.Client): Promise<void> {
  try {
    // Keeps the segments of the backup where nothing else does; it goes with the connection.
    await client.query(`select pg_create_physical_replication_slot('stint_backup', true, true)`)
  } catch (error) {
    if ((error as { code?: string }).code === '42710') throw new Error('Another backup is being made.') // Of pg.
    throw error
  }
}

async function backUp(deps: BaseDeps, client: pg.Client): Promise<BaseIndex> {
  const { target, recipients, clock } = deps
  const started_at = clock.now()
  const name = backupName(started_at)
  await holdLog(client)
  const facts = await readFacts(client, started_at)
  const { lsn: start_lsn } = await one<{ lsn: string }>(
    client,
    'select pg_backup_start($1, fast => true)::text as lsn',
    [`stint ${started_at}`],
  )
  const { backup, parts, kept_bytes, stop_lsn } = await readFolder(deps, client, name, start_lsn)
  const { timeline } = await one<{ timeline: number }>(
    client,
    'select timeline_id as timeline from pg_control_checkpoint()',
  )
  const segments = {
    first_segment: segmentOf(timeline, readLsn(start_lsn)),
    last_segment: lastSegmentOf(timeline, readLsn(stop_lsn)),
  }
  const manifest = `base/${name}/manifest.json.zst.age`
  const content: Manifest = { files: backup.done, ...facts.manifest }
  const note = await target.put(manifest, sealed(jsonBytes(content), recipients, { compressed: true }))
  const secrets = await shipRest(deps, name, segments)
  const index: BaseIndex = {
    name,
    started_at,
    stopped_at: clock.now(),
    start_lsn,
    stop_lsn,
    timeline,
    ...segments,
    recipients,
    release: deps.release,
    postgres: facts.postgres,
    last_migration: facts.last_migration,
    archived: deps.untilShipped !== null,
    parts,
    secrets,
    manifest,
    read_bytes: backup.pace.bytes,
    kept_bytes: kept_bytes + note.size_bytes,
  }
  await target.putJson(baseIndex(name), index)
  return index
}

/** Without an archive the backup takes its own segments along. */
async function copySegments(
  deps: BaseDeps,
  { first_segment, last_segment }: Pick<BaseIndex, 'first_segment' | 'last_segment'>,
): Promise<void> {
  const folder = join(deps.data, 'pg_wal')
  const names = (await readdir(folder)).filter((name) => name >= first_segment && name <= last_segment).sort()
  for (const name of names) if (name.length === 24) await shipSegment(deps, folder, name)
}
