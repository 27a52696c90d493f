/** The data endpoint over HTTP: POST /graphql and /v1/graphql, in the dialect's manners (data-endpoint.md). */
import { isUtf8 } from 'node:buffer'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { entities } from '#business/entities.ts'
import type { Viewer } from '#entity/access.ts'
import { rootName } from '#entity/entity.ts'
import { isStintError } from '#kernel/errors.ts'
import { ShedError } from '#server/failure.ts'
import { goneOf } from '#server/http/client-gone.ts'
import type { HttpContext } from '#server/http/http-context.ts'
import { BadTokenError, SignedOutError } from '#server/http/signed-out.ts'
import { noteFault, noteRefusal } from '#server/security/security-log.server.ts'
import { CallerGone } from '#server/turns/turns.ts'
import { type DataEndpoint, type DataRequest, endpointOf } from './execute.server.ts'
import { DataFault, faultBody, faultOf } from './fault.ts'
import { graphiqlRoutes } from './graphiql-page.server.ts'
import { LIMITS } from './limits.ts'
import { LiveQueries } from './live/live.server.ts'
import { serveSockets } from './live/socket.server.ts'
import { readingKind } from './logged-fields.ts'
import { isJsonDeeper } from './nesting.ts'
import { queryRoutes } from './query-http.server.ts'

const PATHS = ['/graphql', '/v1/graphql'] as const
const JSON_TYPE = 'application/json; charset=utf-8'

/** A body as one request. The endpoint reads its contents. */
function requestOf(body: unknown): DataRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new DataFault('invalid-json', 'the body must be an object with the key "query"')
  }
  return body as DataRequest // Every key is checked where it is used.
}

async function answer(endpoint: DataEndpoint, viewer: Viewer, body: unknown): Promise<string> {
  if (!Array.isArray(body)) return endpoint.execute(viewer, requestOf(body))
  if (body.length > LIMITS.batch)
    throw new DataFault('limit-exceeded', `a batch has more than ${LIMITS.batch} requests`)
  const answers: string[] = []
  // One after the other: a batch takes one turn.
  for (const one of body) answers.push(await endpoint.execute(viewer, requestOf(one)))
  return `[${answers.join(',')}]`
}

const pluralsOf = (types: readonly string[]): string =>
  Object.values(entities)
    .filter((entity) => types.includes(rootName(entity)))
    .map(({ plural }) => plural)
    .join(', ')

/** A mutation takes the turn of an action. Its document cannot be without the word. */
const isWrite = (body: unknown): boolean =>
  [body].flat().some((one) => {
    const query: unknown = typeof one === 'object' && one !== null && 'query' in one ? one.query : null
    return typeof query === 'string' && query.includes('mutation')
  })

/** Faults before the endpoint's own: no session, or a body that is no JSON. */
function refuse(
  error: FastifyError | DataFault | SignedOutError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  void reply.type(JSON_TYPE)
  if (error instanceof DataFault) return reply.send(faultBody(error))
  if (error instanceof CallerGone) return reply.code(499).send()
  if (error instanceof ShedError)
    return reply
      .code(503)
      .header('retry-after', String(error.retry_after_seconds))
      .send(faultBody(faultOf(error)))
  if (isStintError(error) && error.code === 'too_many')
    return reply
      .code(429)
      .header('retry-after', String(error.retry_after_seconds))
      .send(faultBody(faultOf(error)))
  if (error instanceof SignedOutError) {
    if (error instanceof BadTokenError) void reply.header('www-authenticate', 'Bearer')
    return reply.code(401).send(faultBody(new DataFault('access-denied', error.message)))
  }
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (status === 413)
    return reply.code(413).send(faultBody(new DataFault('limit-exceeded', 'the request is too large')))
  if (status === 415)
    return reply
      .code(415)
      .send(faultBody(new DataFault('invalid-json', 'the request must be application/json')))
  if (status >= 400 && status < 500 && 'code' in error && error.code?.startsWith('FST_')) {
    return reply
      .code(status)
      .send(faultBody(new DataFault('invalid-json', 'the request body is not valid JSON')))
  }
  if ('code' in error && error.code === 'not_allowed') {
    return reply.code(403).send(faultBody(new DataFault('access-denied', error.message)))
  }
  if (isStintError(error) && error.code === 'invalid')
    return reply.code(400).send(faultBody(new DataFault('access-denied', error.message)))
  request.log.error({ err: error }, 'data request failed')
  return reply.code(status >= 500 ? 500 : status).send(faultBody(faultOf(error)))
}

/**
 * Refuses bytes that are no UTF-8, because they would be stored as other characters, and absurd nesting, before the
 * parser meets it.
 */
function refuseBrokenText(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  const options = { parseAs: 'buffer', bodyLimit: LIMITS.body_bytes } as const
  scope.addContentTypeParser<Buffer>('application/json', options, (request, body, done) => {
    if (!isUtf8(body)) done(new DataFault('invalid-json', 'the request body is not valid UTF-8'))
    else if (isJsonDeeper(body, LIMITS.nesting))
      done(new DataFault('limit-exceeded', 'the request is nested too deeply'))
    else void parse(request, body.toString(), done)
  })
}

/** Registers the endpoint's routes. */
export async function dataRoutes(app: FastifyInstance, context: HttpContext): Promise<void> {
  const { database, clock, log, settings } = context
  const onError = (error: unknown) => log.error({ err: error }, 'data statement failed')
  const onCost = (cost: number) => {
    if (cost > LIMITS.shed_cost) context.shedding.admit('costly_read')
  }
  const onReading = async (viewer: Viewer, types: readonly string[], request: DataRequest) => {
    for (const [kind, own] of Map.groupBy(types, readingKind))
      await context.readings.note(viewer, { kind, what: pluralsOf(own), request })
  }
  const onRefusal = (viewer: Viewer, code: string) => noteFault(context.security, viewer, code)
  const endpoint = endpointOf({ database, clock, onError, onCost, onReading, onRefusal })
  const { turns } = context
  const live = new LiveQueries({ database, clock, onError, batch: settings.liveBatch })
  const sockets = serveSockets(app.server, { endpoint, live }, context)
  queryRoutes(app, context, endpoint)
  graphiqlRoutes(app, context)
  app.addHook('preClose', async () => {
    sockets.close()
    live.close()
  })
  await app.register((scope, _options, done) => {
    scope.setErrorHandler<FastifyError | DataFault | SignedOutError>(async (error, request, reply) => {
      if (isStintError(error) && error.code === 'too_many') await noteRefusal(context.security, 'too_many')
      return refuse(error, request, reply)
    })
    refuseBrokenText(scope)
    // Before the body: nothing is read for signed-out callers.
    const viewers = new WeakMap<FastifyRequest, Viewer>()
    scope.addHook('onRequest', async (request, reply) => {
      viewers.set(request, await context.viewerOf(request, reply))
    })
    for (const path of PATHS) {
      scope.post(path, { bodyLimit: LIMITS.body_bytes }, async (request, reply) => {
        const viewer = viewers.get(request)
        if (!viewer) throw new SignedOutError()
        const is_write = isWrite(request.body)
        if (is_write) await context.budget.take(viewer, 'change')
        const taken = is_write ? turns.verb : turns.read
        const answered = () => context.budget.read(viewer, () => answer(endpoint, viewer, request.body))
        const body = await taken.take(viewer, answered, { gone: () => goneOf(reply) })
        return reply.type(JSON_TYPE).header('cache-control', 'no-store').send(body)
      })
    }
    done()
  })
}
