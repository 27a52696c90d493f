import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { onePagePdf } from '#test/fixtures/one-page-pdf.ts'
import { type TimestampFault, timestampServer } from '#test/fixtures/timestamp-server.ts'
import { readSeals } from './read-seal.ts'
import { sealPdf } from './seal-pdf.ts'
import { openSigningKey } from './signing-key.ts'
import { TimestampDown, timestampOf } from './timestamp.ts'

const folder = mkdtempSync(join(tmpdir(), 'stint-timestamp-'))
const authority = await timestampServer()
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await authority.close()
})
beforeEach(() => {
  authority.state.fault = 'granted'
})

const digest = new Uint8Array(32).fill(7)
const at = instant('2026-11-20T10:00:00.000Z')
/** The attribute of a signature that holds its timestamp, in DER. */
const TOKEN_OID = '060b2a864886f70d010910020e'

test('timestamp: a token is taken that is signed over our digest and nonce', async () => {
  const token = await timestampOf(authority.url, digest)
  expect(Buffer.from(token).includes(Buffer.from(digest))).toBe(true)
})

test.each<[TimestampFault, string]>([
  ['down', 'The timestamp authority answered with status 503'],
  ['refused', 'The timestamp authority refused with status 2'],
  ['other_digest', 'The timestamp is about something else'],
  ['other_nonce', 'The timestamp is about something else'],
  ['changed', 'The timestamp is not signed'],
  ['no_der', 'The timestamp authority answered in another form'],
])('an authority with the fault %s gives no timestamp', async (fault, message) => {
  authority.state.fault = fault
  const refused = timestampOf(authority.url, digest)
  await expect(refused).rejects.toThrow(TimestampDown)
  await expect(refused).rejects.toThrow(message)
})

test('timestamp: an authority that nobody reaches gives no timestamp', async () => {
  await expect(timestampOf('http://127.0.0.1:9/', digest)).rejects.toThrow(
    'The timestamp authority does not answer',
  )
})

const settings = { p12_file: null, p12_password: '', own_key_file: join(folder, 'signing.pem') }
async function sealed(tsa_url: string | null): Promise<Uint8Array> {
  const key = await openSigningKey(settings, at)
  return sealPdf(onePagePdf('Terms'), at, { key, reason: 'All have signed.', tsa_url })
}
const hasToken = (file: Uint8Array) => Buffer.from(file).toString('latin1').toLowerCase().includes(TOKEN_OID)

describe('a sealed file', () => {
  test('carries the timestamp where an authority is set, and stays valid', async () => {
    const file = await sealed(authority.url)
    expect([hasToken(file), await readSeals(file)]).toMatchObject([
      true,
      [{ is_valid: true, covers_all: true }],
    ])
    expect(hasToken(await sealed(null))).toBe(false)
  })

  test('is not made while the authority is down', async () => {
    authority.state.fault = 'down'
    await expect(sealed(authority.url)).rejects.toThrow(TimestampDown)
  })
})

const pdfsig = spawnSync('pdfsig', ['-v']).error === undefined

test.skipIf(!pdfsig && process.env.REQUIRE_TOOLS !== '1')(
  "Poppler's pdfsig finds a file with a timestamp valid, and a changed byte",
  async () => {
    const file = await sealed(authority.url)
    const judged = (bytes: Uint8Array): string => {
      const path = join(folder, 'judged.pdf')
      writeFileSync(path, bytes)
      return spawnSync('pdfsig', [path]).stdout.toString()
    }
    expect(judged(file)).toContain('Signature is Valid')
    expect(judged(file)).toContain('Total document signed')
    const changed = Uint8Array.from(file)
    changed[40] = (changed[40] ?? 0) ^ 1
    expect(judged(changed)).not.toContain('Signature is Valid')
  },
)
