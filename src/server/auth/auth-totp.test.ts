import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantFromMs } from '#kernel/instant.ts'
import { newTotpSecret, otpauthUri, totpCode, totpStep } from './auth-totp.ts'

/** The secret of RFC 6238: 12345678901234567890. */
const rfc = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => instantFromMs(seconds * 1000)

describe('a code of an authenticator app', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('RFC 6238: %i seconds give %s', (seconds, code) => {
    expect(totpCode(rfc, at(seconds))).toBe(code)
    expect(totpStep(rfc, code, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  test('agrees with a second implementation for any secret and time', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    const base32 = (bytes: Buffer) => {
      const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
      return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('')
    }
    const codeOf = (secret: Buffer, seconds: number) => {
      const counter = Buffer.alloc(8)
      counter.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)))
      const mac = createHmac('sha1', secret).update(counter).digest()
      const offset = (mac[19] ?? 0) & 15
      return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
    }
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 20, maxLength: 20 }),
        fc.integer({ min: 0, max: 4_000_000_000 }),
        (bytes, seconds) => {
          const secret = Buffer.from(bytes)
          expect(totpCode(base32(secret), at(seconds))).toBe(codeOf(secret, seconds))
        },
      ),
    )
  })

  test('one step either side is right, two are not', () => {
    const code = totpCode(rfc, at(3000))
    expect([2970, 3000, 3059].map((seconds) => totpStep(rfc, code, at(seconds)))).toEqual([100, 100, 100])
    expect([2969, 3060].map((seconds) => totpStep(rfc, code, at(seconds)))).toEqual([null, null])
  })

  test.each([['287 082'], ['287-082'], [' 287\u00a0082 ']])('%j is read as apps show it', (code) => {
    expect(totpStep(rfc, code, at(59))).toBe(1)
  })

  test.each([[''], ['28708'], ['2870822'], ['abcdef'], ['２８７０８２']])('%j is none', (code) => {
    expect(totpStep(rfc, code, at(59))).toBeNull()
  })

  test('the secret has 20 bytes, the address names Stint and the person', () => {
    const secret = newTotpSecret()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(otpauthUri(secret, 'nora@tideway.test')).toBe(
      `otpauth://totp/Stint:nora%40tideway.test?issuer=Stint&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
  })
})
