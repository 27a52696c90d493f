/**
 * The place of backups: a folder of objects. Each object has a note beside it, written last, with the hash of its bytes:
 * an object without a note does not exist.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../storage.server.ts'

export type Note = {
  /** Of the bytes as they are in the target. */
  readonly sha256: string
  readonly size_bytes: number
  /** Hash of the bytes before encryption, where a repeated write must be told from new content. */
  readonly plain_sha256?: string
  readonly finished_at?: string
}

const NOTE = '.json'

/** The object is not as it was written. */
export class Damaged extends Error {
  override name = 'Damaged'
  readonly object: string
  constructor(object: string) {
    super(`${object} is damaged (SHA-256 differs).`)
    this.object = object
  }
}

export class BackupTarget {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  async #write(name: string, body: AsyncIterable<Uint8Array>): Promise<Note> {
    const path = join(this.folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const half = `${path}.part`
    const hash = createHash('sha256')
    let size_bytes = 0
    const file = await open(half, 'w', 0o600)
    try {
      for await (const bytes of body) {
        await file.writeFile(bytes) // Continues where the last one ended.
        hash.update(bytes)
        size_bytes += bytes.byteLength
      }
      await file.sync()
    } catch (error) {
      await rm(half, { force: true })
      throw error
    } finally {
      await file.close()
    }
    await rename(half, path)
    await syncFolder(dirname(path))
    return { sha256: hash.digest('hex'), size_bytes }
  }

  /** Writes an object; it is on the disk, with its note, when this answers. */
  async put(
    name: string,
    body: AsyncIterable<Uint8Array>,
    more: () => Omit<Note, 'sha256' | 'size_bytes'> = () => ({}),
  ): Promise<Note> {
    const written = await this.#write(name, body)
    const note = { ...written, ...more() }
    await this.putJson(`${name}${NOTE}`, note)
    return note
  }

  /** A small readable file without a note. */
  async putJson(name: string, content: unknown): Promise<void> {
    async function* bytes() {
      yield Buffer.from(`${JSON.stringify(content, null, 1)}\n`)
    }
    await this.#write(name, bytes())
  }

  async json<T>(name: string): Promise<T | null> {
    const path = join(this.folder, name)
    if (!existsSync(path)) return null
    return JSON.parse(await readFile(path, 'utf8')) as T // Written by putJson.
  }

  note(name: string): Promise<Note | null> {
    return this.json<Note>(`${name}${NOTE}`)
  }

  /** The bytes of an object. @throws Damaged at its end, when they are not those that were written */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const note = await this.note(name)
    if (note === null || !existsSync(join(this.folder, name))) throw new Damaged(name)
    const hash = createHash('sha256')
    for await (const bytes of createReadStream(join(this.folder, name), { highWaterMark: 1 << 20 })) {
      hash.update(bytes as Buffer) // Without an encoding a stream yields buffers.
      yield bytes as Buffer
    }
    if (hash.digest('hex') !== note.sha256) throw new Damaged(name)
  }

  /** Names in a folder of the target, without its notes; sorted. */
  async list(folder: string): Promise<string[]> {
    const at = join(this.folder, folder)
    if (!existsSync(at)) return []
    const names = await readdir(at)
    return names.filter((name) => !name.endsWith(NOTE) && !name.endsWith('.part')).sort()
  }

  /** Removes an object, its note first. */
  async remove(name: string): Promise<void> {
    await rm(join(this.folder, `${name}${NOTE}`), { force: true })
    await rm(join(this.folder, name), { force: true, recursive: true })
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.folder)
    return bavail * bsize
  }
}
