/** Checks the seals of a PDF file by itself, without the library that made them. */
import { createHash, webcrypto } from 'node:crypto'
import { fromBER } from 'asn1js'
import { ContentInfo, CryptoEngine, SignedData } from 'pkijs'

export type SealFound = {
  /** The signature is that of the certificate over these very bytes. */
  readonly is_valid: boolean
  /** It covers the file to its end. */
  readonly covers_all: boolean
  /** SHA-256 of the certificate in small hexadecimal digits; null where there is none. */
  readonly fingerprint: string | null
}

const RANGE = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g

/** The seals, oldest first; empty for an unsealed file. */
export async function readSeals(bytes: Uint8Array): Promise<SealFound[]> {
  const text = Buffer.from(bytes).toString('latin1')
  const found: SealFound[] = []
  for (const [, ...numbers] of text.matchAll(RANGE)) {
    const [from = 0, length = 0, second_start = 0, second_length = 0] = numbers.map(Number)
    const second = bytes.subarray(second_start, second_start + second_length)
    const signed = Buffer.concat([bytes.subarray(from, from + length), second])
    const covers_all = from === 0 && second_start + second_length === bytes.byteLength
    // The seal lies between the two stretches, within < and >.
    const cms = text.slice(from + length + 1, second_start - 1)
    found.push({ covers_all, ...(await checkCms(cms, signed)) })
  }
  return found
}

const bad = { is_valid: false, fingerprint: null }

/** The machine's cryptography; the library's own choice differs between programs. */
function ownEngine(): CryptoEngine {
  // The same object under the types of browsers.
  const crypto = webcrypto as unknown as ConstructorParameters<typeof CryptoEngine>[0]['crypto']
  return new CryptoEngine({ name: 'node', crypto })
}

async function checkCms(hex: string, signed: Buffer): Promise<Pick<SealFound, 'is_valid' | 'fingerprint'>> {
  try {
    // Behind the structure the reserved room is full of zeros.
    const { result, offset } = fromBER(new Uint8Array(Buffer.from(hex, 'hex')))
    if (offset === -1) return bad
    const data = new SignedData({ schema: new ContentInfo({ schema: result }).content })
    const [certificate] = data.certificates ?? []
    if (!certificate || !('subject' in certificate)) return bad
    const der = new Uint8Array(certificate.toSchema().toBER(false))
    const is_valid = await data.verify(
      { signer: 0, data: Uint8Array.from(signed).buffer, checkChain: false },
      ownEngine(),
    )
    return { is_valid, fingerprint: createHash('sha256').update(der).digest('hex') }
  } catch {
    return bad
  }
}
