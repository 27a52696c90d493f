/** Hashes of passwords: scrypt of Node's OpenSSL, off the main thread, with its parameters in the hash (decision 0116). */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { PASSWORD_WORK } from './settings-passwords.ts'

/** Parameters of scrypt (RFC 7914): N is 2 to the power of `log_n`. */
export type Cost = { readonly log_n: number; readonly r: number; readonly p: number }

type Kept = {
  readonly cost: Cost
  /** As scrypt takes it: bytes, or the letters of earlier hashes. */
  readonly salt: string | Buffer
  readonly key: Buffer
}

/** With N 2^15 the least of ASVS 5.0, appendix C, with the least memory: 32 MiB a check. */
const costOf = (work: number): Cost => ({ log_n: work, r: 8, p: 3 })
/** Of `salt:key` in hexadecimal digits, as better-auth 1.7 wrote them. */
const FORMER: Cost = { log_n: 14, r: 16, p: 1 }

const SALT_BYTES = 16
const KEY_BYTES = 32

function derive(
  password: string,
  salt: string | Buffer,
  { log_n, r, p }: Cost,
  bytes: number,
): Promise<Buffer> {
  const N = 2 ** log_n
  return new Promise((resolve, reject) => {
    // One letter in two forms of Unicode is one password.
    scrypt(password.normalize('NFKC'), salt, bytes, { N, r, p, maxmem: 2 * 128 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

const written = ({ log_n, r, p }: Cost, salt: Buffer, key: Buffer): string =>
  ['scrypt', log_n, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')

/**
 * @param work N is 2 to its power
 * @returns `scrypt$15$8$3$salt$key`, both in base64url
 */
export async function hashPassword(password: string, work = PASSWORD_WORK): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const cost = costOf(work)
  return written(cost, salt, await derive(password, salt, cost, KEY_BYTES))
}

function readHash(hash: string): Kept {
  const present = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash)
  const [, log_n, r, p, salt = '', key = ''] = present ?? []
  if (present)
    return {
      cost: { log_n: Number(log_n), r: Number(r), p: Number(p) },
      salt: Buffer.from(salt, 'base64url'),
      key: Buffer.from(key, 'base64url'),
    }
  const [, former_salt = '', former_key = ''] = /^([0-9a-f]+):([0-9a-f]+)$/.exec(hash) ?? []
  if (former_key === '') throw new Error('A kept password has an unknown form.')
  return { cost: FORMER, salt: former_salt, key: Buffer.from(former_key, 'hex') }
}

const isFormer = (hash: string): boolean => !hash.startsWith('scrypt$')

/** Whether a hash has other parameters than a new one of this work. */
export function isOutdated(hash: string, work = PASSWORD_WORK): boolean {
  const { cost } = readHash(hash)
  const { log_n, r, p } = costOf(work)
  return isFormer(hash) || cost.log_n !== log_n || cost.r !== r || cost.p !== p
}

/** The extra work that makes the check of a cheaper hash as slow as that of a new one, in the memory of the cheaper one; null where none is missing. */
export function missingWork({ log_n, r, p }: Cost, work: number): Cost | null {
  const now = costOf(work)
  const whole = Math.floor((2 ** now.log_n * now.r * now.p) / (2 ** log_n * r))
  return whole > p ? { log_n, r, p: whole - p } : null
}

/**
 * Checks a password. A hash of less work takes as long as a new one, so that the time tells nothing of its owner.
 * @throws Error for a hash of an unknown form
 */
export async function verifyPassword(password: string, hash: string, work = PASSWORD_WORK): Promise<boolean> {
  const { cost, salt, key } = readHash(hash)
  const found = await derive(password, salt, cost, key.length)
  const rest = missingWork(cost, work)
  if (rest) await derive(password, salt, rest, KEY_BYTES)
  return timingSafeEqual(found, key)
}
