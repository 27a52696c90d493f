/**
 * The table of contents of a zip file, the container of Word and Outlook archives. Nothing is unpacked, so a zip bomb
 * costs nothing here; it is refused for its reader's sake.
 */

export interface ZipEntry {
  readonly name: string
  readonly packed: number
  readonly unpacked: number
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const END_BYTES = 22
const COMMENT_MAX = 65_535
const ENTRIES_MAX = 10_000
const UNPACKED_MAX = 500 * 1024 * 1024
/** Word's XML packs to a tenth, a page of blanks to a thousandth. */
const RATIO_MAX = 200

/** The entries, or null for bytes that are no complete zip file. */
export function readZipEntries(bytes: Buffer): readonly ZipEntry[] | null {
  const end = findEnd(bytes)
  if (end === null) return null
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count === 0 || count > ENTRIES_MAX) return null
  const entries: ZipEntry[] = []
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== ENTRY) return null
    const [name_bytes, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset))
    const from = at + 46
    const to = from + (name_bytes ?? 0)
    if (to > end) return null
    entries.push({
      name: bytes.toString('utf8', from, to),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
    })
    at = to + (extra ?? 0) + (comment ?? 0)
  }
  return entries
}

function findEnd(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - END_BYTES - COMMENT_MAX)
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) {
    if (at < 0) return null
    // The comment reaches the very end, so nothing is appended.
    if (bytes.readUInt32LE(at) === END && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length)
      return at
  }
  return null
}

/** Names that escape the target folder, and sizes that fill the disk. */
export function isDangerousZip(entries: readonly ZipEntry[]): boolean {
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  const packed = entries.reduce((sum, entry) => sum + entry.packed, 0)
  return (
    unpacked > UNPACKED_MAX ||
    unpacked > Math.max(packed, 4096) * RATIO_MAX ||
    entries.some(({ name }) => /(^|[\\/])\.\.([\\/]|$)|^[\\/]|^[A-Za-z]:|\\|\0/.test(name))
  )
}
