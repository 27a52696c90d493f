/** The checksum of PostgreSQL's data pages (its checksum_impl.h): 32 sums side by side, folded into 16 bits. */

export const PAGE_BYTES = 8192
/** Blocks in one file of a relation; the next file has the ending .1. */
const BLOCKS_A_FILE = 131_072
const PRIME = 16_777_619
const ROWS = PAGE_BYTES / 4 / 32

const offsets = new Int32Array([
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f,
  0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc,
  0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6,
  0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
])

const relation = /^(?:base\/\d+|global)\/\d+(?:_(?:fsm|vm|init))?(?:\.(\d+))?$/

/** The number of a file's first block; null where a file holds no pages. */
export function firstBlock(path: string): number | null {
  const found = relation.exec(path)
  return found ? Number(found[1] ?? 0) * BLOCKS_A_FILE : null
}

function checksumOf(page: DataView, block: number): number {
  const sums = Int32Array.from(offsets)
  const mix = (at: number, value: number) => {
    const mixed = (sums[at] ?? 0) ^ value
    sums[at] = Math.imul(mixed, PRIME) ^ (mixed >>> 17)
  }
  for (let row = 0; row < ROWS; row += 1)
    for (let at = 0; at < 32; at += 1) {
      const word = page.getUint32((row * 32 + at) * 4, true)
      // The checksum's own two bytes count as zeros.
      mix(at, row === 0 && at === 2 ? word & 0xffff0000 : word)
    }
  for (let round = 0; round < 2; round += 1) for (let at = 0; at < 32; at += 1) mix(at, 0)
  const folded = sums.reduce((all, sum) => all ^ sum, 0)
  return (((folded ^ block) >>> 0) % 65_535) + 1
}

/** Whether a page is as PostgreSQL wrote it. A page that was never used has no checksum. */
export function isPageWhole(bytes: Uint8Array, block: number): boolean {
  const page = new DataView(bytes.buffer, bytes.byteOffset, PAGE_BYTES)
  const upper = page.getUint16(14, true)
  return upper === 0 || page.getUint16(8, true) === checksumOf(page, block)
}

/** The place in the log of a page's last change. */
export function pageLsn(bytes: Uint8Array): bigint {
  const page = new DataView(bytes.buffer, bytes.byteOffset, PAGE_BYTES)
  return (BigInt(page.getUint32(0, true)) << 32n) | BigInt(page.getUint32(4, true))
}

/** `0/2628B70` as a number. */
export function readLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

const SEGMENT_BYTES = 16n << 20n
const SEGMENTS_A_FILE_ID = 0x1_0000_0000n / SEGMENT_BYTES

const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')

/** The name of the segment that holds a place of the log. */
export function segmentOf(timeline: number, lsn: bigint): string {
  const no = lsn / SEGMENT_BYTES
  return `${hex(BigInt(timeline))}${hex(no / SEGMENTS_A_FILE_ID)}${hex(no % SEGMENTS_A_FILE_ID)}`
}

/** The last segment that a backup needs: a place on a border belongs to the one before. */
export const lastSegmentOf = (timeline: number, lsn: bigint): string => segmentOf(timeline, lsn - 1n)

/** The segment after this one. */
export function nextSegment(name: string): string {
  const timeline = Number.parseInt(name.slice(0, 8), 16)
  const no = BigInt(`0x${name.slice(8, 16)}`) * SEGMENTS_A_FILE_ID + BigInt(`0x${name.slice(16)}`)
  return segmentOf(timeline, (no + 1n) * SEGMENT_BYTES)
}
