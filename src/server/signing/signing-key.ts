/** The key that seals signed documents: the operator's PKCS#12 file, else one of our own with a test certificate. */
import { createPrivateKey, generateKeyPair, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { CryptoKeySigner, P12Signer, type Signer } from '@libpdf/core'
import { Integer, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs'
import { present } from '#kernel/assert.ts'
import { type Instant, instantFromMs, toDate, toMs } from '#kernel/instant.ts'
import type { SealSettings } from '../settings/settings-signing.ts'

export type SigningKey = {
  readonly signer: Signer
  /** SHA-256 of the certificate, in capital hexadecimal digits with colons. */
  readonly fingerprint: string
  /** The certificate and its issuers, for readers that check a document. */
  readonly public_chain: string
  /** Made by us: nobody else vouches for it. */
  readonly is_test: boolean
  readonly ends_at: Instant
}

type KeySettings = Pick<SealSettings, 'p12_file' | 'p12_password' | 'own_key_file'>

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const KEY_BITS = 3072
const YEAR_MS = 365 * 24 * 60 * 60_000
const YEARS = 10

const newKeyPair = promisify(generateKeyPair)

const known = new Map<string, Promise<SigningKey>>()

/** Read once for each file. @throws Error whose message is a sentence for the operator */
export function openSigningKey(settings: KeySettings, now: Instant): Promise<SigningKey> {
  const { p12_file, p12_password, own_key_file } = settings
  const file = p12_file ?? own_key_file
  const opened =
    known.get(file) ?? (p12_file === null ? keptTestKey(own_key_file, now) : keyOfP12(p12_file, p12_password))
  known.set(file, opened)
  // A mended file is read again.
  opened.catch(() => known.delete(file))
  return opened
}

async function keyOfP12(file: string, password: string): Promise<SigningKey> {
  if (!existsSync(file)) throw new Error(`SIGNING_P12 names no file: ${file}`)
  try {
    const signer = await P12Signer.create(new Uint8Array(readFileSync(file)), password)
    return keyOf(signer, signer.certificateChain ?? [], false)
  } catch (error) {
    throw new Error('SIGNING_P12 cannot be opened with SIGNING_P12_PASSWORD.', { cause: error })
  }
}

/** The installation's own key, made at its first use and readable only to its user. */
async function keptTestKey(file: string, now: Instant): Promise<SigningKey> {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    try {
      writeFileSync(file, await newTestKey(now), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another process of this installation was first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  const text = readFileSync(file, 'utf8')
  const certificate = new Uint8Array(new X509Certificate(text.slice(text.indexOf(CERTIFICATE_BEGINS))).raw)
  const key = await signingKeyOf(text)
  return keyOf(new CryptoKeySigner(key, certificate, 'RSA', 'RSASSA-PKCS1-v1_5'), [], true)
}

const CERTIFICATE_BEGINS = '-----BEGIN CERTIFICATE-----'

/** The key under the types of browsers, which both libraries use. */
type BrowserKey = ConstructorParameters<typeof CryptoKeySigner>[0]

async function signingKeyOf(pem: string): Promise<BrowserKey> {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' })
  const key = await webcrypto.subtle.importKey('pkcs8', new Uint8Array(der), ALGORITHM, false, ['sign'])
  return key as BrowserKey // The same object.
}

/** Private key and self-signed certificate as one text. */
async function newTestKey(now: Instant): Promise<string> {
  const pair = await newKeyPair('rsa', { modulusLength: KEY_BITS })
  const secret = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const spki = new Uint8Array(pair.publicKey.export({ type: 'spki', format: 'der' }))
  const certificate = new Certificate()
  certificate.version = 2
  // Positive, as serial numbers are.
  const serial = Uint8Array.from([1, ...randomBytes(15)])
  certificate.serialNumber = new Integer({ valueHex: serial.buffer })
  for (const name of [certificate.issuer, certificate.subject])
    name.typesAndValues.push(
      new AttributeTypeAndValue({
        type: '2.5.4.3',
        value: new Utf8String({ value: 'Stint test certificate' }),
      }),
    )
  // Documents of a demo are signed in its past.
  certificate.notBefore.value = toDate(instantFromMs(toMs(now) - 2 * YEAR_MS))
  certificate.notAfter.value = toDate(instantFromMs(toMs(now) + YEARS * YEAR_MS))
  const constraints = new BasicConstraints({ cA: false })
  certificate.extensions = [
    new Extension({
      extnID: '2.5.29.19',
      critical: true,
      extnValue: constraints.toSchema().toBER(false),
      parsedValue: constraints,
    }),
  ]
  const shown = await webcrypto.subtle.importKey('spki', spki, ALGORITHM, true, ['verify'])
  await certificate.subjectPublicKeyInfo.importKey(shown as BrowserKey) // The same object.
  await certificate.sign(await signingKeyOf(secret), 'SHA-256')
  const der = new Uint8Array(certificate.toSchema(true).toBER(false))
  return `${secret}${new X509Certificate(der).toString()}`
}

function keyOf(signer: Signer, chain: readonly Uint8Array[], is_test: boolean): SigningKey {
  const certificates = [signer.certificate, ...chain].map((der) => new X509Certificate(der))
  const own = present(certificates[0], 'the certificate of the key')
  return {
    signer,
    fingerprint: own.fingerprint256,
    public_chain: certificates.map((one) => one.toString()).join(''),
    is_test,
    ends_at: instantFromMs(own.validToDate.getTime()),
  }
}
