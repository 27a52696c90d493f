/** Judges the answers of sign-in providers: of Google and Microsoft, and of a business's own provider. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import type { Caller, LoginDeps } from '../auth/auth-login.server.ts'
import { missLink, requireLookup } from '../auth/auth-throttle.server.ts'
import { callerCookie, type HttpContext } from '../http/http-context.ts'
import { addressKey } from '../http/http-limits.ts'
import type { OutsideClient } from '../settings/settings-outside.ts'
import { type Purpose, takeState } from './oidc-state.server.ts'
import { type OutsideClaims, readClaims } from './outside-claims.rules.ts'
import { type Ended, type OutsideEnd, refuse } from './outside-sign-in.server.ts'
import { ProviderDown, type RelyingParty } from './relying-party.ts'

const answerQuery = z.object({
  state: z.string().min(1).max(200).optional().catch(undefined),
  error: z.string().max(200).optional().catch(undefined),
})

export type Answered = {
  readonly purpose: Pick<Purpose, 'return_to' | 'link_user_id'>
  readonly outcome: OutsideEnd
}

/** The browser that brings the answer. */
export type AnswerBrowser = {
  readonly caller: Caller
  readonly session: { readonly token: string; readonly viewer: Viewer } | null
}

/** The provider that a sign-in began at. */
export type AnswerSide = {
  readonly client: OutsideClient
  /** Its name in the security log. */
  readonly name: string
  readonly callback: string
  readonly end: (claims: OutsideClaims, browser: AnswerBrowser) => Promise<Ended>
}

export type Answering = {
  readonly context: HttpContext
  readonly deps: LoginDeps
  readonly party: RelyingParty
  readonly callerOf: (request: FastifyRequest) => Caller
}

/**
 * Judges the provider's answer. Whatever is wrong with it, the page says no more than that it failed.
 * @param log_name names the kind of provider in the security log
 * @param sideOf the provider of the sign-in; null where the answer came to another address than its own
 */
export async function answerOf(
  { context, deps, party, callerOf }: Answering,
  request: FastifyRequest,
  { kind, log_name }: { readonly kind: Purpose['provider']; readonly log_name: string },
  sideOf: (begun: Purpose) => Promise<AnswerSide | null>,
): Promise<Answered> {
  const { database, clock, cookie } = context
  const { pool } = database.session
  const lookup = { secret: deps.secret, net: addressKey(request.ip) }
  await requireLookup(pool, lookup, clock.now())
  const { state = '', error } = answerQuery.parse(request.query)
  const browser = callerCookie(request, 'oidc', cookie) ?? ''
  const begun = await takeState(pool, clock, kind, { state, browser })
  const side = begun && (await sideOf(begun))
  if (begun === null || side === null) {
    await missLink(pool, lookup, clock.now())
    const says = `${log_name}: unknown state`
    const outcome = await refuse(deps, { error: 'failed', user_id: null, says })
    return { purpose: { return_to: '/', link_user_id: null }, outcome }
  }
  // A sign-in that goes on has no session to return to.
  const purpose = begun.first_methods === null ? begun : { return_to: begun.return_to, link_user_id: null }
  if (error === 'access_denied') return { purpose, outcome: { error: 'cancelled' } }
  const judged = await claimsOf(party, side.client, answerAt(side.callback, request), begun)
  if (judged === 'down') return { purpose, outcome: { error: 'unavailable' } }
  if ('fault' in judged) {
    const says = `${side.name}: ${judged.fault}`
    return { purpose, outcome: await refuse(deps, { error: 'failed', user_id: begun.link_user_id, says }) }
  }
  const session = await sessionOf(context, request)
  const { end, has_joined } = await side.end(judged.claims, { caller: callerOf(request), session })
  return { purpose: has_joined ? { ...purpose, return_to: '/' } : purpose, outcome: end }
}

async function sessionOf(context: HttpContext, request: FastifyRequest): Promise<AnswerBrowser['session']> {
  const token = context.tokenOf(request.headers)
  const viewer = token === null ? null : await context.viewerOfToken(token)
  return token === null || viewer === null ? null : { token, viewer }
}

/** The address at which the provider's answer came in, on our own host. */
function answerAt(callback: string, request: FastifyRequest): URL {
  const answer = new URL(callback)
  answer.search = new URL(request.url, 'http://localhost').search
  return answer
}

/** The claims of the provider's answer, or the code of its fault. */
async function claimsOf(
  party: RelyingParty,
  client: OutsideClient,
  answer: URL,
  begun: Parameters<RelyingParty['claimsOf']>[2],
): Promise<{ readonly claims: OutsideClaims } | { readonly fault: string } | 'down'> {
  try {
    const claims = readClaims(await party.claimsOf(client, answer, begun))
    return claims === null ? { fault: 'no claims' } : { claims }
  } catch (fault) {
    return fault instanceof ProviderDown ? 'down' : { fault: faultCode(fault) }
  }
}

/** The library's error code: its message may quote the answer. */
const faultCode = (fault: unknown): string =>
  fault instanceof Error && 'code' in fault && typeof fault.code === 'string'
    ? fault.code
    : 'unreadable answer'
