/** Calls of passkeys: a new one, and the sign-in with one. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { notFound } from '#kernel/errors.ts'
import type { Begin, HttpContext } from '../http/http-context.ts'
import { parseInput } from '../http/input-errors.ts'
import { inTransaction } from '../tx.ts'
import type { SecondCaller } from './auth-code.server.ts'
import type { Shown } from './auth-company.server.ts'
import { enrollee } from './auth-enrollee.ts'
import { type Entered, enter, type LoginDeps, signIn } from './auth-login.server.ts'
import { mailSecurityNotice } from './auth-notice.server.ts'
import {
  askPasskey,
  assertionInput,
  attestationInput,
  beginPasskey,
  confirmPasskey,
  takeAssertion,
} from './auth-passkey.server.ts'
import { endChallenge, openChallengeOf, type SecondStep } from './auth-second.server.ts'
import { requireParty } from './passkey-party.ts'
import { confirmedViewer, refusedPasskey } from './step-up-http.ts'

const handle = z.string().min(1).max(100)
const beginInput = z.strictObject({ challenge: handle.optional() })
const confirmInput = z.strictObject({
  challenge: handle.optional(),
  id: handle,
  attestation: attestationInput,
  label: z.string().trim().min(1).max(60).default('Passkey'),
})
const signInInput = z.strictObject({
  method: z.literal('passkey'),
  challenge: handle,
  assertion: assertionInput,
})

type Ways = { readonly callerOf: (request: FastifyRequest) => SecondCaller; readonly begin: Begin }

const limited = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }

export function passkeyRoutes(
  app: FastifyInstance,
  context: HttpContext,
  deps: LoginDeps,
  { callerOf, begin }: Ways,
): void {
  const { database, clock, settings, security } = context
  const heldOf = (request: FastifyRequest, challenge: string) => ({
    challenge,
    browser: callerOf(request).challenge ?? '',
  })

  /** Options for the sign-in without a password. */
  app.post('/api/auth/passkey', limited, async (request) => {
    const party = requireParty(settings, request)
    const data = await inTransaction(database.session, (tx) => askPasskey({ tx, clock }, party, null))
    return { success: true, data }
  })

  app.post('/api/auth/factors/passkey', limited, async (request) => {
    const party = requireParty(settings, request)
    const { challenge } = parseInput(beginInput, request.body)
    const user = await enrollee(context, request, { challenge, browser: callerOf(request).challenge ?? '' })
    const data = await inTransaction(database.session, (tx) => beginPasskey({ tx, clock }, party, user))
    return { success: true, data }
  })

  app.post('/api/auth/factors/passkey/confirm', limited, async (request, reply) => {
    const party = requireParty(settings, request)
    const { challenge, ...given } = parseInput(confirmInput, request.body)
    const viewer = challenge === undefined ? await confirmedViewer(context, request) : null
    const { user_id, done, entered } = await inTransaction(database.session, async (tx) => {
      const held = heldOf(request, challenge ?? '')
      const open = viewer ?? (await openChallengeOf(tx, clock, held, 'enrol'))
      const kept = await confirmPasskey({ tx, clock }, settings, party, { ...given, user_id: open.user_id })
      let opened: Entered | SecondStep | null = null
      if (kept && 'first_methods' in open) {
        await endChallenge(tx, held)
        const { first_methods, identity_provider_id: through } = open
        const shown: Shown = { methods: [...first_methods, 'passkey'], through }
        opened = await enter(tx, deps, open.user_id, callerOf(request), shown)
      }
      return { user_id: open.user_id, done: kept, entered: opened }
    })
    if (done === null) throw await refusedPasskey(security, { user_id, refused: 'new passkey' })
    await security.note({ kind: 'factor_added', outcome: 'ok', user_id, says: 'passkey' })
    await mailSecurityNotice(deps, user_id, 'A passkey was added to your sign-in.')
    if (entered && 'token' in entered) await begin(request, reply, entered)
    return { success: true, data: done }
  })
}

/** Signs in with a passkey alone: its device has checked the person. @throws invalid on `assertion` */
export async function loginByPasskey(
  deps: LoginDeps,
  context: Pick<HttpContext, 'settings' | 'security'>,
  request: FastifyRequest,
  caller: SecondCaller,
): Promise<Entered | SecondStep> {
  const { challenge: id, assertion } = parseInput(signInInput, request.body)
  const { database, clock } = deps
  const party = requireParty(context.settings, request)
  const judged = await inTransaction(database.session, (tx) =>
    takeAssertion({ tx, clock }, party, { id, assertion }, null),
  )
  if (judged.refused !== undefined) throw await refusedPasskey(context.security, judged)
  const { rows } = await database.session.pool.query<{ id: string; is_active: boolean }>(
    'select id, is_active and deleted_at is null as is_active from platform."user" where id = $1',
    [judged.user_id],
  )
  const [user] = rows
  if (!user) throw notFound('User')
  return signIn(deps, user, caller, 'passkey', { methods: ['passkey'], through: null })
}
