/** Takes finished segments of the log and new stored files to the backup. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { instantFromMs } from '#kernel/instant.ts'
import { fileObject, segmentObject } from './backup-repository.ts'
import { sealed } from './backup-seal.ts'
import type { BackupTarget } from './backup-target.ts'

export type ShipDeps = {
  readonly target: BackupTarget
  readonly recipients: readonly string[]
  /** The folder of stored files. */
  readonly files: string
}

/** Of segments, of the marks of backups and of timelines. */
const LOG_FILE = /^([0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/
const STORED = /^[0-9a-f]{64}$/

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer) // Without an encoding: buffers.
  return hash.digest('hex')
}

/** @throws Error when the target has another content under this name */
export async function shipSegment(deps: ShipDeps, folder: string, name: string): Promise<void> {
  const path = join(folder, name)
  const plain_sha256 = await hashOf(path)
  const object = segmentObject(name)
  const known = await deps.target.note(object)
  if (known?.plain_sha256 === plain_sha256) return
  if (known) throw new Error('Another database writes to this backup.')
  const finished_at = instantFromMs((await stat(path)).mtimeMs)
  await deps.target.put(
    object,
    sealed(createReadStream(path), deps.recipients, { compressed: true }),
    () => ({
      plain_sha256,
      finished_at,
    }),
  )
}

async function foldersOf(files: string): Promise<string[]> {
  if (!existsSync(files)) return []
  return (await readdir(files)).filter((name) => /^[0-9a-f]{2}$/.test(name)).sort()
}

/** The hashes of all stored files. */
export async function storedFileNames(files: string): Promise<string[]> {
  const names = await Promise.all((await foldersOf(files)).map((folder) => readdir(join(files, folder))))
  return names
    .flat()
    .filter((name) => STORED.test(name))
    .sort()
}

/**
 * Ships stored files that the target lacks. `seen` holds the folders' times of the last call: a folder without a change
 * is not read again.
 */
export async function shipStoredFiles(deps: ShipDeps, seen = new Map<string, number>()): Promise<number> {
  let shipped = 0
  for (const folder of await foldersOf(deps.files)) {
    const at = join(deps.files, folder)
    const { mtimeMs } = await stat(at)
    if (seen.get(folder) === mtimeMs) continue
    for (const sha256 of (await readdir(at)).filter((name) => STORED.test(name))) {
      const object = fileObject(sha256)
      if ((await deps.target.note(object)) !== null) continue
      const path = join(at, sha256)
      const changed_ms = (await stat(path).catch(() => null))?.mtimeMs
      // Removed since the folder was read.
      if (changed_ms === undefined) continue
      await deps.target.put(
        object,
        sealed(createReadStream(path), deps.recipients, { compressed: false }),
        () => ({
          finished_at: instantFromMs(changed_ms),
        }),
      )
      shipped += 1
    }
    seen.set(folder, mtimeMs)
  }
  return shipped
}

/** Segments in the spool that PostgreSQL has finished, oldest first. */
async function waitingSegments(spool: string): Promise<string[]> {
  if (!existsSync(spool)) return []
  return (await readdir(spool)).filter((name) => LOG_FILE.test(name)).sort()
}

/**
 * One round: new stored files first, then the segments that may name them, so each restorable moment has its files.
 * @returns the segments that were shipped
 */
export async function shipOnce(deps: ShipDeps, spool: string, seen?: Map<string, number>): Promise<string[]> {
  const waiting = await waitingSegments(spool)
  await shipStoredFiles(deps, seen)
  for (const name of waiting) {
    await shipSegment(deps, spool, name)
    await rm(join(spool, name), { force: true })
  }
  return waiting
}
