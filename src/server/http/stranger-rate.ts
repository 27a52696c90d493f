import type { FastifyInstance } from 'fastify'
import type { HttpContext } from './http-context.ts'
import { isApi } from './http-errors.ts'
import { addressKey } from './http-limits.ts'

const SIGN_IN = /^\/api\/auth\//
const HEALTH = /^\/api\/health(\?|$)/

/** Limits the calls a second of an address without a session. Health is never refused. */
export function limitStrangers(app: FastifyInstance, context: HttpContext): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isApi(request) && !HEALTH.test(request.url) && context.tokenOf(request.headers) === null) {
      context.rates.address(addressKey(request.ip))
      if (!SIGN_IN.test(request.url)) context.shedding.admit('stranger')
    }
    done()
  })
}
