/**
 * Files of the product, addressed by their content: equal bytes are one file, a stored file never changes, and its
 * name reveals tampering. Readers of the parent record may read it.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { precondition } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import { toMs } from '#kernel/instant.ts'
import type { FileStore } from './settings/settings-files.ts'

export type StoredFile = {
  /** The reference in rows: `ab/abcd…`. */
  readonly file_url: string
  readonly sha256: string
  readonly size_bytes: number
}

export interface Files {
  /**
   * Keeps the bytes; they are on the disk when it answers. Call it before the row that names the file commits: a file
   * without a row is harmless.
   * @throws precondition when there is no room, or the store fails
   */
  put(bytes: Uint8Array): Promise<StoredFile>
  /** A file written in pieces, of any size. */
  draft(): Promise<FileDraft>
  /** Deletes a file, if there is one. The caller knows that no row names it. */
  remove(file_url: string): Promise<void>
  /** Deletes drafts without a write since then: their process was killed. Returns their number. */
  removeDrafts(before: Instant): Promise<number>
  /** The bytes from their beginning, or null when there is no such file. */
  read(file_url: string): Promise<{ readonly stream: Readable; readonly size_bytes: number } | null>
}

/** Ends with `keep` or `discard`; until then nobody can read it. */
export interface FileDraft {
  /** @throws precondition when there is no room, or the store fails */
  write(bytes: Uint8Array): Promise<void>
  /** As `put`: on the disk when it answers. */
  keep(): Promise<StoredFile>
  /** Leaves nothing behind; harmless after `keep`. */
  discard(): Promise<void>
}

const DRAFT_FORM = /^\.[0-9a-f-]{36}\.part$/
const URL_FORM = /^[0-9a-f]{2}\/[0-9a-f]{64}$/

const notStored = (why: string) => precondition(`The file could not be stored. ${why} Nothing was changed.`)

function refusal(error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code ?? '' // Only the file system throws here.
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) return notStored('There is no room left for files.')
  if (['EACCES', 'EPERM', 'EROFS', 'EIO', 'EEXIST', 'ENOTDIR', 'EMFILE', 'ENFILE'].includes(code))
    return notStored('The place for files cannot be written to at the moment.')
  return error instanceof Error ? error : new Error(String(error))
}

/** A file in a folder, whole or not at all: written beside, flushed, then given its name. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const beside = join(folder, `.${randomUUID()}.part`)
  try {
    const file = await open(beside, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
    await syncFolder(folder)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** The name is durable only when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null // Only stat throws here.
    throw error
  }
}

async function openDraft(folder: string): Promise<FileDraft> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const beside = join(folder, `.${randomUUID()}.part`)
  const file = await open(beside, 'wx', 0o600)
  const hash = createHash('sha256')
  let size_bytes = 0
  let isOpen = true
  const close = async () => {
    if (isOpen) await file.close()
    isOpen = false
  }
  return {
    write: async (bytes) => {
      await file.writeFile(bytes) // Continues where the last one ended.
      hash.update(bytes)
      size_bytes += bytes.byteLength
    },
    keep: async () => {
      await file.sync()
      await close()
      const sha256 = hash.digest('hex')
      const file_url = `${sha256.slice(0, 2)}/${sha256}`
      const path = join(folder, file_url)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(beside, path)
      await syncFolder(dirname(path))
      return { file_url, sha256, size_bytes }
    },
    discard: async () => {
      await close()
      await rm(beside, { force: true })
    },
  }
}

/** The same draft, with failures as sentences. */
function refusing(draft: FileDraft): FileDraft {
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw refusal(error)
    }
  }
  return {
    write: (bytes) => guarded(draft.write(bytes)),
    keep: () => guarded(draft.keep()),
    discard: () => draft.discard(),
  }
}

async function removeDrafts(folder: string, before_ms: number): Promise<number> {
  const names = (await listOf(folder)).filter((name) => DRAFT_FORM.test(name))
  let removed = 0
  for (const name of names) {
    const path = join(folder, name)
    const written_ms = (await stat(path).catch(() => null))?.mtimeMs ?? before_ms
    if (written_ms >= before_ms) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

async function listOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [] // Only readdir throws here.
    throw error
  }
}

/** Files in a folder, each under the hash of its content: the same file twice is kept once. */
export function folderFiles(folder: string): Files {
  return {
    put: async (bytes) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const file_url = `${sha256.slice(0, 2)}/${sha256}`
      const path = join(folder, file_url)
      try {
        if ((await sizeOf(path)) !== bytes.byteLength) await writeWhole(path, bytes)
      } catch (error) {
        throw refusal(error)
      }
      return { file_url, sha256, size_bytes: bytes.byteLength }
    },
    draft: async () => {
      try {
        return refusing(await openDraft(folder))
      } catch (error) {
        throw refusal(error)
      }
    },
    remove: async (file_url) => {
      if (URL_FORM.test(file_url)) await rm(join(folder, file_url), { force: true })
    },
    removeDrafts: (before) => removeDrafts(folder, toMs(before)),
    read: async (file_url) => {
      if (!URL_FORM.test(file_url)) return null
      const path = join(folder, file_url)
      const size_bytes = await sizeOf(path)
      return size_bytes === null ? null : { stream: createReadStream(path), size_bytes }
    },
  }
}

/** Printed documents in a folder beside the others; backups leave it out. */
export const renderedFiles = (store: FileStore): Files =>
  openFiles(store.kind === 'folder' ? { ...store, folder: join(store.folder, 'rendered') } : store)

/** The store of the settings. @throws Error with a sentence when this version cannot use it */
export function openFiles(store: FileStore): Files {
  if (store.kind === 'folder') return folderFiles(store.folder)
  throw new Error(
    'This version keeps files in a folder only: take S3_* out of the settings, or set FILES_DIR.',
  )
}
