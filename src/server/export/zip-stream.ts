/** A zip archive as a stream (APPNOTE 6.3, sizes after the data): holds one chunk, whatever its length. */
import { crc32, createDeflateRaw } from 'node:zlib'
import { precondition } from '#kernel/errors.ts'

export interface ZipEntry {
  readonly name: string
  readonly chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/** The sizes of the plain format have four bytes. */
const size_max = 0xffff_fffe
/** Nearly as small as the default, in half the time. */
const LEVEL = 4
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8
/** 1 January 1980: the same rows give the same bytes. */
const DATE = 0x0021

interface Written {
  readonly name: Buffer
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/** @throws precondition beyond the format's limit of four thousand million bytes an entry */
export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let offset = 0
  for (const { name, chunks } of entries) {
    const start = offset
    const bytes_name = Buffer.from(name)
    const head = Buffer.concat([localHead(bytes_name), bytes_name])
    yield head
    offset += head.length
    const sums = { crc: 0, packed: 0, size: 0 }
    for await (const bytes of deflated(chunks, sums)) {
      offset += bytes.length
      yield bytes
    }
    const tail = dataTail(sums)
    yield tail
    offset += tail.length
    if (Math.max(sums.size, offset) > size_max)
      throw precondition(
        'The file would be larger than Excel can open. Please filter the list, or export it as CSV.',
      )
    written.push({ name: bytes_name, ...sums, offset: start })
  }
  const directory = Buffer.concat(written.flatMap((one) => [directoryHead(one), one.name]))
  yield directory
  yield endOf(written.length, directory.length, offset)
}

/** One chunk is packed by another thread while the next is made. */
async function* deflated(
  chunks: ZipEntry['chunks'],
  sums: { crc: number; packed: number; size: number },
): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw({ level: LEVEL })
  let ready: Buffer[] = []
  deflate.on('data', (bytes: Buffer) => ready.push(bytes))
  const take = () => {
    const taken = ready
    ready = []
    for (const bytes of taken) sums.packed += bytes.length
    return taken
  }
  const write = (bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      deflate.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  try {
    let packing: Promise<void> = Promise.resolve()
    for await (const text of chunks) {
      const bytes =
        typeof text === 'string'
          ? Buffer.from(text)
          : Buffer.from(text.buffer, text.byteOffset, text.byteLength)
      sums.crc = crc32(bytes, sums.crc)
      sums.size += bytes.length
      await packing
      yield* take()
      packing = write(bytes)
    }
    await packing
    await new Promise<void>((resolve, reject) => {
      deflate.once('end', resolve).once('error', reject).end()
    })
    yield* take()
  } finally {
    deflate.destroy()
  }
}

function localHead(name: Buffer): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATE, 8)
  head.writeUInt16LE(DATE, 12)
  head.writeUInt16LE(name.length, 26)
  return head
}

function dataTail({ crc, packed, size }: Pick<Written, 'crc' | 'packed' | 'size'>): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  tail.writeUInt32LE(crc, 4)
  tail.writeUInt32LE(Math.min(packed, size_max), 8)
  tail.writeUInt32LE(Math.min(size, size_max), 12)
  return tail
}

function directoryHead({ name, crc, packed, size, offset }: Written): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(20, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(DEFLATE, 10)
  head.writeUInt16LE(DATE, 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(packed, 20)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt32LE(offset, 42)
  return head
}

function endOf(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
