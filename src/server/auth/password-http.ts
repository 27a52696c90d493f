/** Calls of forgotten and changed passwords. No GET uses a link up. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HttpContext } from '../http/http-context.ts'
import type { Caller, LoginDeps } from './auth-login.server.ts'
import { changePassword } from './auth-password-change.server.ts'
import { askReset, resetPassword } from './auth-reset.server.ts'
import { confirmedViewer } from './step-up-http.ts'

const limited = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }
const done = { success: true }

export function passwordRoutes(
  app: FastifyInstance,
  context: HttpContext,
  deps: LoginDeps,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  app.get('/api/auth/forgot', async () => ({ success: true, data: { sends_mail: deps.sends_mail } }))
  app.post('/api/auth/forgot', limited, async (request) => {
    await askReset(deps, request.body, request.ip)
    return done
  })
  app.post('/api/auth/reset', limited, async (request) => {
    await resetPassword(deps, request.body, request.ip)
    return done
  })
  app.post('/api/auth/password', limited, async (request) => {
    const viewer = await confirmedViewer(context, request)
    await changePassword(deps, request.body, { viewer, caller: callerOf(request) })
    return done
  })
}
