/** The browser's way into a session that acts as somebody else, and back (people, impersonation). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endImpersonation } from '#business/impersonation/end-impersonation.server.ts'
import { startImpersonation } from '#business/impersonation/start-impersonation.server.ts'
import type { Viewer } from '#entity/access.ts'
import { notAllowed } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { actingToken, returningToken } from '../auth/auth-acting.server.ts'
import { type HttpContext, sendSession } from './http-context.ts'

type Caller = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly viewer: Viewer }

/** The cookie that follows from an action: tokens are in no answer. A repeat of a lost answer gives it again. */
export async function passSession(
  { database, clock, cookie, tokenOf }: HttpContext,
  { request, reply, viewer }: Caller,
  action_id: string,
  data: unknown,
): Promise<void> {
  if (action_id === startImpersonation.action_id) {
    const { id } = data as { id: string } // The answer of that verb.
    const token = await actingToken(database, clock, viewer, id)
    if (token !== null) sendSession(reply, token, cookie)
  }
  if (action_id === endImpersonation.action_id && viewer.impersonator_user_id !== null) {
    const own = tokenOf(request.headers)
    const token = own === null ? null : await returningToken(database, clock, own)
    if (token !== null) sendSession(reply, token, cookie)
  }
}

/** Puts the browser back into the previous session after its acting session. @returns its token */
export async function returnToFirst(
  { database, clock, cookie, tokenOf, viewerOfToken }: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const own = tokenOf(request.headers)
  if (own === null || (await viewerOfToken(own)) !== null) return null
  const first = await returningToken(database, clock, own)
  if (first === null || (await viewerOfToken(first)) === null) return null
  sendSession(reply, first, cookie)
  return first
}

const open_calls = ['/api/auth/session', '/api/auth/logout']

/** Signing in, factors, passwords, sessions: nobody touches them for somebody else. */
export function refuseActing(
  app: FastifyInstance,
  { tokenOf, viewerOfToken }: Pick<HttpContext, 'tokenOf' | 'viewerOfToken'>,
): void {
  app.addHook('preHandler', async (request) => {
    const path = request.routeOptions.url ?? ''
    if (!path.startsWith('/api/auth/') || open_calls.includes(path)) return
    const token = tokenOf(request.headers)
    const viewer = token === null ? null : await viewerOfToken(token)
    if (viewer && viewer.impersonator_user_id !== null) throw notAllowed(errorText.impersonating)
  })
}
