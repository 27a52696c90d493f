/**
 * HMRC's check of VAT numbers (api.service.hmrc.gov.uk, version 2.0): one lookup at a time, at most three a second in
 * this process, with a token of the installation's own credentials.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#kernel/clock.ts'
import { toMs } from '#kernel/instant.ts'
import type { VatRegister } from '../settings/settings-lookups.ts'
import { askRegister, RegisterDown, readRegister } from './register-call.server.ts'
import {
  faultInput,
  isTargetMalformed,
  tokenInput,
  traderInput,
  traderOf,
  type VatTrader,
} from './vat-register.rules.ts'

/** HMRC allows three requests a second. */
const PACE_MS = 1000 / 3
/** A caller that would wait longer is told that the register is busy. */
const WAIT_MS_MAX = 10_000
/** A token is not used in its last seconds. */
const MARGIN_MS = 30_000

export type VatChecks = {
  /**
   * The trader of a number, or null where HMRC has none.
   * @param number 9 or 12 digits, as `requester` is: the number of the business that asks, null without one
   * @throws RegisterDown
   */
  readonly trader: (number: string, requester: string | null) => Promise<VatTrader | null>
}

type Options = { readonly timeout_ms?: number; readonly pace_ms?: number }
type Token = { readonly text: string; readonly until_ms: number }

export function openVatRegister(
  { url, client_id, client_secret }: NonNullable<VatRegister>,
  clock: Clock,
  { timeout_ms, pace_ms = PACE_MS }: Options = {},
): VatChecks {
  let token: Token | null = null
  let next_ms = 0

  /** Takes the next free turn. */
  async function turn(): Promise<void> {
    const now_ms = performance.now()
    const at_ms = Math.max(now_ms, next_ms)
    if (at_ms - now_ms > WAIT_MS_MAX) throw new RegisterDown('too many checks wait')
    next_ms = at_ms + pace_ms
    if (at_ms > now_ms) await pause(at_ms - now_ms)
  }

  async function ask(path: string, request: Parameters<typeof askRegister>[1]): Promise<Response> {
    await turn()
    return askRegister(`${url}${path}`, request, timeout_ms)
  }

  async function freshToken(): Promise<string> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'read:vat',
      client_id,
      client_secret,
    })
    const answer = await ask('/oauth/token', { method: 'POST', body })
    if (answer.status !== 200) throw new RegisterDown(`no token: status ${answer.status}`)
    const { access_token, expires_in } = await readRegister(answer, tokenInput)
    token = { text: access_token, until_ms: toMs(clock.now()) + expires_in * 1000 - MARGIN_MS }
    return access_token
  }

  const currentToken = async () =>
    token !== null && toMs(clock.now()) < token.until_ms ? token.text : freshToken()

  const lookup = (path: string, bearer: string) =>
    ask(path, { headers: { accept: 'application/vnd.hmrc.2.0+json', authorization: `Bearer ${bearer}` } })

  /** A token may end before its time: one more try with a new one. */
  async function answerTo(path: string): Promise<Response> {
    const answer = await lookup(path, await currentToken())
    if (answer.status !== 401) return answer
    token = null
    return lookup(path, await freshToken())
  }

  return {
    trader: async (number, requester) => {
      const parts = requester === null ? [number] : [number, requester]
      const path = `/organisations/vat/check-vat-number/lookup/${parts.map(encodeURIComponent).join('/')}`
      const answer = await answerTo(path)
      if (answer.status === 200) return traderOf(await readRegister(answer, traderInput))
      if (answer.status === 404) return null
      if (answer.status === 400 && isTargetMalformed(await readRegister(answer, faultInput))) return null
      if (answer.status === 403) throw new RegisterDown('status 403: our own VAT number is not registered')
      throw new RegisterDown(`status ${answer.status}`)
    },
  }
}

const opened = new WeakMap<NonNullable<VatRegister>, VatChecks>()

/** The one register of a process: requests and jobs share its token and its pace. */
export function vatChecksOf(settings: NonNullable<VatRegister>, clock: Clock): VatChecks {
  const known = opened.get(settings) ?? openVatRegister(settings, clock)
  opened.set(settings, known)
  return known
}
