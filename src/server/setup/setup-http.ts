/** The set-up of an empty installation: until it is over, nothing else is served. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { notFound, precondition } from '#kernel/errors.ts'
import { requireParty } from '../auth/passkey-party.ts'
import { refusedPasskey } from '../auth/step-up-http.ts'
import { callerCookie, type HttpContext, sendCookie } from '../http/http-context.ts'
import { isApi } from '../http/http-errors.ts'
import { parseInput } from '../http/input-errors.ts'
import { isHealthPath } from '../http/served-host.ts'
import { sendProbe } from '../mail/mail-probe.server.ts'
import { perform } from '../perform.server.ts'
import { inTransaction } from '../tx.ts'
import { setupFacts } from './setup-facts.server.ts'
import { beginSetup, endSetup, ownsSetup, SETUP_BROWSER_SECONDS } from './setup-link.server.ts'
import { keepLogo, logoOf } from './setup-logo.server.ts'
import { beginMail, confirmMail, skipMail } from './setup-mail.server.ts'
import { beginYourPasskey, confirmYourPasskey } from './setup-passkey.server.ts'
import { secondPersonOf, skipSecond } from './setup-second.server.ts'
import { holdSteps, isSetUp } from './setup-state.server.ts'
import {
  bankAccountOf,
  beginYourApp,
  checkYourPassword,
  confirmYourApp,
  enterAddress,
  enterBusiness,
  enterYou,
  hasYourFactor,
  skipBank,
  type Within,
} from './setup-steps.server.ts'

export const not_set_up =
  'This installation is not set up yet. Open the link printed when the server started.'

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''
const isSetupPage = (path: string): boolean => path === '/setup' || path.startsWith('/setup/')

/** Refuses calls and sends pages to the set-up, until it is over. Built files are served. */
function holdBack(app: FastifyInstance, { database }: HttpContext): void {
  // Never undone, so it is asked no more once it is over.
  let is_over = false
  app.addHook('onRequest', async (request, reply) => {
    if (isHealthPath(request.url)) return
    const path = pathOf(request)
    const isPage = request.headers.accept?.includes('text/html') ?? false
    if (path.startsWith('/api/setup') || !(isApi(request) || isPage)) return
    // Without a database each route says so itself.
    const found = is_over || (await isSetUp(database.session.pool).catch(() => null))
    if (found === null) return
    is_over = found
    if (is_over) return isSetupPage(path) ? reply.redirect('/') : undefined
    if (isApi(request))
      return reply.code(503).send({ success: false, code: 'unavailable', message: not_set_up })
    if (!isSetupPage(path)) return reply.redirect('/setup')
  })
}

const beginInput = z.strictObject({ token: z.string().min(1).max(100) })

const limited = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }

/** Runs work for the browser that owns the set-up. @throws notFound for every other one */
type Owned = <T>(request: FastifyRequest, work: (within: Within) => Promise<T>) => Promise<T>

const ownedBy =
  ({ database, clock, cookie }: HttpContext): Owned =>
  (request, work) =>
    inTransaction(database, async (tx) => {
      if (!(await ownsSetup(tx, clock, callerCookie(request, 'setup', cookie)))) throw notFound('Set-up')
      return work({ tx, clock })
    })

/** Calls of the set-up: `begin` takes the link, every other one the cookie of the browser that began. */
export function setupRoutes(app: FastifyInstance, context: HttpContext): void {
  const { database, clock, settings, cookie, security } = context
  holdBack(app, context)
  const within = ownedBy(context)
  app.get('/api/setup', limited, async (request) => {
    const facts = await inTransaction(database, async (tx) =>
      (await ownsSetup(tx, clock, callerCookie(request, 'setup', cookie))) ? setupFacts(tx, settings) : null,
    )
    return { success: true, data: { facts, message: not_set_up } }
  })
  app.post('/api/setup/begin', limited, async (request, reply) => {
    const { token } = parseInput(beginInput, request.body)
    const data = await inTransaction(database, async (tx) => {
      const browser = await beginSetup(tx, clock, token)
      sendCookie(reply, 'setup', browser, SETUP_BROWSER_SECONDS, cookie)
      return setupFacts(tx, settings)
    })
    await security.note({ kind: 'setting_changed', outcome: 'ok', says: 'Set-up: begun' })
    return { success: true, data }
  })
  stepRoutes(app, context, within)
  factorRoutes(app, context, within)
  mailRoutes(app, context, within)
  app.post('/api/setup/finish', limited, async (request, reply) => {
    const user_id = await within(request, async ({ tx }) => {
      const { you, business } = await holdSteps(tx)
      if (!you || !business || !(await hasYourFactor(tx, you.user_id)))
        throw precondition('Please enter yourself and the business first')
      await endSetup(tx, clock)
      return you.user_id
    })
    sendCookie(reply, 'setup', '', 0, cookie)
    await security.note({ kind: 'setting_changed', outcome: 'ok', user_id, says: 'Set-up: finished' })
    return { success: true, data: null }
  })
}

/** Steps that are one call each: its work, then the facts of the page. */
function stepRoutes(app: FastifyInstance, context: HttpContext, within: Owned) {
  const { database, clock, settings, security } = context
  type Work = (to: Within, body: unknown) => Promise<unknown>
  const taken = async (request: FastifyRequest, work: Work, says: string) => {
    const data = await within(request, async (to) => {
      await work(to, request.body)
      return setupFacts(to.tx, settings)
    })
    await security.note({ kind: 'setting_changed', outcome: 'ok', says: `Set-up: ${says}` })
    return { success: true, data }
  }
  const step = (path: string, work: Work, says: string) =>
    app.post(`/api/setup/${path}`, limited, (request) => taken(request, work, says))
  app.post('/api/setup/you', limited, async (request) => {
    // Checks the owner first, so that only the owner has passwords looked up.
    await within(request, async () => undefined)
    await checkYourPassword({ security, settings }, request.body)
    return taken(request, (to, body) => enterYou(to, settings, body), 'first user entered')
  })
  step('business', enterBusiness, 'business entered')
  step('mail/skip', (to, body) => skipMail(to, settings, body), 'addresses entered without mail')
  step('address', (to, body) => enterAddress(to, settings, body), 'public address checked')
  step('bank/skip', skipBank, 'bank accounts left for later')
  step('second/skip', skipSecond, 'second person left for later')
  /** A step that is a verb of the first user. */
  const performed = (
    path: string,
    prepare: (to: Within, body: unknown) => ReturnType<typeof bankAccountOf>,
  ) =>
    app.post(`/api/setup/${path}`, limited, async (request) => {
      const { viewer, action_id, input } = await within(request, (to) => prepare(to, request.body))
      await perform({ database, clock }, viewer, action_id, input, null)
      return { success: true, data: await within(request, ({ tx }) => setupFacts(tx, settings)) }
    })
  app.post('/api/setup/logo', limited, async (request) => {
    await keepLogo(context, await within(request, (to) => logoOf(to, request.body)))
    return { success: true, data: await within(request, ({ tx }) => setupFacts(tx, settings)) }
  })
  performed('bank', bankAccountOf)
  performed('second', (to, body) => secondPersonOf(to, settings, body))
}

/** The first user's second factor: an authenticator app, or a passkey. */
function factorRoutes(app: FastifyInstance, { settings, security }: HttpContext, within: Owned) {
  app.post('/api/setup/you/totp', limited, async (request) => ({
    success: true,
    data: await within(request, (to) => beginYourApp(to, settings)),
  }))
  app.post('/api/setup/you/totp/confirm', limited, async (request) => {
    const { user_id, recovery_codes } = await within(request, (to) =>
      confirmYourApp(to, settings, request.body),
    )
    await security.note({ kind: 'factor_added', outcome: 'ok', user_id })
    return { success: true, data: { recovery_codes } }
  })
  app.post('/api/setup/you/passkey', limited, async (request) => {
    const party = requireParty(settings, request)
    return { success: true, data: await within(request, (to) => beginYourPasskey(to, party)) }
  })
  app.post('/api/setup/you/passkey/confirm', limited, async (request) => {
    const party = requireParty(settings, request)
    const { user_id, done } = await within(request, (to) =>
      confirmYourPasskey(to, settings, party, request.body),
    )
    // After the commit, so that the challenge is used up.
    if (done === null) throw await refusedPasskey(security, { user_id, refused: 'new passkey' })
    await security.note({ kind: 'factor_added', outcome: 'ok', user_id, says: 'passkey' })
    return { success: true, data: done }
  })
}

/** The support address, proven by a code. */
function mailRoutes(app: FastifyInstance, { settings, cookie, security }: HttpContext, within: Owned) {
  app.post('/api/setup/mail', limited, async (request) => {
    const mail = await within(request, (to) => beginMail(to, settings, cookie.secret, request.body))
    await sendProbe(settings, {
      from: mail.from,
      to: mail.to,
      subject: 'The code for the set-up of Stint',
      text: `Your code is ${mail.code}. It is valid for 10 minutes.`,
    })
    return { success: true, data: await within(request, ({ tx }) => setupFacts(tx, settings)) }
  })
  app.post('/api/setup/mail/confirm', limited, async (request) => {
    // The refusal is thrown after the commit, so that its try counts.
    const refused = await within(request, (to) => confirmMail(to, settings, cookie.secret, request.body))
    if (refused !== null) throw refused
    await security.note({ kind: 'setting_changed', outcome: 'ok', says: 'Set-up: mail proven' })
    return { success: true, data: await within(request, ({ tx }) => setupFacts(tx, settings)) }
  })
}
