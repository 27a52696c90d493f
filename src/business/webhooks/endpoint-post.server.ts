/** Posts one message to an address of a business, and reads the start of the answer (quality S12). */
import { Resolver } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { traceparent } from '#kernel/tracing.ts'
import { mayReach, not_public } from '../shared/public-address.rules.ts'
import { ANSWER_BYTES, ANSWER_LETTERS, TIMEOUT_MS } from './webhook.rules.ts'

export type Answered = {
  readonly status: number
  readonly response: string
  readonly retry_after: string | undefined
}

export type Posting = {
  /** Networks of this house that may be reached too. */
  readonly allowed: BlockList
  /** All addresses of a name. */
  readonly resolve?: (name: string) => Promise<readonly string[]>
  readonly timeout_ms?: number
  readonly signal?: AbortSignal
}

/** A fault in words for the administrators of the business. */
export class PostFault extends Error {
  override name = 'PostFault'
}

const DNS_TRIES = 2
const DNS_MS = 3000

/** Asks the name servers alone: names of this machine's own file mean nothing to others, and no thread waits. */
async function ask(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_MS, tries: DNS_TRIES })
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/** @throws PostFault unless every address may be reached */
export async function checkedAddresses(
  { allowed, resolve = ask }: Pick<Posting, 'allowed' | 'resolve'>,
  host: string,
): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await resolve(host) : [host]
  if (addresses.length === 0) throw new PostFault('The name of the host leads nowhere')
  if (!addresses.every((address) => mayReach(address, allowed))) throw new PostFault(not_public)
  return addresses
}

/** Hands the connection the addresses that were checked: the name is not asked again. */
export const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, done) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }))
    const [first] = all
    if (options.all) done(null, all)
    else done(null, first?.address ?? '', first?.family)
  }

/** Letters that a text column and a page can hold. */
const shown = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, ANSWER_LETTERS)

async function startOf(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size >= ANSWER_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, ANSWER_BYTES)
}

function posted(options: RequestOptions, url: URL, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

const CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was broken off',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
  EPROTO: 'The endpoint does not speak TLS',
}

function faultOf(error: unknown, timeout_ms: number): PostFault {
  if (error instanceof PostFault) return error
  const { code = '', name = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {} // Faults of sockets carry a code.
  if (name === 'TimeoutError' || name === 'AbortError')
    return new PostFault(`No answer within ${timeout_ms / 1000} seconds`)
  if (CERTIFICATE.test(code)) return new PostFault('The certificate of the endpoint is not valid')
  return new PostFault(words[code] ?? 'The connection failed')
}

/** Rejects with the signal's reason as soon as it fires. */
function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/**
 * Redirects are answers like others, and are not followed. No connection outlives the call.
 * @throws PostFault
 */
export async function postTo(
  posting: Posting,
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Answered> {
  const timeout_ms = posting.timeout_ms ?? TIMEOUT_MS
  const signals = [AbortSignal.timeout(timeout_ms), ...(posting.signal ? [posting.signal] : [])]
  const signal = AbortSignal.any(signals)
  let answer: IncomingMessage | undefined
  const trace = traceparent()
  try {
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const lookup = lookupOf(await until(signal, checkedAddresses(posting, host)))
    const options: RequestOptions = {
      method: 'POST',
      agent: false,
      lookup,
      signal,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Stint-Webhooks/1',
        ...(trace === null ? {} : { traceparent: trace }),
        ...headers,
      },
    }
    answer = await posted(options, url, body)
    const response = shown(await until(signal, startOf(answer)))
    return { status: answer.statusCode ?? 0, response, retry_after: answer.headers['retry-after'] }
  } catch (error) {
    throw faultOf(error, timeout_ms)
  } finally {
    answer?.destroy()
  }
}
