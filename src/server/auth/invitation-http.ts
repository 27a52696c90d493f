/** Calls of an invitation's page: its facts, and joining. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Begin, HttpContext } from '../http/http-context.ts'
import { perform } from '../perform.server.ts'
import { providersOf } from '../settings/settings-outside.ts'
import type { AnyVerb } from '../verb.ts'
import { acceptInvitation, readInvitation } from './auth-invitation.server.ts'
import { copyInvitationLink } from './auth-invitation-copy.server.ts'
import { type Caller, type LoginDeps, signIn } from './auth-login.server.ts'
import type { SecondStep } from './auth-second.server.ts'
import { switchContact } from './auth-session.server.ts'

type Parts = {
  readonly deps: LoginDeps
  readonly callerOf: (request: FastifyRequest) => Caller
  readonly begin: Begin
  /** Goes on where the role needs a second factor. */
  readonly answerStep: (reply: FastifyReply, step: SecondStep) => unknown
  readonly answerContext: (token: string) => Promise<unknown>
}

export function invitationRoutes(
  app: FastifyInstance,
  context: HttpContext,
  { deps, callerOf, begin, answerStep, answerContext }: Parts,
): void {
  const { database, clock } = context

  app.get<{ Params: { token: string } }>('/api/auth/invitation/:token', async (request) => ({
    success: true,
    data: await readInvitation(deps, request.params.token, request.ip, providersOf(context.settings)),
  }))

  app.post('/api/auth/invitation/accept', async (request, reply) => {
    const token = context.tokenOf(request.headers)
    const viewer = token === null ? null : await context.viewerOfToken(token)
    const joined = await acceptInvitation(deps, request.body, { ip: request.ip, viewer })
    // A session of the same person goes on, for the business they joined.
    if (token !== null && viewer?.user_id === joined.user_id) {
      await switchContact(database, clock, token, viewer, joined.business_contact_id)
      return answerContext(token)
    }
    const entered = await signIn(
      deps,
      { id: joined.user_id, is_active: true },
      callerOf(request),
      'invitation',
      { methods: ['pwd'], through: null },
    )
    if ('step' in entered) return answerStep(reply, entered)
    return begin(request, reply, entered)
  })

  app.post('/api/permission/resendUser', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const data = await perform(context, viewer, 'log.unconfirmed_user.resend', request.body ?? {}, null)
    return { success: true, data }
  })

  // No verb of the registry and without a key: no row keeps its answer.
  const copy = copyInvitationLink(context.settings)
  const verbs: ReadonlyMap<string, AnyVerb> = new Map([[copy.action_id, copy]])
  app.post('/api/permission/invitationLink', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const data = await perform({ ...context, verbs }, viewer, copy.action_id, request.body ?? {}, null)
    return { success: true, data }
  })
}
