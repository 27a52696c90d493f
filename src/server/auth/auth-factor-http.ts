/** Second factors of the person signed in, and the first one of a role that needs it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { followRecoveryCodes } from '#business/inbox/recovery-tasks.server.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import type { Begin, HttpContext } from '../http/http-context.ts'
import { parseInput } from '../http/input-errors.ts'
import { smsRoutes } from '../sms/sms-http.ts'
import { inTransaction } from '../tx.ts'
import { enrolInput, guardCode, loginByEnrolment, type SecondCaller, wrongCode } from './auth-code.server.ts'
import { enrollee } from './auth-enrollee.ts'
import { beginTotp, confirmTotp, factorsOf, preferredFactor, removeFactor } from './auth-factor.server.ts'
import type { LoginDeps } from './auth-login.server.ts'
import { mailSecurityNotice } from './auth-notice.server.ts'
import { hasPassword } from './auth-password-set.server.ts'
import { newRecoveryCodes, recoveryCodesLeft } from './auth-recovery.server.ts'
import { factorNeed, isNeeded, needText } from './auth-required.server.ts'
import type { SecondStep } from './auth-second.server.ts'
import { passkeyRoutes } from './passkey-http.ts'
import { passkeyParty } from './passkey-party.ts'
import { confirmedViewer, ownViewer, stepUpRoutes } from './step-up-http.ts'

const beginInput = z.strictObject({ challenge: z.string().min(1).max(100).optional() })
const confirmInput = enrolInput.partial({ challenge: true })
const removeInput = z.strictObject({ id: z.uuid() })
const renewInput = z.strictObject({})

type Ways = {
  readonly callerOf: (request: FastifyRequest) => SecondCaller
  readonly begin: Begin
  readonly answerStep: (reply: FastifyReply, step: SecondStep) => object
}

const limited = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }

export function factorRoutes(app: FastifyInstance, context: HttpContext, deps: LoginDeps, ways: Ways): void {
  addRoutes(app, context, deps, ways)
  changeRoutes(app, context, deps)
  passkeyRoutes(app, context, deps, ways)
  stepUpRoutes(app, context, deps, ways.callerOf)
  smsRoutes(app, context, deps, ways)
}

/** Lists factors and adds an app, for the person signed in or for a sign-in that needs its first factor. */
function addRoutes(
  app: FastifyInstance,
  context: HttpContext,
  deps: LoginDeps,
  { callerOf, begin }: Ways,
): void {
  const { database, clock, settings, security } = context
  app.get('/api/auth/factors', async (request) => {
    const { user_id } = await ownViewer(context, request)
    const { need, ...data } = await inTransaction(database.session, async (tx) => ({
      factors: await factorsOf(tx, user_id),
      recovery_codes_left: await recoveryCodesLeft(tx, user_id),
      need: await factorNeed(tx, user_id, clock.now()),
      has_password: await hasPassword(tx, user_id),
      preferred: await preferredFactor(tx, user_id),
    }))
    const offers_passkey = passkeyParty(settings, request) !== null
    const offers_sms = settings.sms !== null && !need.by_role
    const told = { is_required: isNeeded(need), asked_by: need.by_role ? null : need.asked_by }
    return { success: true, data: { ...data, ...told, offers_passkey, offers_sms } }
  })

  app.post('/api/auth/factors/totp', limited, async (request) => {
    const { challenge } = parseInput(beginInput, request.body)
    const browser = callerOf(request).challenge ?? ''
    const user = await enrollee(context, request, { challenge, browser })
    const data = await inTransaction(database.session, (tx) => beginTotp({ tx, clock }, settings, user))
    return { success: true, data }
  })

  app.post('/api/auth/factors/totp/confirm', limited, async (request, reply) => {
    const input = parseInput(confirmInput, request.body)
    if (input.challenge !== undefined) {
      const { entered, recovery_codes } = await loginByEnrolment(deps, request.body, callerOf(request))
      // Where the business asks for its own provider, the person signs in again, with the new factor.
      if ('token' in entered) await begin(request, reply, entered)
      return { success: true, data: { recovery_codes } }
    }
    const { user_id } = await confirmedViewer(context, request)
    const forgive = await guardCode(deps, user_id, callerOf(request))
    const done = await inTransaction(database.session, (tx) =>
      confirmTotp({ tx, clock }, settings, user_id, input),
    )
    if (done === null) throw wrongCode()
    await forgive()
    await security.note({ kind: 'factor_added', outcome: 'ok', user_id })
    await mailSecurityNotice(deps, user_id, 'An authenticator app was added to your sign-in.')
    return { success: true, data: done }
  })
}

/** Factors and codes that go. */
function changeRoutes(app: FastifyInstance, context: HttpContext, deps: LoginDeps): void {
  const { database, clock, security, settings } = context
  app.post('/api/auth/factors/remove', limited, async (request) => {
    const input = parseInput(removeInput, request.body)
    const { user_id } = await confirmedViewer(context, request)
    await inTransaction(database.session, async (tx) => {
      const need = await factorNeed(tx, user_id, clock.now())
      const enough = (await factorsOf(tx, user_id)).filter(({ type }) => type !== 'sms' || !need.by_role)
      const isLast = enough.length === 1 && enough[0]?.id === input.id
      const needed = needText(need)
      if (isLast && needed !== null) throw conflict(needed)
      if (!(await removeFactor(tx, user_id, input.id))) throw notFound('Second factor')
    })
    await inTransaction(database, (tx) => followRecoveryCodes({ tx, clock }, user_id))
    await security.note({ kind: 'factor_removed', outcome: 'ok', user_id })
    await mailSecurityNotice(deps, user_id, 'A second factor was removed from your sign-in.')
    return { success: true, data: null }
  })

  app.post('/api/auth/recovery-codes', limited, async (request) => {
    parseInput(renewInput, request.body)
    const { user_id } = await confirmedViewer(context, request)
    const recovery_codes = await inTransaction(database.session, async (tx) => {
      if ((await factorsOf(tx, user_id)).length === 0) throw conflict('Add a second factor first')
      return newRecoveryCodes({ tx, clock }, settings, user_id)
    })
    await inTransaction(database, (tx) => followRecoveryCodes({ tx, clock }, user_id))
    await security.note({ kind: 'factor_added', outcome: 'ok', user_id, says: 'new recovery codes' })
    await mailSecurityNotice(deps, user_id, 'New recovery codes were made. The old ones work no more.')
    return { success: true, data: { recovery_codes } }
  })
}
