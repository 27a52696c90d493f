/** Compression and encryption of backups: zstd, then the age format, so that `age -d | zstd -d` opens them. */
import { pipeline, Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

const ZSTD_LEVEL = 3
/** age's words for a wrong key. */
const NO_MATCH = /no identity matched/

export type Key = {
  /** Opens backups; kept outside this machine. */
  readonly identity: string
  /** The public half, for BACKUP_RECIPIENT. */
  readonly recipient: string
}

export async function newKey(): Promise<Key> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Through a stream of Node; a fault on either side ends the reading with it. */
function through(
  source: AsyncIterable<Uint8Array>,
  stream: NodeJS.ReadWriteStream,
): AsyncIterable<Uint8Array> {
  // The reader of the stream gets the fault.
  pipeline(Readable.from(source), stream, () => undefined)
  return stream as unknown as AsyncIterable<Uint8Array> // Streams of bytes yield buffers.
}

/** Node's streams are those of the web; their types are declared in two places. */
type WebStream = Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream<Uint8Array>
const webStream = (source: AsyncIterable<Uint8Array>) => ReadableStream.from(source) as unknown as WebStream
const chunksOf = (stream: unknown) => stream as AsyncIterable<Uint8Array>

export type Form = { readonly compressed: boolean }

/** The bytes compressed and encrypted for all recipients. */
export async function* sealed(
  source: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
  { compressed }: Form,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const plain = compressed
    ? through(source, createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } }))
    : source
  yield* chunksOf(await encrypter.encrypt(webStream(plain)))
}

/** The key does not open this. */
export class WrongKey extends Error {
  override name = 'WrongKey'
}

/** The bytes of `sealed` again. @throws WrongKey; Error where the bytes are not those that were sealed */
export async function* opened(
  source: AsyncIterable<Uint8Array>,
  identities: readonly string[],
  { compressed }: Form,
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  let plain: AsyncIterable<Uint8Array>
  try {
    plain = chunksOf(await decrypter.decrypt(webStream(source)))
  } catch (error) {
    if (error instanceof Error && NO_MATCH.test(error.message)) throw new WrongKey()
    throw error
  }
  yield* compressed ? through(plain, createZstdDecompress()) : plain
}

/** The identities of a key file: one a line, lines with # are remarks. @throws Error for the operator */
export function readIdentities(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const usable = lines.filter((line) => {
    try {
      new Decrypter().addIdentity(line)
      return true
    } catch {
      return false
    }
  })
  if (usable.length === 0 || usable.length < lines.length)
    throw new Error('The identity file holds no key. It has a line that begins with AGE-SECRET-KEY-1.')
  return usable
}

/** A value to be sealed. */
export async function* jsonBytes(content: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(content))
}
