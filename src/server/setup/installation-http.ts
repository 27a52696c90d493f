/** The set-up again, for an administrator of the provider: its present state, and the proof that mail arrives. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '#entity/access.ts'
import { notFound } from '#kernel/errors.ts'
import { confirmedViewer } from '../auth/step-up-http.ts'
import type { HttpContext } from '../http/http-context.ts'
import { sendProbe } from '../mail/mail-probe.server.ts'
import { inTransaction } from '../tx.ts'
import { installationFacts } from './installation.server.ts'
import { beginMail, confirmMail, skipMail } from './setup-mail.server.ts'

const limited = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }

/** @throws notFound for everybody but the provider's administrators */
function requireAdmin<V extends Pick<Viewer, 'roles'>>(viewer: V): V {
  if (!viewer.roles.includes('provider_admin')) throw notFound('Page')
  return viewer
}

export function installationRoutes(app: FastifyInstance, context: HttpContext): void {
  const { database, clock, settings, cookie, security } = context
  const factsFor = (viewer: Viewer) =>
    inTransaction(database, (tx) => installationFacts(tx, settings, viewer))
  /** Roles are judged before the confirmation is asked for. */
  const admin = async (request: FastifyRequest) => {
    requireAdmin(await context.viewerOf(request))
    return requireAdmin(await confirmedViewer(context, request))
  }
  const note = ({ user_id }: Viewer, says: string) =>
    security.note({ kind: 'setting_changed', outcome: 'ok', user_id, says: `Installation: ${says}` })

  app.get('/api/installation', limited, async (request) => ({
    success: true,
    data: await factsFor(requireAdmin(await context.viewerOf(request))),
  }))
  app.post('/api/installation/mail', limited, async (request) => {
    const viewer = await admin(request)
    const mail = await inTransaction(database, (tx) =>
      beginMail({ tx, clock }, settings, cookie.secret, request.body),
    )
    await sendProbe(settings, {
      from: mail.from,
      to: mail.to,
      subject: 'The code for the mail addresses of Stint',
      text: `Your code is ${mail.code}. It is valid for 10 minutes.`,
    })
    return { success: true, data: await factsFor(viewer) }
  })
  app.post('/api/installation/mail/confirm', limited, async (request) => {
    const viewer = await admin(request)
    // The refusal is thrown after the commit, so that its try counts.
    const refused = await inTransaction(database, (tx) =>
      confirmMail({ tx, clock }, settings, cookie.secret, request.body, viewer.user_id),
    )
    if (refused !== null) throw refused
    await note(viewer, 'mail proven')
    return { success: true, data: await factsFor(viewer) }
  })
  app.post('/api/installation/mail/skip', limited, async (request) => {
    const viewer = await admin(request)
    await inTransaction(database, (tx) => skipMail({ tx, clock }, settings, request.body, viewer.user_id))
    await note(viewer, 'addresses entered without mail')
    return { success: true, data: await factsFor(viewer) }
  })
}
