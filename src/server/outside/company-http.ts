/** Calls of sign-ins at a business's own provider (people, business SSO). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { allowedNetworks } from '#business/shared/public-address.rules.ts'
import { addressDomain } from '#business/single-sign-on/identity-provider.rules.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { newToken } from '../auth/auth-cookie.ts'
import { invitedBy } from '../auth/auth-invitation.server.ts'
import type { LoginDeps } from '../auth/auth-login.server.ts'
import { openChallengeOf } from '../auth/auth-second.server.ts'
import { missLink, requireLookup } from '../auth/auth-throttle.server.ts'
import { confirmedViewer, ownViewer } from '../auth/step-up-http.ts'
import { callerCookie, type HttpContext, sendCookie } from '../http/http-context.ts'
import { addressKey } from '../http/http-limits.ts'
import { parseInput } from '../http/input-errors.ts'
import { inTransaction } from '../tx.ts'
import {
  type CompanyProvider,
  clientOfCompany,
  companyById,
  companyOfContact,
  companyOfDomain,
  companyOfInvitation,
  hasLinked,
} from './company.server.ts'
import { endAtCompany } from './company-sign-in.server.ts'
import { guardedFetch, isOpenAddress } from './guarded-fetch.server.ts'
import { openNames } from './names.server.ts'
import { openState, type Purpose, STATE_SECONDS } from './oidc-state.server.ts'
import { type AnswerSide, answerOf } from './outside-answer.server.ts'
import { baseOf, limited, nextPage, type Parts, returnInput, signInPage } from './outside-http.ts'
import { openRelyingParty, ProviderDown, type RelyingParty } from './relying-party.ts'

const handle = z.string().min(1).max(100)
const beginInput = z
  .strictObject({
    return_to: returnInput,
    /** Leads by its domain; nobody is signed in. */
    email: z.string().trim().min(1).max(320).optional(),
    /** Of a sign-in that goes on at the provider. */
    challenge: handle.optional(),
    /** Of the person signed in. */
    business_contact_id: z.uuid().optional(),
    /** The token of the invitation that the page shows. */
    invitation: handle.optional(),
  })
  .refine(
    ({ email, challenge, business_contact_id, invitation }) =>
      [email, challenge, business_contact_id, invitation].filter((one) => one !== undefined).length === 1,
    { path: ['email'], error: 'Please enter your work address' },
  )
type Asked = z.infer<typeof beginInput>

type Begun = { readonly company: CompanyProvider; readonly purpose: Purpose }
type Call = { readonly request: FastifyRequest; readonly reply: FastifyReply }

export function companyRoutes(app: FastifyInstance, context: HttpContext, parts: Parts): void {
  const { settings, clock } = context
  const names = openNames(settings.dnsServers)
  const allowed = allowedNetworks(settings.webhookAllow)
  const party = openRelyingParty(clock, guardedFetch({ allowed, names }))

  app.post('/api/auth/authorizeBusiness', limited, async (request, reply) => {
    const asked = parseInput(beginInput, request.body)
    const begun = await begin(context, request, asked, parts)
    const url = begun && (await addressOf(context, party, { request, reply }, begun))
    // A domain that nobody proved, and a provider that is down: the answer has one form, and leads back.
    const back = signInPage(asked.return_to, begun === null ? 'no_company' : 'unavailable')
    return { success: true, data: { url: url ?? back } }
  })

  app.get<{ Params: { business_id: string } }>(
    '/api/auth/callback/business/:business_id',
    limited,
    async (request, reply) => {
      const { purpose, outcome } = await answerOf(
        { context, party, ...parts },
        request,
        { kind: 'business', log_name: 'single sign-on' },
        sideOf(context, parts, request),
      )
      return reply.redirect(await nextPage(outcome, purpose, { request, reply }, parts), 302)
    },
  )
}

/** @returns null for a domain that leads nowhere */
function begin(
  context: HttpContext,
  request: FastifyRequest,
  asked: Asked,
  { deps }: Parts,
): Promise<Begun | null> {
  if (asked.invitation !== undefined) return byInvitation(deps, request, asked.invitation, asked.return_to)
  if (asked.email !== undefined) return byDomain(context, request, asked.email, asked.return_to)
  if (asked.challenge !== undefined) {
    const held = {
      challenge: asked.challenge,
      browser: callerCookie(request, 'challenge', context.cookie) ?? '',
    }
    return byChallenge(context, held, asked.return_to)
  }
  return bySession(context, request, asked.business_contact_id ?? '', asked.return_to)
}

const purposeOf = (
  { id }: CompanyProvider,
  return_to: string,
  person: Partial<Pick<Purpose, 'link_user_id' | 'first_methods' | 'invitation_hash'>>,
): Purpose => ({
  provider: 'business',
  identity_provider_id: id,
  return_to,
  link_user_id: null,
  first_methods: null,
  invitation_hash: null,
  ...person,
})

/** A new person joins with the account that their business gives them. @throws as readInvitation */
async function byInvitation(
  deps: LoginDeps,
  request: FastifyRequest,
  token: string,
  return_to: string,
): Promise<Begun> {
  const { token_hash, ...invited } = await invitedBy(deps, token, request.ip)
  const company = await inTransaction(deps.database.session, (tx) => companyOfInvitation(tx, invited))
  if (!company) throw notFound('Provider')
  return { company, purpose: purposeOf(company, return_to, { invitation_hash: token_hash }) }
}

async function byDomain(
  { database, clock, cookie }: HttpContext,
  request: FastifyRequest,
  typed: string,
  return_to: string,
): Promise<Begun | null> {
  const { pool } = database.session
  const lookup = { secret: cookie.secret, net: addressKey(request.ip) }
  await requireLookup(pool, lookup, clock.now())
  const domain = addressDomain(typed)
  if (domain === null) throw invalid({ email: 'Please enter your work address' })
  const company = await inTransaction(database.session, (tx) => companyOfDomain(tx, domain))
  if (!company) await missLink(pool, lookup, clock.now())
  return company ? { company, purpose: purposeOf(company, return_to, {}) } : null
}

async function byChallenge(
  { database, clock }: HttpContext,
  held: { readonly challenge: string; readonly browser: string },
  return_to: string,
): Promise<Begun> {
  return inTransaction(database.session, async (tx) => {
    const { user_id, first_methods, identity_provider_id } = await openChallengeOf(tx, clock, held, 'sso')
    const company = await companyById(tx, identity_provider_id ?? '')
    if (!company) throw notFound('Provider')
    return { company, purpose: purposeOf(company, return_to, { link_user_id: user_id, first_methods }) }
  })
}

/** Links the account too, which a browser that was left open must not do. */
async function bySession(
  context: HttpContext,
  request: FastifyRequest,
  business_contact_id: string,
  return_to: string,
): Promise<Begun> {
  const { user_id } = await ownViewer(context, request)
  const { company, is_linked } = await inTransaction(context.database.session, async (tx) => {
    const found = await companyOfContact(tx, user_id, business_contact_id)
    if (!found) throw notFound('Provider')
    return { company: found, is_linked: await hasLinked(tx, user_id, found) }
  })
  if (!is_linked) await confirmedViewer(context, request)
  return { company, purpose: purposeOf(company, return_to, { link_user_id: user_id }) }
}

/** One address a business, so that an answer of another's provider is told apart. */
const callbackOf = (
  context: HttpContext,
  request: FastifyRequest,
  { business_id }: CompanyProvider,
): string => `${baseOf(context, request)}/api/auth/callback/business/${business_id}`

const extras = {
  microsoft: () => ({ prompt: 'select_account' }),
  google: (hd: string | null) => ({ prompt: 'select_account', ...(hd === null ? {} : { hd }) }),
  oidc: () => ({}),
} as const satisfies Record<CompanyProvider['type'], (hd: string | null) => Record<string, string>>

/** @returns the provider's address; null where it is down */
async function addressOf(
  context: HttpContext,
  party: RelyingParty,
  { request, reply }: Call,
  { company, purpose }: Begun,
): Promise<string | null> {
  const { database, clock, cookie, settings } = context
  const browser = callerCookie(request, 'oidc', cookie) ?? newToken()
  const proofs = await openState(database.session.pool, clock, purpose, browser)
  const url = await party
    .addressOf(
      clientOfCompany(settings, company),
      callbackOf(context, request, company),
      proofs,
      extras[company.type](company.hosted_domain),
    )
    .catch((error: unknown) => {
      if (error instanceof ProviderDown) return null
      throw error
    })
  if (url === null || !isOpenAddress(url)) return null
  sendCookie(reply, 'oidc', browser, STATE_SECONDS, cookie)
  return url
}

/** The business's provider, where the answer came to that business's own address. */
const sideOf = (
  context: HttpContext,
  { deps }: Parts,
  request: FastifyRequest<{ Params: { business_id: string } }>,
) => {
  const { database, settings } = context
  return async (begun: Purpose): Promise<AnswerSide | null> => {
    const id = begun.identity_provider_id
    const company =
      id === null ? undefined : await inTransaction(database.session, (tx) => companyById(tx, id))
    if (company === undefined || company.business_id !== request.params.business_id) return null
    return {
      client: clientOfCompany(settings, company),
      name: company.name,
      callback: callbackOf(context, request, company),
      end: (claims, browser) => endAtCompany(deps, begun, company, claims, browser),
    }
  }
}
