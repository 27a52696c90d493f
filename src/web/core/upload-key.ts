/**
 * One key per file on its way: the same file sent again for the same thing, after an answer that was lost or a page that
 * was left, goes out under the same key, and the server gives the first answer instead of doing it twice. A definite
 * answer, good or bad, ends it. Kept with the tab, so that a page read anew knows it, too.
 */

export interface UploadKey {
  readonly key: string
  /** There was a definite answer: the same file is a new intention from now on. */
  readonly answered: () => void
}

const storage_key = 'stint.uploads'
/** Lost answers that are remembered; nobody comes back to more. */
const KEYS_MAX = 20

type Kept = Pick<Storage, 'getItem' | 'setItem'>
/** Each what was sent, and its key, the newest last. */
type Entry = readonly [print: string, key: string]

function entriesOf(kept: Kept): readonly Entry[] {
  try {
    const found: unknown = JSON.parse(kept.getItem(storage_key) ?? '[]')
    return Array.isArray(found) ? found.filter(isEntry) : []
  } catch {
    return []
  }
}

const isEntry = (one: unknown): one is Entry =>
  Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string')

function keep(kept: Kept, entries: readonly Entry[]): void {
  try {
    kept.setItem(storage_key, JSON.stringify(entries.slice(-KEYS_MAX)))
  } catch {
    // A browser that keeps nothing: the key is good for this try alone.
  }
}

/**
 * @param about what else makes it the same: whose it is, where it goes, with which fields
 * @throws DOMException when the file cannot be read any more
 */
export async function uploadKey(
  about: readonly string[],
  file: Pick<File, 'name' | 'arrayBuffer'>,
  kept: Kept = sessionStorage,
): Promise<UploadKey> {
  const content = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  const print = JSON.stringify([...about, file.name, [...new Uint8Array(content)]])
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(print))
  const name = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const others = () => entriesOf(kept).filter(([one]) => one !== name)
  const key = entriesOf(kept).find(([one]) => one === name)?.[1] ?? crypto.randomUUID()
  keep(kept, [...others(), [name, key]])
  return { key, answered: () => keep(kept, others()) }
}
