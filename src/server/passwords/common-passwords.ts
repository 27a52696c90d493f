/**
 * The common passwords of twelve characters and more: those of the million most common ones of SecLists (MIT licence), as the
 * sorted first bytes of their hashes. `scripts/common-passwords.ts` writes the file.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Two passwords share these bytes once in a million million. */
export const COMMON_BYTES = 5

let kept: Buffer | null = null
/** Read at the first new password. */
export function commonList(): Buffer {
  kept ??= readFileSync(new URL('common-passwords.bin', import.meta.url))
  return kept
}

/** Upper and lower case count as one. */
export const commonHash = (password: string): Buffer =>
  createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest().subarray(0, COMMON_BYTES)

/** Whether the password, in any case, is one of the list. */
export function isCommonPassword(password: string): boolean {
  const wanted = commonHash(password)
  const list = commonList()
  let [low, high] = [0, list.length / COMMON_BYTES]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const order = Buffer.compare(list.subarray(middle * COMMON_BYTES, (middle + 1) * COMMON_BYTES), wanted)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}
