/**
 * Typed values, kept on this device. Names hold user and business; values are encrypted with a key that only the
 * signed-in user's session gives, so that the next person at this browser can neither see nor read them (decision 0039).
 */
import { createStore, del, delMany, get, keys, set, type UseStore } from 'idb-keyval'

export interface Owner {
  readonly user_id: string
  readonly business_id: string
  readonly device_key: string
}

interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
}

export interface Device {
  /** Null: nothing is kept, or nothing that can be read. */
  readonly read: <T>(name: string) => Promise<T | null>
  readonly write: (name: string, value: unknown) => Promise<void>
  /** Reads and writes in one step over all tabs; null removes. */
  readonly change: <T>(name: string, next: (before: T | null) => T | null) => Promise<void>
  readonly remove: (name: string) => Promise<void>
  /** The names kept for this user and business that begin so. */
  readonly names: (start: string) => Promise<string[]>
}

let opened: UseStore | undefined
const store = (): UseStore => {
  opened ??= createStore('stint', 'kept')
  return opened
}

const cryptoKeys = new Map<string, Promise<CryptoKey>>()
function keyOf(device_key: string): Promise<CryptoKey> {
  const known = cryptoKeys.get(device_key)
  if (known !== undefined) return known
  const bytes = Uint8Array.from(atob(device_key), (letter) => letter.charCodeAt(0))
  const made = crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  cryptoKeys.set(device_key, made)
  return made
}

/** Writes of one page follow each other, so that the last typed value is the kept one. */
let last: Promise<unknown> = Promise.resolve()
function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

/** One tab of this browser at a time, where it can tell them apart. */
export const oneTab = <T>(lock: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(lock, work) : work()

export function deviceOf(owner: Owner): Device {
  const start = `${owner.user_id} ${owner.business_id} `
  // The name is sealed along: a value moved to another name does not open.
  const seal = (full: string, iv: Sealed['iv']) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(full),
  })
  const read = async <T>(full: string): Promise<T | null> => {
    try {
      const sealed = await get<Sealed>(full, store())
      if (!sealed) return null
      const key = await keyOf(owner.device_key)
      const data = await crypto.subtle.decrypt(seal(full, sealed.iv), key, sealed.data)
      return JSON.parse(new TextDecoder().decode(data)) as T // As `write` of the same name put it there.
    } catch {
      return null
    }
  }
  const write = async (full: string, value: unknown) => {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const key = await keyOf(owner.device_key)
    const text = new TextEncoder().encode(JSON.stringify(value))
    const data = await crypto.subtle.encrypt(seal(full, iv), key, text)
    await set(full, { iv, data } satisfies Sealed, store())
  }
  return {
    // After the writes that began before it.
    read: <T>(name: string) => inOrder(() => read<T>(start + name)),
    write: (name, value) => inOrder(() => write(start + name, value)),
    change: <T>(name: string, next: (before: T | null) => T | null) =>
      inOrder(() =>
        oneTab(`stint kept ${start}${name}`, async () => {
          const value = next(await read<T>(start + name))
          await (value === null ? del(start + name, store()) : write(start + name, value))
        }),
      ),
    remove: (name) => inOrder(() => del(start + name, store())),
    names: async (part) =>
      (await keys<string>(store()))
        .filter((full) => full.startsWith(start + part))
        .map((full) => full.slice(start.length)),
  }
}

/** Removes all that this device keeps for a user, in each of their businesses. */
export async function wipeDevice(user_id: string): Promise<void> {
  const mine = (await keys<string>(store())).filter((full) => full.startsWith(`${user_id} `))
  await inOrder(() => delMany(mine, store()))
}
