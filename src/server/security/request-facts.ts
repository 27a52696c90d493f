/** Facts of the request under way, for the security log: every layer below a route may write an event. */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '#entity/access.ts'
import type { Log } from '../log.ts'

export type RequestFacts = {
  readonly request_id: string
  readonly ip: string
  readonly user_agent: string
  readonly log: Pick<Log, 'info'>
  /** Set as soon as the session is read. */
  viewer: Viewer | null
  /** Set by the runner of actions. */
  action_id: string | null
  /** The code of a refusal. */
  code: string | null
}

const storage = new AsyncLocalStorage<RequestFacts>()

const kept = new WeakMap<FastifyRequest, RequestFacts>()

export const requestFacts = (): RequestFacts | undefined => storage.getStore()

/** The same after the answer, outside the request's own context. */
export const factsOfRequest = (request: FastifyRequest): RequestFacts | undefined => kept.get(request)

/** Opens the facts of each request. The body's reader runs elsewhere, so they are entered again after it. */
export function keepRequestFacts(app: FastifyInstance): void {
  const scopes = new WeakMap<FastifyRequest, AsyncResource>()
  app.addHook('onRequest', (request, _reply, done) => {
    const facts: RequestFacts = {
      request_id: request.id,
      ip: request.ip,
      user_agent: (request.headers['user-agent'] ?? '').slice(0, 400),
      log: request.log,
      viewer: null,
      action_id: null,
      code: null,
    }
    kept.set(request, facts)
    storage.run(facts, () => {
      const scope = new AsyncResource('request facts')
      scopes.set(request, scope)
      scope.runInAsyncScope(done, request)
    })
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const scope = scopes.get(request)
    if (scope) scope.runInAsyncScope(done, request)
    else done()
  })
}
