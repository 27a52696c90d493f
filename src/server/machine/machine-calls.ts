/** Calls of programs over HTTP: their routes, limits and headers. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '#entity/access.ts'
import { invalid, isStintError, notAllowed } from '#kernel/errors.ts'
import { factsOfRequest } from '../security/request-facts.ts'
import type { DayBudget } from '../turns/day-budget.server.ts'
import type { Machines } from './machines.server.ts'
import { type Left, token_limits } from './permits.server.ts'

/** Routes that take a token; every other one is for people. */
const ROUTES = [
  /^\/api\/permission\/(?:action|query|unique|metadata|hasuraAction)$/,
  /^\/api\/changeRequest\/createRequest$/,
  /^\/api\/(?:storage|pdf|v1)\//,
  /^\/(?:v1\/)?graphql$/,
]

/** @throws notAllowed on routes for people alone */
export function requireTokenRoute({ url }: Pick<FastifyRequest, 'url'>): void {
  const [path = ''] = url.split('?')
  if (!ROUTES.some((route) => route.test(path))) throw notAllowed('A token cannot be used here')
}

function tellLimit(reply: FastifyReply | undefined, { remaining, seconds }: Left): void {
  void reply
    ?.header('ratelimit-policy', `"token";q=${token_limits.call};w=60`)
    .header('ratelimit', `"token";r=${remaining};t=${seconds}`)
}

type Read = (request: FastifyRequest, reply: FastifyReply | undefined, text: string) => Promise<Viewer>

/** The viewer of a call, read and counted once a request. */
export function openMachineCalls({ read, permits }: Machines): Read {
  const known = new WeakMap<FastifyRequest, Promise<Viewer>>()
  const viewerOf: Read = async (request, reply, text) => {
    // The token is checked before the route: a bad token gets the same answer on every route.
    const { viewer, token_id } = await read(text, request.ip)
    requireTokenRoute(request)
    const facts = factsOfRequest(request)
    if (facts) facts.viewer = viewer
    const end = permits.begin(token_id)
    if (reply) reply.raw.once('close', end)
    else end()
    try {
      tellLimit(reply, await permits.take(token_id, 'call'))
    } catch (error) {
      if (isStintError(error)) tellLimit(reply, { remaining: 0, seconds: error.retry_after_seconds ?? 0 })
      throw error
    }
    return viewer
  }
  return (request, reply, text) => {
    const before = known.get(request)
    if (before !== undefined) return before
    const viewer = viewerOf(request, reply, text)
    known.set(request, viewer)
    return viewer
  }
}

/**
 * The key of a changing call: people may leave it out, programs may not. Counts the change.
 * @throws invalid, tooMany
 */
export async function keyOfChange(
  { machines, budget }: { readonly machines: Machines; readonly budget: DayBudget },
  request: FastifyRequest,
  viewer: Viewer,
  sent: string | null | undefined,
): Promise<string | null> {
  const header = request.headers['idempotency-key']
  const key = sent ?? (typeof header === 'string' ? header : null)
  if (viewer.token === null) {
    await budget.take(viewer, 'change')
    return key
  }
  if (key === null) throw invalid({}, 'Send an Idempotency-Key header')
  await machines.permits.take(viewer.token.id, 'change')
  return key
}
