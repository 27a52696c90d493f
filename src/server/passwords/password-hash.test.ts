import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Cost, hashPassword, isOutdated, missingWork, verifyPassword } from './password-hash.ts'

const PASSWORD = 'copper-kettle-94-lagoon'
/** As better-auth 1.7.7 hashed it. */
const former =
  '3f8a415b80b6fa1374aa4edf564706db:97d70adc847ec366d819ea278dd59d438b5179c543508aee0782bd04b100fb217e13e747bf97e1f9b5abace3479e93116269161ea7fd9b326a330dff4c8111fe'

test('hash: names its parameters, at least those of ASVS 5.0, appendix C', async () => {
  const hash = await hashPassword(PASSWORD)
  expect(hash).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  expect(await hashPassword(PASSWORD)).not.toBe(hash)
  expect(await verifyPassword(PASSWORD, hash)).toBe(true)
  expect(await verifyPassword('copper-kettle-94-lagooN', hash)).toBe(false)
  expect(isOutdated(hash)).toBe(false)
})

test('hash: is what scrypt of RFC 7914 makes of the parameters, and one of others is checked by its own', async () => {
  const salt = Buffer.from('a salt of sixteen')
  const key = scryptSync(PASSWORD, salt, 32, { N: 2 ** 12, r: 8, p: 1 })
  const hash = `scrypt$12$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`
  expect(await verifyPassword(PASSWORD, hash)).toBe(true)
  expect(isOutdated(hash)).toBe(true)
})

test('a former hash: opens with its password alone, and is outdated', async () => {
  expect(await verifyPassword(PASSWORD, former)).toBe(true)
  expect(await verifyPassword(`${PASSWORD}s`, former)).toBe(false)
  expect(isOutdated(former)).toBe(true)
})

test('password: one letter in two forms of Unicode is one password', async () => {
  const hash = await hashPassword('cafe\u0301 behind the station')
  expect(await verifyPassword('caf\u00e9 behind the station', hash)).toBe(true)
})

test.each([['plain text'], ['scrypt$15$8$3$'], [':'], ['']])('%j is no hash', async (text) => {
  await expect(verifyPassword(PASSWORD, text)).rejects.toThrow('unknown form')
})

test.each<[string, Cost, number, number | null]>([
  ['a present hash', { log_n: 15, r: 8, p: 3 }, 15, null],
  ['a former hash', { log_n: 14, r: 16, p: 1 }, 15, 2],
  ['a former hash, where new ones have more work', { log_n: 14, r: 16, p: 1 }, 17, 11],
  ['a hash of an eighth', { log_n: 12, r: 8, p: 3 }, 15, 21],
  ['a dearer hash', { log_n: 17, r: 8, p: 3 }, 15, null],
])('work: the check of %s adds what it lacks', (_what, kept, work, p) => {
  const rest = missingWork(kept, work)
  expect(rest?.p ?? null).toBe(p)
  const units = ({ log_n, r, p }: Cost) => 2 ** log_n * r * p
  if (rest) expect(units(kept) + units(rest)).toBe(units({ log_n: work, r: 8, p: 3 }))
})

test('an outdated hash: of another work, in both directions', async () => {
  const hash = await hashPassword(PASSWORD, 10)
  expect([isOutdated(hash, 10), isOutdated(hash, 11), isOutdated(hash, 9)]).toEqual([false, true, true])
})
