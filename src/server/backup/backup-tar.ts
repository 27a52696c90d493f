/** Tar files (ustar), written and read as streams: any `tar x` opens them. */

const BLOCK = 512
const NAME_MAX = 100

export type TarEntry = {
  /** Relative, with `/`; a folder's ends with it. */
  readonly path: string
  readonly mode: number
  readonly size: number
}

const isFolder = ({ path }: TarEntry) => path.endsWith('/')

const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`

/** A name over 100 bytes is cut in two at a `/`, as ustar has it. */
function splitName(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= NAME_MAX) return { name: path, prefix: '' }
  const cut = path.indexOf('/', path.length - NAME_MAX - 1)
  if (cut <= 0 || cut > 155) throw new Error(`${path} is too long a name for a tar file.`)
  return { name: path.slice(cut + 1), prefix: path.slice(0, cut) }
}

export function tarHeader(entry: TarEntry): Buffer {
  const { name, prefix } = splitName(entry.path)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write(octal(entry.mode & 0o7777, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(entry.size, 12), 124)
  header.write(octal(0, 12), 136)
  header.write(' '.repeat(8), 148)
  header.write(isFolder(entry) ? '5' : '0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** The zeros that fill an entry's last block. */
export const tarPadding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

export const tarEnd = () => Buffer.alloc(2 * BLOCK)

/** Bytes of a stream, taken in the amounts that the reader asks for. */
class Bytes {
  readonly #source: AsyncIterator<Uint8Array>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Some bytes, at most so many. @throws at the end of the stream */
  async some(most: number): Promise<Buffer> {
    while (this.#held.length === 0) {
      const next = await this.#source.next()
      if (next.done) throw new Error('The archive ends too early.')
      this.#held = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
    }
    const part = this.#held.subarray(0, most)
    this.#held = this.#held.subarray(part.length)
    return part
  }

  async exactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = count; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await this.some(left))
    return Buffer.concat(parts)
  }

  /** Reads to the end, so that the earlier steps of the stream check all of it. */
  async drain(): Promise<void> {
    for (let next = await this.#source.next(); !next.done; ) next = await this.#source.next()
  }
}

const textAt = (header: Buffer, from: number, length: number) =>
  header
    .subarray(from, from + length)
    .toString('utf8')
    .replace(/\0.*$/s, '')

function entryOf(header: Buffer): TarEntry {
  const prefix = textAt(header, 345, 155)
  const name = textAt(header, 0, 100)
  return {
    path: prefix ? `${prefix}/${name}` : name,
    mode: Number.parseInt(textAt(header, 100, 8), 8),
    size: Number.parseInt(textAt(header, 124, 12), 8),
  }
}

/**
 * Hands each entry with its bytes to `take`, which reads them to their end.
 * @throws where the archive is cut
 */
export async function readTar(
  source: AsyncIterable<Uint8Array>,
  take: (entry: TarEntry, body: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const bytes = new Bytes(source)
  for (;;) {
    const header = await bytes.exactly(BLOCK)
    if (header.every((byte) => byte === 0)) break
    const entry = entryOf(header)
    async function* body() {
      for (let left = entry.size; left > 0; ) {
        const part = await bytes.some(left)
        left -= part.length
        yield part
      }
    }
    await take(entry, body())
    await bytes.exactly(tarPadding(entry.size).length)
  }
  await bytes.drain()
}
