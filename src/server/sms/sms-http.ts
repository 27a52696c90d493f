/** Calls of codes by SMS (spec §7: updateMFAPreference, verifySMSCode; people, factors). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { followRecoveryCodes } from '#business/inbox/recovery-tasks.server.ts'
import type { Viewer } from '#entity/access.ts'
import { conflict, invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { guardCode, loginByCode, type SecondCaller, wrongCode } from '../auth/auth-code.server.ts'
import { factorsOf, preferFactor, removeFactors } from '../auth/auth-factor.server.ts'
import type { LoginDeps } from '../auth/auth-login.server.ts'
import { mailSecurityNotice } from '../auth/auth-notice.server.ts'
import { requireCode } from '../auth/auth-own-code.server.ts'
import { factorNeed, needsSecondFactor, needsStrongFactor, needText } from '../auth/auth-required.server.ts'
import { openChallengeOf, type SecondStep } from '../auth/auth-second.server.ts'
import { keepStepUp, stepUpMethods } from '../auth/auth-step-up.server.ts'
import { confirmedViewer, ownViewer } from '../auth/step-up-http.ts'
import type { Begin } from '../http/http-context.ts'
import { type HttpContext, sendCookie } from '../http/http-context.ts'
import { parseInput } from '../http/input-errors.ts'
import { inTransaction } from '../tx.ts'
import { phoneOf } from './sms.rules.ts'
import {
  beginPhone,
  confirmedPhone,
  confirmPhone,
  type Phone,
  requireGateway,
  sendCode,
  signInPhone,
  waitingPhone,
} from './sms-code.server.ts'

const challenge = z.string().min(1).max(100)
const preferenceInput = z.strictObject({
  preference: z.enum(['passkey', 'totp', 'sms', 'none']),
  phone: z.string().trim().min(1).max(40).optional(),
})
const sendInput = z.strictObject({ challenge: challenge.optional() })
const verifyInput = z.strictObject({
  code: z.string().trim().min(1).max(40),
  challenge: challenge.optional(),
})

type Preference = z.infer<typeof preferenceInput>['preference']
type Preferred = {
  readonly preference: Preference
  /** The person has a second factor. */
  readonly enabled: boolean
  readonly required: boolean
  /** A factor that waits for its first proof, in a call of its own. */
  readonly pending: Exclude<Preference, 'none'> | null
}

type Ways = {
  readonly callerOf: (request: FastifyRequest) => SecondCaller
  readonly begin: Begin
  readonly answerStep: (reply: FastifyReply, step: SecondStep) => object
}

const limited = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }

export function smsRoutes(app: FastifyInstance, context: HttpContext, deps: LoginDeps, ways: Ways): void {
  preferenceRoute(app, context, deps)
  codeRoutes(app, context, deps, ways)
}

/** The host of the page that takes the code. */
const hostOf = ({ settings }: HttpContext, request: FastifyRequest): string =>
  settings.publicUrl === null ? request.host : new URL(settings.publicUrl).host

function preferenceRoute(app: FastifyInstance, context: HttpContext, deps: LoginDeps): void {
  const { database, clock, settings, security } = context
  const { secret } = deps

  async function turnOff(user_id: string): Promise<Preferred> {
    const removed = await inTransaction(database.session, async (tx) => {
      const needed = needText(await factorNeed(tx, user_id, clock.now()))
      if (needed !== null) throw conflict(needed)
      const factors = await factorsOf(tx, user_id)
      await removeFactors(tx, user_id)
      return factors.length
    })
    if (removed > 0) {
      await inTransaction(database, (tx) => followRecoveryCodes({ tx, clock }, user_id))
      await security.note({ kind: 'factor_removed', outcome: 'ok', user_id, says: 'all' })
      await mailSecurityNotice(deps, user_id, 'The second factors of your sign-in were removed.')
    }
    return { preference: 'none', enabled: false, required: false, pending: null }
  }

  /** Null where the phone is confirmed already. */
  const newPhone = (user_id: string, typed: string | undefined): Promise<Phone | null> =>
    inTransaction(database.session, async (tx) => {
      const { countries } = requireGateway(settings)
      if (await needsStrongFactor(tx, user_id))
        throw conflict('Your role needs an authenticator app or a passkey')
      const present = await confirmedPhone(tx, user_id)
      if (typed === undefined) {
        if (present === null) throw invalid({ phone: validationText.required })
        return null
      }
      const found = phoneOf(typed, countries)
      if ('fault' in found) throw invalid({ phone: found.fault })
      return found.phone === present?.phone ? null : beginPhone({ tx, clock }, user_id, found.phone)
    })

  app.post('/api/permission/updateMFAPreference', limited, async (request) => {
    const { preference, phone: typed } = parseInput(preferenceInput, request.body)
    const { user_id } = await confirmedViewer(context, request)
    if (preference === 'none') return { success: true, data: await turnOff(user_id) }
    const phone = preference === 'sms' ? await newPhone(user_id, typed) : null
    if (phone) await sendCode({ database, clock, secret, settings }, phone, hostOf(context, request))
    const data = await inTransaction(database.session, async (tx): Promise<Preferred> => {
      const factors = await factorsOf(tx, user_id)
      const isReady = phone === null && factors.some(({ type }) => type === preference)
      if (isReady) await preferFactor(tx, user_id, preference)
      return {
        preference,
        enabled: factors.length > 0,
        required: await needsSecondFactor(tx, user_id, clock.now()),
        pending: isReady ? null : preference,
      }
    })
    return { success: true, data }
  })
}

function codeRoutes(
  app: FastifyInstance,
  context: HttpContext,
  deps: LoginDeps,
  { callerOf, begin, answerStep }: Ways,
): void {
  const { database, clock, settings, security, cookie } = context

  /** Sends a code to the phone of a sign-in under way, else of the person signed in. */
  app.post('/api/auth/sms', limited, async (request) => {
    const { challenge: held } = parseInput(sendInput, request.body)
    requireGateway(settings)
    const viewer = held === undefined ? await ownViewer(context, request) : null
    const browser = callerOf(request).challenge ?? ''
    const phone = await inTransaction(database.session, async (tx) => {
      const user =
        viewer ?? (await openChallengeOf(tx, clock, { challenge: held ?? '', browser }, 'second_factor'))
      return signInPhone(tx, user.user_id)
    })
    if (phone === null) throw conflict('There is no phone for codes by SMS')
    await sendCode({ database, clock, secret: deps.secret, settings }, phone, hostOf(context, request))
    return { success: true, data: null }
  })

  app.post('/api/permission/verifySMSCode', limited, async (request, reply) => {
    const { code, challenge: held } = parseInput(verifyInput, request.body)
    if (held !== undefined) {
      const entered = await loginByCode(deps, { challenge: held, method: 'sms', code }, callerOf(request))
      if ('step' in entered) return answerStep(reply, entered)
      const answer = await begin(request, reply, entered)
      sendCookie(reply, 'challenge', '', 0, cookie)
      return answer
    }
    const viewer = await ownViewer(context, request)
    const phone = await inTransaction(database.session, (tx) => waitingPhone(tx, viewer.user_id))
    if (phone === null) return { success: true, data: await stepUp(viewer, code, request) }
    await confirmedViewer(context, request)
    return { success: true, data: await confirmFirst(phone, code, request) }
  })

  async function stepUp(viewer: Viewer, code: string, request: FastifyRequest) {
    const methods = await inTransaction(database.session, (tx) => stepUpMethods(tx, viewer.session_id))
    if (!methods.includes('sms')) throw conflict('There is no phone for codes by SMS')
    await requireCode(deps, viewer, { method: 'sms', code }, callerOf(request))
    const data = await inTransaction(database.session, (tx) =>
      keepStepUp({ tx, clock }, viewer.session_id, null),
    )
    await security.note({ kind: 'step_up', outcome: 'ok', user_id: viewer.user_id, says: 'SMS' })
    return data
  }

  /** The first code makes the phone a factor. */
  async function confirmFirst(phone: Phone, code: string, request: FastifyRequest) {
    const { user_id } = phone
    const forgive = await guardCode(deps, user_id, callerOf(request), 'sms')
    const done = await inTransaction(database.session, async (tx) => {
      const kept = await confirmPhone({ tx, clock }, settings, phone, code)
      if (kept) await preferFactor(tx, user_id, 'sms')
      return kept
    })
    if (done === null) {
      await security.note({ kind: 'factor_failed', outcome: 'refused', user_id, says: 'new phone' })
      throw wrongCode()
    }
    await forgive()
    await security.note({ kind: 'factor_added', outcome: 'ok', user_id, says: 'phone' })
    await mailSecurityNotice(deps, user_id, 'A phone for codes by SMS was added to your sign-in.')
    return done
  }
}
