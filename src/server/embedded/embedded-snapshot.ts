/** Copies of the stopped database before migrations: the way back from an upgrade. */
import {
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Instant } from '#kernel/instant.ts'
import type { Account } from './embedded-account.ts'

export type Snapshot = {
  readonly name: string
  /** The release that worked on the database last. */
  readonly version: string
  readonly at: Instant
}

const KEPT = 2
/** The name of an unfinished copy contains it. */
const HALF = '.half'
const NAME = /^v(\d+\.\d+\.\d+)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/

const snapshotsOf = (data: string) => join(dirname(data), 'snapshots')
/** A moment as a part of names of folders. */
const nameOf = (at: Instant) => at.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-')

/** The whole snapshots, oldest first. */
export function listSnapshots(data: string): Snapshot[] {
  const folder = snapshotsOf(data)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const [, version = '', day, hour, minute, second] = NAME.exec(name) ?? []
      return version === ''
        ? []
        : [{ name, version, at: `${day}T${hour}:${minute}:${second}.000Z` as Instant }]
    })
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  )
}

const freeIn = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Copies a folder with its modes, to the disk. Where the file system can, the copies share their blocks. */
function copyFolder(from: string, to: string, account: Account | null): void {
  mkdirSync(to, { mode: statSync(from).mode & 0o777 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyFolder(source, copy, account)
    else if (entry.isFile()) {
      copyFileSync(source, copy, constants.COPYFILE_FICLONE)
      const file = openSync(copy, 'r')
      fsyncSync(file)
      closeSync(file)
      if (account) chownSync(copy, account.uid, account.gid)
    } else throw new Error(`${source} is neither a file nor a folder: tablespaces are not supported.`)
  }
  if (account) chownSync(to, account.uid, account.gid)
}

/** Rounded up, so that too little never reads like enough. */
const gigabytes = (bytes: number) => `${Math.ceil(bytes / 1e8) / 10} GB`

/**
 * Copies the data folder of a stopped database, and removes all but the newest two.
 * @returns the name of the snapshot
 * @throws Error with a sentence for the operator where there is too little room
 */
export function makeSnapshot(
  data: string,
  account: Account | null,
  version: string,
  at: Instant,
  free = freeIn,
): string {
  const folder = snapshotsOf(data)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
  for (const name of readdirSync(folder))
    if (name.endsWith(HALF)) rmSync(join(folder, name), { recursive: true })
  const [needed, there] = [bytesOf(data), free(folder)]
  if (needed > there)
    throw new Error(
      `The snapshot needs ${gigabytes(needed)} and ${gigabytes(there)} are free. Free some, or set SNAPSHOT=off after a backup.`,
    )
  const name = `v${version}-${nameOf(at)}`
  copyFolder(data, join(folder, `${name}${HALF}`), account)
  renameSync(join(folder, `${name}${HALF}`), join(folder, name))
  for (const old of listSnapshots(data).slice(0, -KEPT)) rmSync(join(folder, old.name), { recursive: true })
  return name
}

/**
 * Puts a snapshot in the place of the data folder of a stopped database.
 * @returns where the previous data folder is kept
 */
export function putSnapshotBack(data: string, account: Account | null, name: string, at: Instant): string {
  const half = `${data}${HALF}`
  rmSync(half, { recursive: true, force: true })
  copyFolder(join(snapshotsOf(data), name), half, account)
  const failed = `${data}.failed-${nameOf(at)}`
  renameSync(data, failed)
  renameSync(half, data)
  return failed
}
