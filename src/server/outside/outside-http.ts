/** Calls of sign-ins at Google and Microsoft (spec §7, authorizeGoogle and authorizeMicrosoft), and of linked accounts. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid, notFound } from '#kernel/errors.ts'
import { newToken } from '../auth/auth-cookie.ts'
import { invitationHash } from '../auth/auth-invitation.server.ts'
import type { ByMail, Caller, LoginDeps } from '../auth/auth-login.server.ts'
import type { SecondStep } from '../auth/auth-second.server.ts'
import { confirmedViewer, ownViewer } from '../auth/step-up-http.ts'
import type { Begin } from '../http/http-context.ts'
import { callerCookie, type HttpContext, sendCookie } from '../http/http-context.ts'
import { parseInput } from '../http/input-errors.ts'
import { type OutsideClient, type OutsideKind, providersOf } from '../settings/settings-outside.ts'
import { inTransaction } from '../tx.ts'
import { identitiesOf, unlinkAccount } from './identity.server.ts'
import { openState, type Purpose, STATE_SECONDS } from './oidc-state.server.ts'
import { type Answered, type AnswerSide, answerOf } from './outside-answer.server.ts'
import { provider_names } from './outside-claims.rules.ts'
import { endOutside, type OutsideEnd } from './outside-sign-in.server.ts'
import { openRelyingParty, ProviderDown, type RelyingParty } from './relying-party.ts'

/** A path of ours, so that nobody is led elsewhere after signing in. */
const OUR_PATH = /^\/(?![/\\]|api\/)[^\s\\]{0,499}$/
export const returnInput = z
  .string()
  .optional()
  .transform((path) => (path !== undefined && OUR_PATH.test(path) ? path : '/'))

const beginQuery = z.object({ return_to: returnInput })
const beginInput = z.strictObject({
  return_to: returnInput,
  /** Links the account to the person signed in. */
  link: z.literal(true).optional(),
  /** The token of the invitation that the page shows. */
  invitation: z.string().min(1).max(100).optional(),
})
const removeInput = z.strictObject({ id: z.uuid() })

export const limited = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }

export type Parts = {
  readonly deps: LoginDeps
  readonly callerOf: (request: FastifyRequest) => Caller
  readonly begin: Begin
  readonly answerStep: (reply: FastifyReply, step: SecondStep) => { readonly data: object }
  readonly answerMail: (request: FastifyRequest, reply: FastifyReply, by_mail: ByMail) => unknown
}

/** A template: in plain texts a guard takes "Google" and "Microsoft" with "sign in" for names of our calls. */
const down = (kind: OutsideKind) =>
  `${provider_names[kind]} does not answer. Please try again or sign in another way.`

const ordinary = { identity_provider_id: null, first_methods: null }

export function outsideRoutes(app: FastifyInstance, context: HttpContext, parts: Parts): void {
  const party = openRelyingParty(context.clock)
  const { deps } = parts
  app.get('/api/auth/providers', limited, async () => ({
    success: true,
    data: { providers: providersOf(context.settings) },
  }))
  for (const kind of ['google', 'microsoft'] as const) {
    const path = `/api/auth/authorize${provider_names[kind]}`
    app.get(path, limited, async (request, reply) => {
      const client = clientOf(context, kind)
      const { return_to } = beginQuery.parse(request.query)
      const purpose = { ...ordinary, provider: kind, return_to, link_user_id: null, invitation_hash: null }
      const url = await addressOf(context, party, { request, reply }, client, purpose).catch(orDown)
      return reply.redirect(url ?? signInPage(return_to, 'unavailable'), 302)
    })
    app.post(path, limited, async (request, reply) => {
      const client = clientOf(context, kind)
      const { return_to, link, invitation } = parseInput(beginInput, request.body ?? {})
      if (link && invitation !== undefined) throw invalid({ invitation: 'Link an account, or join with it' })
      const viewer = link ? await confirmedViewer(context, request) : null
      const purpose = {
        ...ordinary,
        provider: kind,
        return_to,
        link_user_id: viewer?.user_id ?? null,
        invitation_hash: invitation === undefined ? null : await invitationHash(deps, invitation, request.ip),
      }
      const url = await addressOf(context, party, { request, reply }, client, purpose).catch(orDown)
      if (url === null)
        return reply.code(503).send({ success: false, code: 'precondition', message: down(kind) })
      return { success: true, data: { url } }
    })
    app.get(`/api/auth/callback/${kind}`, limited, async (request, reply) => {
      const client = clientOf(context, kind)
      const { purpose, outcome } = await answerOf(
        { context, party, ...parts },
        request,
        { kind, log_name: provider_names[kind] },
        sideOf(context, parts, request, { kind, client }),
      )
      return reply.redirect(await nextPage(outcome, purpose, { request, reply }, parts), 302)
    })
  }
  identityRoutes(app, context)
}

function orDown(error: unknown): null {
  if (error instanceof ProviderDown) return null
  throw error
}

/** @throws notFound where it is not set up */
function clientOf({ settings }: HttpContext, kind: OutsideKind): OutsideClient {
  const client = settings.outside[kind]
  if (client === null) throw notFound('Page')
  return client
}

export const baseOf = ({ settings }: HttpContext, request: FastifyRequest): string =>
  settings.publicUrl ?? `${request.protocol}://${request.host}`

const callbackOf = (context: HttpContext, request: FastifyRequest, kind: OutsideKind): string =>
  `${baseOf(context, request)}/api/auth/callback/${kind}`

type Call = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** Begins a sign-in of this browser. @returns the provider's address. @throws ProviderDown */
async function addressOf(
  context: HttpContext,
  party: RelyingParty,
  { request, reply }: Call,
  client: OutsideClient,
  purpose: Purpose & { readonly provider: OutsideKind },
): Promise<string> {
  const { database, clock, cookie } = context
  // Another tab of the browser may be at a provider, too.
  const browser = callerCookie(request, 'oidc', cookie) ?? newToken()
  const proofs = await openState(database.session.pool, clock, purpose, browser)
  const url = await party.addressOf(client, callbackOf(context, request, purpose.provider), proofs)
  sendCookie(reply, 'oidc', browser, STATE_SECONDS, cookie)
  return url
}

/** The provider that an answer is asked of. */
const sideOf = (
  context: HttpContext,
  { deps }: Parts,
  request: FastifyRequest,
  { kind, client }: { readonly kind: OutsideKind; readonly client: OutsideClient },
) => {
  return async (begun: Purpose): Promise<AnswerSide> => ({
    client,
    name: provider_names[kind],
    callback: callbackOf(context, request, kind),
    end: (claims, { caller, session }) =>
      endOutside(deps, { ...begun, provider: kind }, claims, { caller, viewer: session?.viewer ?? null }),
  })
}

/** The page that comes next. */
export async function nextPage(
  outcome: OutsideEnd,
  { return_to, link_user_id }: Answered['purpose'],
  { request, reply }: Call,
  { begin, answerStep, answerMail }: Parts,
): Promise<string> {
  if ('linked' in outcome) return withQuery(return_to, 'linked')
  if ('error' in outcome)
    return link_user_id === null ? signInPage(return_to, outcome.error) : withQuery(return_to, outcome.error)
  if ('step' in outcome) {
    const { data } = answerStep(reply, outcome)
    // Behind the hash, so that it is in no log; it works in this browser alone.
    return `${signInPage(return_to)}#step=${Buffer.from(JSON.stringify(data)).toString('base64url')}`
  }
  if ('send' in outcome) {
    answerMail(request, reply, outcome)
    return signInPage(return_to, 'mailed')
  }
  await begin(request, reply, outcome)
  return return_to
}

export function signInPage(next: string, outside?: string): string {
  const query = new URLSearchParams({
    ...(next === '/' ? {} : { next }),
    ...(outside === undefined ? {} : { outside }),
  }).toString()
  return query === '' ? '/auth/login' : `/auth/login?${query}`
}

function withQuery(path: string, outside: string): string {
  const url = new URL(path, 'http://localhost')
  url.searchParams.set('outside', outside)
  return url.pathname + url.search
}

/** Accounts of the person signed in. */
function identityRoutes(app: FastifyInstance, context: HttpContext): void {
  const { database, clock, settings } = context
  app.get('/api/auth/identities', limited, async (request) => {
    const { user_id } = await ownViewer(context, request)
    const identities = await inTransaction(database.session, (tx) => identitiesOf(tx, user_id))
    return { success: true, data: { identities, providers: providersOf(settings) } }
  })
  app.post('/api/auth/identities/remove', limited, async (request) => {
    const { id } = parseInput(removeInput, request.body)
    const { user_id } = await confirmedViewer(context, request)
    await inTransaction(database, (tx) => unlinkAccount({ tx, clock }, user_id, id))
    return { success: true, data: null }
  })
}
