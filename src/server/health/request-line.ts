/** One line of the process log for each request, and its numbers. A field that is not named here is not written. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApi } from '../http/http-errors.ts'
import { isHealthPath } from '../http/served-host.ts'
import { factsOfRequest } from '../security/request-facts.ts'
import { http_requests, http_seconds } from './metrics.ts'

/** No query string, body, header, parameter or text of a row. */
type RequestLine = {
  readonly request_id: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
  readonly bytes: number | null
  readonly user_id: string | null
  readonly impersonator_id: string | null
  readonly business_id: string | null
  readonly action_id: string | null
  readonly code: string | null
}

function lineOf(request: FastifyRequest, reply: FastifyReply, route: string): RequestLine {
  const facts = factsOfRequest(request)
  const length = Number(reply.getHeader('content-length') ?? Number.NaN)
  return {
    request_id: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    bytes: Number.isNaN(length) ? null : length,
    user_id: facts?.viewer?.user_id ?? null,
    impersonator_id: facts?.viewer?.impersonator_user_id ?? null,
    business_id: facts?.viewer?.business_id ?? null,
    action_id: facts?.action_id ?? null,
    code: facts?.code ?? null,
  }
}

export function noteRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    // An unknown address is no label: strangers could make thousands.
    const route = request.routeOptions.url ?? 'other'
    http_requests.inc({ route, method: request.method, status: String(reply.statusCode) })
    http_seconds.observe({ route }, reply.elapsedTime / 1000)
    const line = lineOf(request, reply, route)
    const isNoise = isHealthPath(request.url) || !isApi(request)
    request.log[isNoise ? 'debug' : 'info'](line, 'request')
    done()
  })
}
