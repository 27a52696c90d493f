/** Calls of a change of sign-in address, and of the link that keeps second factors. No GET uses a link up. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { LoginDeps } from '../auth/auth-login.server.ts'
import { confirmedViewer, ownViewer } from '../auth/step-up-http.ts'
import type { HttpContext } from '../http/http-context.ts'
import { parseInput } from '../http/input-errors.ts'
import { askAddress, cancelAddress, openAddress } from './ask-address.server.ts'
import { confirmAddress, undoAddress } from './follow-address-link.server.ts'
import { keepFactors } from './keep-factors.server.ts'

const limited = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }
const nothing = z.strictObject({})

export function addressRoutes(app: FastifyInstance, context: HttpContext, deps: LoginDeps): void {
  app.get('/api/auth/email', async (request) => {
    const { user_id } = await ownViewer(context, request)
    return { success: true, data: { open: await openAddress(deps, user_id), sends_mail: deps.sends_mail } }
  })
  app.post('/api/auth/email', limited, async (request) => {
    await askAddress(deps, await confirmedViewer(context, request), request.body)
    return { success: true, data: null }
  })
  app.post('/api/auth/email/cancel', limited, async (request) => {
    parseInput(nothing, request.body)
    await cancelAddress(deps, await ownViewer(context, request))
    return { success: true, data: null }
  })
  app.post('/api/auth/email/confirm', limited, async (request) => {
    return { success: true, data: await confirmAddress(deps, request.body, request.ip) }
  })
  app.post('/api/auth/factors/keep', limited, async (request) => {
    await keepFactors(deps, request.body, request.ip)
    return { success: true, data: null }
  })
  app.post('/api/auth/email/undo', limited, async (request) => {
    return { success: true, data: await undoAddress(deps, request.body, request.ip) }
  })
}
