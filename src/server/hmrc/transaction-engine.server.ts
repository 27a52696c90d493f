/** Calls HMRC's Transaction Engine: one message out, one answer in, to the host of the setting alone. */
import type { HmrcEngine } from '../settings/settings-hmrc.ts'

const TIMEOUT_MS = 60_000
const ANSWER_BYTES_MAX = 5_000_000

/** No answer. `never_left`: no connection was made, so HMRC has nothing of the message. The reason is for people. */
export class EngineSilent extends Error {
  override name = 'EngineSilent'
  readonly never_left: boolean
  constructor(message: string, never_left: boolean) {
    super(message)
    this.never_left = never_left
  }
}

export type Engine = {
  readonly origin: string
  /** @param url of the same host; the setting's where it is null */
  readonly post: (url: string | null, message: string) => Promise<string>
}

/** Codes of connections that were never made. */
const unmade = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]
const CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

function silenceOf(error: unknown): EngineSilent {
  const { cause, name = '' } = error instanceof Error ? error : {}
  const { code = '' } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : {} // Faults of sockets carry a code.
  if (CERTIFICATE.test(code)) return new EngineSilent('The certificate of HMRC’s server is not valid', true)
  if (unmade.includes(code)) return new EngineSilent('HMRC’s server cannot be reached', true)
  return new EngineSilent(
    name === 'TimeoutError' ? 'HMRC did not answer in time' : 'The connection to HMRC broke off',
    false,
  )
}

/** @throws EngineSilent for an answer that is too long */
async function answerOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    size += part.length
    if (size > ANSWER_BYTES_MAX) throw new EngineSilent('HMRC’s answer is too long', false)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
}

export function openEngine({ url }: HmrcEngine, timeout_ms = TIMEOUT_MS): Engine {
  const { origin } = new URL(url)
  return {
    origin,
    post: async (given, message) => {
      const address = given ?? url
      if (new URL(address).origin !== origin) throw new EngineSilent('The address is not HMRC’s', true)
      try {
        const response = await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'text/xml; charset=utf-8' },
          body: message,
          redirect: 'error',
          signal: AbortSignal.timeout(timeout_ms),
        })
        if (response.ok) return await answerOf(response)
        await response.body?.cancel()
        throw new EngineSilent(`HMRC’s server answered with status ${response.status}`, false)
      } catch (error) {
        throw error instanceof EngineSilent ? error : silenceOf(error)
      }
    },
  }
}
