/**
 * One idempotency key per file upload. After a lost answer the same file goes out under the same key, so the server
 * does the work once. A definite answer ends the key. Kept in session storage to survive a reload.
 */

export interface UploadKey {
  readonly key: string
  /** Ends the key after a definite answer. */
  readonly answered: () => void
}

const storage_key = 'stint.uploads'
/** Number of lost answers to remember. */
const KEYS_MAX = 20

type Kept = Pick<Storage, 'getItem' | 'setItem'>
/** Sent content and key, newest last. */
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
    // Without storage the key lasts for this attempt only.
  }
}

/**
 * @param about the target of the file: record, address, fields
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
