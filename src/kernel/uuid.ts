import { assert } from './assert.ts'
import type { Clock } from './clock.ts'
import { toMs } from './instant.ts'

type Uuid = string & { readonly __brand: 'Uuid' }

// The kernel compiles without DOM and Node types; every runtime we use has this global.
type RandomSource = { getRandomValues: (bytes: Uint8Array) => Uint8Array }
const { crypto } = globalThis as unknown as { crypto: RandomSource }

export function isUuid(text: string): text is Uuid {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/**
 * UUID version 7 (RFC 9562): 48 bits of milliseconds, then 74 random bits. Rows made one after
 * the other lie together in the index. `random` is 10 bytes.
 */
export function uuidV7(epoch_ms: number, random: Uint8Array): Uuid {
  assert(random.length === 10, 'a uuid takes 10 random bytes')
  assert(Number.isSafeInteger(epoch_ms) && epoch_ms >= 0 && epoch_ms < 2 ** 48, 'time fits 48 bits')
  const time = epoch_ms.toString(16).padStart(12, '0')
  const tail = Uint8Array.from(random)
  tail[0] = 0x70 | ((tail[0] ?? 0) & 0x0f)
  tail[2] = 0x80 | ((tail[2] ?? 0) & 0x3f)
  const hex = time + Array.from(tail, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)]
  return `${groups.join('-')}-${hex.slice(20)}` as Uuid // Five groups of hex: the brand's form.
}

let latest_ms = -1
let count = 0

/**
 * A fresh id at the clock's time. Ids of one millisecond count up (RFC 9562, 6.2, method 1), so that one verb's rows
 * sort in order; 48 random bits keep processes apart.
 */
export function newUuid(clock: Clock): Uuid {
  const now = toMs(clock.now())
  count = now === latest_ms ? count + 1 : 0
  latest_ms = now
  const tail = crypto.getRandomValues(new Uint8Array(10))
  tail.set([(count >>> 22) & 0x0f, (count >>> 14) & 0xff, (count >>> 8) & 0x3f, count & 0xff])
  return uuidV7(now, tail)
}
