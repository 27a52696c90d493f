import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { onePagePdf } from '#test/fixtures/one-page-pdf.ts'
import { readSeals } from './read-seal.ts'
import { faultOfPdf, type Mark, type Sealing, sealPdf, test_seal } from './seal-pdf.ts'
import { openSigningKey, type SigningKey } from './signing-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'stint-seal-'))
afterAll(() => rmSync(folder, { recursive: true }))

const own_key_file = join(folder, 'signing.pem')
const at = instant('2026-11-20T10:00:00.000Z')
const ownKey = (): Promise<SigningKey> =>
  openSigningKey({ p12_file: null, p12_password: '', own_key_file }, at)

const marks: readonly Mark[] = [
  { page: 0, x: 10, y: 70, w: 40, h: 7, is: { kind: 'typed', text: 'Amelia Stanton' } },
  {
    page: 0,
    x: 55,
    y: 70,
    w: 40,
    h: 7,
    is: {
      kind: 'drawn',
      lines: [
        [0, 0.5, 0.4, 0.1, 1, 0.9],
        [0.2, 0.2],
      ],
    },
  },
]
const sheet: NonNullable<Sealing['sheet']> = {
  title: 'Terms of business',
  rows: ['Łukasz Šimůnek', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'].map((name) => ({
    name,
    facts: ['Signed on 20 Nov 2026 10:00'],
    signature: { kind: 'typed', text: name },
  })),
}

async function sealed(text = 'Terms of business'): Promise<{ frozen: Uint8Array; file: Uint8Array }> {
  const frozen = onePagePdf(text)
  const file = await sealPdf(frozen, at, { key: await ownKey(), reason: 'All have signed.', marks, sheet })
  return { frozen, file }
}

const withFlippedByte = (file: Uint8Array, offset: number): Uint8Array => {
  const bytes = Uint8Array.from(file)
  bytes[offset] = (bytes[offset] ?? 0) ^ 1
  return bytes
}

describe('a sealed document', () => {
  test('begins with the bytes that were signed, and ends under the seal', async () => {
    const { frozen, file } = await sealed()
    expect(Buffer.from(file.subarray(0, frozen.length)).equals(Buffer.from(frozen))).toBe(true)
    const { fingerprint } = await ownKey()
    expect(await readSeals(file)).toEqual([
      { is_valid: true, covers_all: true, fingerprint: fingerprint.replaceAll(':', '').toLowerCase() },
    ])
    expect(Buffer.from(file).toString('latin1')).toContain(test_seal)
  })

  test('shows a changed byte and an added one', async () => {
    const { frozen, file } = await sealed()
    expect(await readSeals(withFlippedByte(file, frozen.length - 20))).toMatchObject([{ is_valid: false }])
    expect(await readSeals(Uint8Array.from([...file, 10]))).toMatchObject([{ covers_all: false }])
    expect(await readSeals(frozen)).toEqual([])
  })

  test('is sealed again, as the certificate of a signed upload is', async () => {
    const { file } = await sealed()
    const again = await sealPdf(file, at, { key: await ownKey(), reason: 'Again.' })
    expect(await readSeals(again)).toMatchObject([
      { is_valid: true, covers_all: false },
      { is_valid: true, covers_all: true },
    ])
  })
})

describe('a file to sign', () => {
  test('has no fault when it can be sealed', async () => {
    expect(await faultOfPdf(onePagePdf('x'))).toBeNull()
  })

  test('has a sentence when it cannot', async () => {
    const sentence = 'The file cannot be read. Print it to a new PDF file and use that.'
    expect(await faultOfPdf(new Uint8Array())).toBe(sentence)
    expect(await faultOfPdf(new Uint8Array(Buffer.from('no PDF at all')))).toBe(sentence)
  })
})

describe('the key', () => {
  test("is the installation's own, kept for its user alone", async () => {
    const key = await ownKey()
    expect(key.is_test).toBe(true)
    expect(key.public_chain).toMatch(/^-----BEGIN CERTIFICATE-----/)
    expect(key.public_chain).not.toContain('PRIVATE')
    expect(statSync(own_key_file).mode & 0o777).toBe(0o600)
  })

  test('names a file of the settings that is absent or does not open', async () => {
    const p12_file = join(folder, 'key.p12')
    const settings = { p12_file, p12_password: 'x', own_key_file }
    await expect(openSigningKey(settings, at)).rejects.toThrow(/SIGNING_P12 names no file/)
    writeFileSync(p12_file, 'no key')
    await expect(openSigningKey(settings, at)).rejects.toThrow(/cannot be opened/)
  })
})

const openssl = spawnSync('openssl', ['version']).status === 0
const pdfsig = spawnSync('pdfsig', ['-v']).error === undefined
const are_required = process.env.REQUIRE_TOOLS === '1'

describe.skipIf(!openssl && !are_required)('a PKCS#12 file (needs openssl)', () => {
  test('seals without words about a test', async () => {
    const [pem, p12_file] = [join(folder, 'own.pem'), join(folder, 'own.p12')]
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '400', '-subj', '/CN=Tideway']
    execFileSync('openssl', [...request, '-keyout', pem, '-out', `${pem}.crt`], { stdio: 'ignore' })
    const pack = ['pkcs12', '-export', '-inkey', pem, '-in', `${pem}.crt`, '-out', p12_file]
    execFileSync('openssl', [...pack, '-passout', 'pass:secret'])
    const key = await openSigningKey({ p12_file, p12_password: 'secret', own_key_file }, at)
    expect(key.is_test).toBe(false)
    const file = await sealPdf(onePagePdf('x'), at, { key, reason: 'All have signed.' })
    expect(await readSeals(file)).toMatchObject([{ is_valid: true, covers_all: true }])
    expect(Buffer.from(file).toString('latin1')).not.toContain(test_seal)
  })
})

/** The words of pdfsig about the file. */
function judged(file: Uint8Array): string {
  const path = join(folder, 'judged.pdf')
  writeFileSync(path, file)
  const { stdout, stderr } = spawnSync('pdfsig', [path])
  return `${stdout}${stderr}`
}

const isGood = (words: string) =>
  ['Signature Type: ETSI.CAdES.detached', 'Signature is Valid', 'Total document signed'].every((part) =>
    words.includes(part),
  )

const documents = process.env.STINT_NIGHTLY === '1' ? 200 : 3

describe.skipIf(!pdfsig && !are_required)("Poppler's pdfsig (needs poppler-utils)", () => {
  test(`finds ${documents} documents valid, and a changed byte in each`, async () => {
    for (let no = 0; no < documents; no += 1) {
      const { frozen, file } = await sealed(`Document ${no} ${'x'.repeat(no)}`)
      expect(judged(file)).toSatisfy(isGood)
      // Somewhere else in each.
      const offset = 20 + ((no * 7919) % (frozen.length - 40))
      expect(judged(withFlippedByte(file, offset))).not.toSatisfy(isGood)
    }
  })
})
