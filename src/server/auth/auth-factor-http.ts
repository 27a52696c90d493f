/** Second factors of the person signed in, and the first one of a role that needs it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import { conflict, invalid, notAllowed, notFound } from '#kernel/errors.ts'
import type { HttpContext } from '../http/http-context.ts'
import { addressKey } from '../http/http-limits.ts'
import { parseInput } from '../http/input-errors.ts'
import { inTransaction } from '../tx.ts'
import { enrolInput, guardCode, loginByEnrolment, type SecondCaller, wrongCode } from './auth-code.server.ts'
import { knownDeviceOf } from './auth-device.server.ts'
import { beginTotp, confirmTotp, factorsOf, removeFactor } from './auth-factor.server.ts'
import type { Begin } from './auth-http.ts'
import type { LoginDeps } from './auth-login.server.ts'
import { mailSecurityNotice } from './auth-notice.server.ts'
import { isPassword } from './auth-password.ts'
import { newRecoveryCodes, recoveryCodesLeft } from './auth-recovery.server.ts'
import { needsSecondFactor } from './auth-required.server.ts'
import { openChallengeOf } from './auth-second.server.ts'
import { beginTry, forgiveTry, tryKeys } from './auth-throttle.server.ts'

const password = z.string().max(200).default('')
const beginInput = z.strictObject({ challenge: z.string().min(1).max(100).optional(), password })
const confirmInput = enrolInput.partial({ challenge: true })
const removeInput = z.strictObject({ id: z.uuid(), password })
const renewInput = z.strictObject({ password })

type Ways = { readonly callerOf: (request: FastifyRequest) => SecondCaller; readonly begin: Begin }

const limited = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }

export function factorRoutes(app: FastifyInstance, context: HttpContext, deps: LoginDeps, ways: Ways): void {
  addRoutes(app, context, deps, ways)
  changeRoutes(app, context, deps, ways)
}

/** The person signed in; nobody changes a sign-in for somebody else. */
async function ownViewer(context: HttpContext, request: FastifyRequest): Promise<Viewer> {
  const viewer = await context.viewerOf(request)
  if (viewer.impersonator_user_id !== null) throw notAllowed('Not while you act as somebody else')
  return viewer
}

/** The same with the password typed again: a browser that was left open is not enough for a change. */
async function confirmedViewer(
  context: HttpContext,
  deps: LoginDeps,
  { request, caller, typed }: { request: FastifyRequest; caller: SecondCaller; typed: string },
): Promise<Viewer> {
  const viewer = await ownViewer(context, request)
  if (!(await isDemo(context.database))) await requirePassword(deps, viewer, typed, caller)
  return viewer
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
    const data = await inTransaction(database.session, async (tx) => ({
      factors: await factorsOf(tx, user_id),
      recovery_codes_left: await recoveryCodesLeft(tx, user_id),
      is_required: await needsSecondFactor(tx, user_id),
    }))
    return { success: true, data: { ...data, asks_password: !(await isDemo(database)) } }
  })

  app.post('/api/auth/factors/totp', limited, async (request) => {
    const { challenge, password: typed } = parseInput(beginInput, request.body)
    const browser = callerOf(request).challenge ?? ''
    const user_id =
      challenge === undefined
        ? (await confirmedViewer(context, deps, { request, caller: callerOf(request), typed })).user_id
        : (
            await inTransaction(database.session, (tx) =>
              openChallengeOf(tx, clock, { challenge, browser }, 'enrol'),
            )
          ).user_id
    const data = await inTransaction(database.session, async (tx) => {
      const user = await tx.row<{ id: string; email: string }>(
        'select id, email from platform."user" where id = $1',
        [user_id],
      )
      if (!user) throw notFound('User')
      return beginTotp({ tx, clock }, settings, user)
    })
    return { success: true, data }
  })

  app.post('/api/auth/factors/totp/confirm', limited, async (request, reply) => {
    const input = parseInput(confirmInput, request.body)
    if (input.challenge !== undefined) {
      const { entered, recovery_codes } = await loginByEnrolment(deps, request.body, callerOf(request))
      await begin(request, reply, entered)
      return { success: true, data: { recovery_codes } }
    }
    const { user_id } = await ownViewer(context, request)
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
function changeRoutes(app: FastifyInstance, context: HttpContext, deps: LoginDeps, { callerOf }: Ways): void {
  const { database, clock, security, settings } = context
  app.post('/api/auth/factors/remove', limited, async (request) => {
    const input = parseInput(removeInput, request.body)
    const { user_id } = await confirmedViewer(context, deps, {
      request,
      caller: callerOf(request),
      typed: input.password,
    })
    await inTransaction(database.session, async (tx) => {
      const factors = await factorsOf(tx, user_id)
      const isLast = factors.length === 1 && factors[0]?.id === input.id
      if (isLast && (await needsSecondFactor(tx, user_id))) throw conflict('Your role needs a second factor')
      if (!(await removeFactor(tx, user_id, input.id))) throw notFound('Second factor')
    })
    await security.note({ kind: 'factor_removed', outcome: 'ok', user_id })
    await mailSecurityNotice(deps, user_id, 'A second factor was removed from your sign-in.')
    return { success: true, data: null }
  })

  app.post('/api/auth/recovery-codes', limited, async (request) => {
    const { password: typed } = parseInput(renewInput, request.body)
    const { user_id } = await confirmedViewer(context, deps, { request, caller: callerOf(request), typed })
    const recovery_codes = await inTransaction(database.session, async (tx) => {
      if ((await factorsOf(tx, user_id)).length === 0) throw conflict('Add a second factor first')
      return newRecoveryCodes({ tx, clock }, settings, user_id)
    })
    await security.note({ kind: 'factor_added', outcome: 'ok', user_id, says: 'new recovery codes' })
    await mailSecurityNotice(deps, user_id, 'New recovery codes were made. The old ones work no more.')
    return { success: true, data: { recovery_codes } }
  })
}

async function isDemo(database: HttpContext['database']): Promise<boolean> {
  const { rows } = await database.session.pool.query<{ is_demo: boolean }>(
    'select is_demo from platform.installation',
  )
  return rows[0]?.is_demo ?? false
}

/** @throws invalid on `password`; tooMany as at sign-in, with which it shares its tries */
async function requirePassword(
  { database, clock, secret, security }: LoginDeps,
  { user_id, email }: Viewer,
  typed: string,
  caller: SecondCaller,
): Promise<void> {
  const { pool } = database.session
  const device_id = await knownDeviceOf(pool, caller.device_id, user_id)
  const keys = tryKeys(secret, email, { ip: caller.ip, device_id })
  await beginTry(pool, keys, clock.now())
  const { rows } = await pool.query<{ password: string | null }>(
    `select password from auth.account where "userId" = $1 and "providerId" = 'credential'`,
    [user_id],
  )
  const origin = { network: addressKey(caller.ip), is_known: device_id !== null }
  if (await isPassword(typed, rows[0]?.password ?? null, origin)) return forgiveTry(pool, keys)
  await security.note({ kind: 'sign_in', outcome: 'refused', user_id, says: 'wrong password for a change' })
  throw invalid({ password: 'The password is not right' })
}
