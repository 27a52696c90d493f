/** Password rules, and checks in turn. */
import { invalid } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { isCommonPassword } from '../passwords/common-passwords.ts'
import { hashPassword, verifyPassword } from '../passwords/password-hash.ts'
import { PASSWORD_LIMITS } from '../turns/turn-classes.ts'
import { Turns } from '../turns/turns.ts'
import { common_words } from './auth-common-passwords.ts'

export const PASSWORD_LENGTH_MIN = 12
/** A longer one would only keep the server busy. */
export const PASSWORD_LENGTH_MAX = 200

const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** `P@ssword2024!!` → `password`: the letters without decoration around them. */
function heart(password: string): string {
  const bare = password.toLowerCase().replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '')
  return [...bare]
    .map((sign) => leet[sign] ?? sign)
    .join('')
    .replace(/[^\p{L}]/gu, '')
}

/** Made of common words and nothing else: `summersunshine`, `passwordpassword`. */
function isMadeOfWords(text: string, words: ReadonlySet<string>, from = 0): boolean {
  if (from === text.length) return text.length > 0
  for (let end = from + 3; end <= text.length; end += 1)
    if (words.has(text.slice(from, end)) && isMadeOfWords(text, words, end)) return true
  return false
}

const rows = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv',
]
const isRun = (text: string): boolean =>
  rows.some((row) => row.includes(text) || [...row].reverse().join('').includes(text))

/** Few different characters, or a short piece repeated, or a walk over the keyboard. */
function isPattern(password: string): boolean {
  const text = password.toLowerCase()
  if (new Set(text).size < 5) return true
  return /^(.{1,6})\1+.{0,5}$/.test(text) || isRun(text) || isRun(text.replace(/[^\p{L}0-9]/gu, ''))
}

/**
 * Length and absence from common guesses; no composition rules (experience.md, tension 3).
 * @param own words that an attacker knows: name, mail address, business
 */
export function isStrongPassword(password: string, own: readonly string[] = []): boolean {
  const { length } = password.normalize('NFKC')
  if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX) return false
  if (isPattern(password) || isCommonPassword(password)) return false
  const pieces = own
    .flatMap((word) => word.toLowerCase().split(/[^\p{L}]+/u))
    .filter((piece) => piece.length > 2)
  const core = heart(password)
  // Mostly digits: guessed by counting.
  if (core.length < 4) return new Set(password).size >= 9 && !/^\d+$/.test(password)
  return !isMadeOfWords(core, new Set([...common_words, ...pieces]))
}

/** @throws invalid on `field` in the words of spec §8 */
export function requireStrongPassword(password: string, own: readonly string[], field = 'password'): void {
  if (!isStrongPassword(password, own)) throw invalid({ [field]: errorText.password_policy })
}

/** The network that a password comes from, and the work of a hash (PASSWORD_WORK). */
export type HashOrigin = { readonly network: string; readonly work: number }

/** Hashes in the turn of a network, so that many at once do not fill the memory. */
export function hashInTurn(password: string, { network, work }: HashOrigin): Promise<string> {
  return hashing.take({ session_id: network, business_id: network, category: '' }, () =>
    hashPassword(password, work),
  )
}

/** Hashes by the work that made them. */
const decoys = new Map<number, Promise<string>>()

function decoyOf(work: number): Promise<string> {
  const kept = decoys.get(work) ?? hashPassword('the password of nobody at all', work)
  decoys.set(work, kept)
  return kept
}

/** Hashing takes memory and processor time, so guesses wait for each other. Networks take turns. */
const hashing = new Turns(PASSWORD_LIMITS)
/** Browsers that the user has used before do not wait for guesses. */
const known_hashing = new Turns(PASSWORD_LIMITS)

/** Where a try comes from; `is_known`: a browser that the user has used before. */
type Origin = HashOrigin & { readonly is_known: boolean }

/**
 * Checks a password against its hash. Without a hash (no such user) it takes as long and answers no, so that the time
 * reveals nothing.
 * @param origin of the try: the guesses of other networks do not hold it up
 */
export async function isPassword(
  password: string,
  hash: string | null,
  { network, is_known, work }: Origin,
): Promise<boolean> {
  const stored = hash ?? (await decoyOf(work))
  const asker = { session_id: network, business_id: network, category: '' }
  const right = await (is_known ? known_hashing : hashing).take(asker, () =>
    verifyPassword(password, stored, work),
  )
  return right && hash !== null
}
