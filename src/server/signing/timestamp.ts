/** Timestamps of an authority (RFC 3161): somebody else vouches for the moment of a seal. */
import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { fromBER, Integer, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  type Certificate,
  CryptoEngine,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { present } from '#kernel/assert.ts'
import { UnavailableError } from '../failure.ts'

const TIMEOUT_MS = 20_000
const ANSWER_BYTES_MAX = 200_000
const SHA_256 = '2.16.840.1.101.3.4.2.1'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'

/** The authority gave no answer, a refusal, or an answer about something else. The reason is for the list of deliveries. */
export class TimestampDown extends UnavailableError {
  override name = 'TimestampDown'
  override readonly retry_after_seconds = 60
}

/**
 * @param digest SHA-256 of the bytes that the timestamp is about
 * @returns the token in DER: signed by the certificate in it, over this digest and our nonce
 * @throws TimestampDown
 */
export async function timestampOf(url: string, digest: Uint8Array): Promise<Uint8Array> {
  const nonce = new Integer({ valueHex: Uint8Array.from([1, ...randomBytes(7)]).buffer })
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256 }),
      hashedMessage: new OctetString({ valueHex: Uint8Array.from(digest).buffer }),
    }),
    nonce,
    certReq: true,
  })
  const answer = await ask(url, request.toSchema().toBER(false))
  const token = await tokenOf(answer, digest, nonce).catch((cause: unknown) => {
    if (cause instanceof TimestampDown) throw cause
    throw new TimestampDown('The timestamp authority answered in another form', { cause })
  })
  return token
}

async function ask(url: string, body: ArrayBuffer): Promise<ArrayBuffer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new TimestampDown('The timestamp authority does not answer', { cause })
  })
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new TimestampDown(`The timestamp authority answered with status ${answer.status}`)
  }
  const bytes = await answer.arrayBuffer().catch((cause: unknown) => {
    throw new TimestampDown('The timestamp authority did not finish its answer', { cause })
  })
  if (bytes.byteLength > ANSWER_BYTES_MAX) throw new TimestampDown('The answer of the authority is too large')
  return bytes
}

async function tokenOf(answer: ArrayBuffer, digest: Uint8Array, nonce: Integer): Promise<Uint8Array> {
  const { status, timeStampToken } = new TimeStampResp({ schema: fromBER(answer).result })
  // Granted, or granted with changes.
  if (status.status > 1 || timeStampToken === undefined)
    throw new TimestampDown(`The timestamp authority refused with status ${status.status}`)
  const signed = new SignedData({ schema: timeStampToken.content })
  const content = present(signed.encapContentInfo.eContent?.getValue(), 'the content of the timestamp')
  const facts = TSTInfo.fromBER(content)
  const imprint = new Uint8Array(facts.messageImprint.hashedMessage.valueBlock.valueHexView)
  const is_ours =
    facts.messageImprint.hashAlgorithm.algorithmId === SHA_256 &&
    Buffer.from(imprint).equals(digest) &&
    facts.nonce?.isEqual(nonce) === true
  if (!is_ours) throw new TimestampDown('The timestamp is about something else')
  if (!(await isSigned(signed, content))) throw new TimestampDown('The timestamp is not signed')
  return new Uint8Array(timeStampToken.toSchema().toBER(false))
}

/** By the certificate in the token. Whether its issuer is trusted is for the readers of the document. */
async function isSigned(signed: SignedData, content: ArrayBuffer): Promise<boolean> {
  const signer = present(signed.signerInfos[0], 'the signer of the timestamp')
  const attributes = present(signer.signedAttrs, 'the signed part of the timestamp')
  const certificates = (signed.certificates ?? []).filter((one): one is Certificate => 'subject' in one)
  const serial: unknown = 'serialNumber' in signer.sid ? signer.sid.serialNumber : null
  const own =
    certificates.find((one) => serial instanceof Integer && one.serialNumber.isEqual(serial)) ??
    certificates[0]
  if (own === undefined) return false
  // The machine's cryptography under the types of browsers.
  const crypto = webcrypto as unknown as ConstructorParameters<typeof CryptoEngine>[0]['crypto']
  const engine = new CryptoEngine({ name: 'node', crypto })
  const hash = engine.getAlgorithmByOID<{ name: string }>(signer.digestAlgorithm.algorithmId, true).name
  const kept = attributes.attributes.find(({ type }) => type === MESSAGE_DIGEST)?.values[0]
  const of_content = createHash(hash.replace('-', '')).update(new Uint8Array(content)).digest()
  if (!(kept instanceof OctetString) || !of_content.equals(new Uint8Array(kept.getValue()))) return false
  return engine.verifyWithPublicKey(
    attributes.encodedValue,
    signer.signature,
    own.subjectPublicKeyInfo,
    signer.signatureAlgorithm,
    hash,
  )
}
