/** The contents of backups and their places: one folder for each database. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instant } from '#kernel/instant.ts'
import { BackupTarget } from './backup-target.ts'

const REPOSITORY = 'repo.json'
const FILE = 'backup.json'

/** A full backup; written last, so a backup without it does not exist. */
export type BaseIndex = {
  readonly name: string
  readonly started_at: Instant
  readonly stopped_at: Instant
  readonly start_lsn: string
  readonly stop_lsn: string
  readonly timeline: number
  readonly first_segment: string
  readonly last_segment: string
  readonly recipients: readonly string[]
  readonly release: string
  readonly postgres: number
  readonly last_migration: string
  /** Segments follow it; else it restores to its own end only. */
  readonly archived: boolean
  readonly parts: readonly string[]
  readonly secrets: string
  readonly manifest: string
  /** Bytes read, and bytes kept at the target. */
  readonly read_bytes: number
  readonly kept_bytes: number
}

export type Manifest = {
  readonly files: readonly { readonly path: string; readonly size: number; readonly sha256: string }[]
  /** Rows of tables that only grow, made before `counted_before`. */
  readonly counts: readonly { readonly table: string; readonly column: string; readonly rows: number }[]
  readonly counted_before: Instant
  /** The ends of the audit chains. */
  readonly heads: readonly { readonly chain_id: string; readonly chain_no: string; readonly hash: string }[]
}

/** Stored files at the time of a full backup; readable without the key, for retention. */
export type StoredNames = { readonly files: readonly string[] }

export const baseIndex = (name: string) => `base/${name}/index.json`
export const baseFiles = (name: string) => `base/${name}/files.json`
export const segmentObject = (segment: string) => `wal/${segment.slice(0, 8)}/${segment}.zst.age`
export const fileObject = (sha256: string) => `files/${sha256.slice(0, 2)}/${sha256}.age`

/**
 * The repository of this installation in a target. Its id stays outside the backup, so a restored copy never writes into
 * the repository of its origin.
 */
export async function openRepository(folder: string, home: string): Promise<BackupTarget> {
  const file = join(home, FILE)
  if (!existsSync(file))
    writeFileSync(file, `${JSON.stringify({ repository: randomUUID() })}\n`, { mode: 0o600, flag: 'wx' })
  const { repository } = JSON.parse(readFileSync(file, 'utf8')) as { repository: string } // Written above.
  return freshRepository(join(folder, repository))
}

/** The next backup begins a repository of its own. */
export function forgetRepository(home: string): void {
  rmSync(join(home, FILE), { force: true })
}

/** A repository at this place, made where there is none. */
export async function freshRepository(folder: string): Promise<BackupTarget> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const target = new BackupTarget(folder)
  if ((await target.json(REPOSITORY)) === null) await target.putJson(REPOSITORY, { format: 1 })
  return target
}

/** The repository that an operator names: itself, or the folder with it alone. @throws Error for the operator */
export function findRepository(folder: string): BackupTarget {
  if (existsSync(join(folder, REPOSITORY))) return new BackupTarget(folder)
  const inside = existsSync(folder)
    ? readdirSync(folder).filter((name) => existsSync(join(folder, name, REPOSITORY)))
    : []
  const [only, ...more] = inside
  if (only === undefined) throw new Error(`There is no backup in ${folder}.`)
  if (more.length > 0)
    throw new Error(
      `${folder} holds the backups of ${inside.length} databases. Name one of them: ${inside.map((name) => join(folder, name)).join(', ')}`,
    )
  return new BackupTarget(join(folder, only))
}

/** The indexes of all whole backups in a folder of the target, oldest first. */
export async function indexesIn<T>(target: BackupTarget, folder: 'base' | 'beside'): Promise<T[]> {
  const names = await target.list(folder)
  const found = await Promise.all(names.map((name) => target.json<T>(`${folder}/${name}/index.json`)))
  return found.filter((index) => index !== null)
}

/** The whole full backups, oldest first. */
export const listBases = (target: BackupTarget): Promise<BaseIndex[]> => indexesIn(target, 'base')

/** The name of a backup: its moment to the second, in order of time. */
export const backupName = (at: Instant): string => at.replaceAll(/[-:]|\.\d+/g, '')

const SEGMENT = /^[0-9A-F]{24}$/

/** The names of all shipped segments in their order. */
export async function listSegments(target: BackupTarget): Promise<string[]> {
  const timelines = await target.list('wal')
  const names = await Promise.all(timelines.map((timeline) => target.list(`wal/${timeline}`)))
  return names
    .flat()
    .map((name) => name.replace(/\.zst\.age$/, ''))
    .filter((name) => SEGMENT.test(name))
    .sort()
}
