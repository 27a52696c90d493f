import type { FastifyInstance } from 'fastify'
import { bearerOf } from '../machine/machines.server.ts'
import type { HttpContext } from './http-context.ts'
import { isApi } from './http-errors.ts'
import { addressKey } from './http-limits.ts'

const SIGN_IN = /^\/api\/auth\//
const HEALTH = /^\/api\/health(\?|$)/

/** Limits the calls a second of an address without a session. Health is never refused. */
export function limitStrangers(app: FastifyInstance, context: HttpContext): void {
  app.addHook('onRequest', async (request) => {
    // Calls with a token have limits of their own; a bad one counts as a stranger's (machines.server.ts).
    if (bearerOf(request.headers.authorization) !== null) return
    if (isApi(request) && !HEALTH.test(request.url) && context.tokenOf(request.headers) === null) {
      await context.rates.address(addressKey(request.ip))
      if (!SIGN_IN.test(request.url)) context.shedding.admit('stranger')
    }
  })
}
