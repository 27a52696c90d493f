/** Calls the provider that a business entered: checked as calls of webhooks are (quality S12). */
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as closedRequest, type RequestOptions } from 'node:https'
import type { BlockList } from 'node:net'
import type { CustomFetch } from 'openid-client'
import { isOfThisMachine } from '#business/single-sign-on/identity-provider.rules.ts'
import { checkedAddresses, lookupOf } from '#business/webhooks/endpoint-post.server.ts'
import type { Names } from './names.server.ts'

const ANSWER_BYTES = 1_000_000
const TIMEOUT_MS = 10_000
const HTTPS_PORT = 443
const FREE_PORTS = 1024

/** May people and calls of ours go there? Its numbers are looked at when it is called. */
export function isOpenAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  if (isOfThisMachine(address)) return true
  const { protocol, port, username, password } = new URL(address)
  const number = port === '' ? HTTPS_PORT : Number(port)
  return (
    protocol === 'https:' &&
    `${username}${password}` === '' &&
    (number === HTTPS_PORT || number >= FREE_PORTS)
  )
}

type Guarding = { readonly allowed: BlockList; readonly names: Pick<Names, 'addressesOf'> }

/** Redirects are answers like others. A fault has no code, as that of `fetch`. */
export function guardedFetch({ allowed, names }: Guarding): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    try {
      if (!isOpenAddress(address)) throw new Error('The address is not open to us')
      const url = new URL(address)
      const host = url.hostname.replace(/^\[|\]$/g, '')
      const lookup = lookupOf(await checkedAddresses({ allowed, resolve: names.addressesOf }, host))
      const sent = body === null || body === undefined ? '' : String(body)
      const stop = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])])
      const length = sent === '' ? {} : { 'content-length': String(Buffer.byteLength(sent)) }
      const options = { method, agent: false, lookup, signal: stop, headers: { ...headers, ...length } }
      return await answerOf(await posted(options, url, sent))
    } catch (error) {
      throw new TypeError('The provider was not reached', { cause: error })
    }
  }
}

function posted(options: RequestOptions, url: URL, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? closedRequest : plainRequest
    const sent = send(url, options, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

async function answerOf(answer: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > ANSWER_BYTES) throw new Error('The answer is too long')
  }
  const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const status = answer.statusCode ?? 500
  return new Response(size === 0 ? null : Buffer.concat(parts), { status, headers })
}
