/** POST /api/permission/query (spec §7, Product API): a list fetch or an operation list, answered by the data endpoint. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import { conflict, invalid, notAllowed } from '#kernel/errors.ts'
import { UnavailableError } from '#server/failure.ts'
import { goneOf } from '#server/http/client-gone.ts'
import type { HttpContext } from '#server/http/http-context.ts'
import { parseInput } from '#server/http/input-errors.ts'
import type { DataEndpoint, DataRequest } from './execute.server.ts'
import { DataFault } from './fault.ts'
import { LIMITS } from './limits.ts'
import {
  type FetchedList,
  fetchList,
  type ListFetch,
  list_fetch,
  listRequestOf,
} from './list-fetch.server.ts'
import { mutationOf, operations } from './operation-list.server.ts'
import { name } from './query-parts.ts'
import { catalog } from './registry.ts'

const fetches = z.strictObject({ list: list_fetch })
const several = z.strictObject({ lists: z.record(name, list_fetch) })
const changes = z.strictObject({ operations, name: name.optional(), action_id: z.string().optional() })

/** A refusal of the endpoint as a failed call of the product's own (spec §7: the success flag, a message, a code). */
function failed({ message, code }: { message: string; code: string }): Error {
  switch (code) {
    case 'permission-error':
    case 'access-denied':
      return notAllowed(message)
    case 'constraint-violation':
      return conflict(message)
    case 'busy':
    case 'time-limit-exceeded':
      return new UnavailableError(message)
    case 'unexpected':
      return new Error('The data endpoint failed; its own log says how.')
    default:
      return invalid({}, message)
  }
}

/** The data endpoint as the viewer. */
type Ask = (request: DataRequest) => Promise<string>

async function fetched(ask: Ask, viewer: Viewer, list: ListFetch): Promise<FetchedList> {
  return fetchList(ask, listRequestOf(catalog(), viewer, list), list)
}

async function changed(ask: Ask, body: unknown): Promise<unknown> {
  const asked = parseInput(changes, body)
  const request = mutationOf(asked.operations, asked.name)
  const text = await ask({ ...request, action_id: asked.action_id ?? null })
  const { data, errors } = JSON.parse(text) as {
    data?: unknown
    errors?: [{ message: string; extensions: { code: string } }]
  } // The endpoint's own shape.
  if (errors) throw failed({ message: errors[0].message, code: errors[0].extensions.code })
  return data
}

const has = (body: unknown, key: string) =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, key)

async function answer(ask: Ask, viewer: Viewer, body: unknown): Promise<unknown> {
  if (has(body, 'operations')) return changed(ask, body)
  if (!has(body, 'lists')) return fetched(ask, viewer, parseInput(fetches, body).list)
  const lists = Object.entries(parseInput(several, body).lists)
  if (lists.length > LIMITS.batch) throw invalid({ lists: `At most ${LIMITS.batch} lists at once` })
  const all: [string, FetchedList][] = []
  for (const [alias, list] of lists) all.push([alias, await fetched(ask, viewer, list)])
  return Object.fromEntries(all)
}

const faultsOf = (data: unknown): FetchedList[] =>
  (typeof data === 'object' && data !== null ? [data, ...Object.values(data)] : []).filter(
    (one): one is FetchedList => typeof one === 'object' && one !== null && 'retry' in one,
  )

/** POST /api/permission/query: list fetches and operations without GraphQL (docs/data-api.md). */
export function queryRoutes(app: FastifyInstance, context: HttpContext, endpoint: DataEndpoint): void {
  app.post('/api/permission/query', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    try {
      const { read, verb } = context.turns
      const is_write = has(request.body, 'operations')
      if (is_write) await context.budget.take(viewer, 'change')
      const turns = is_write ? verb : read
      const count = await context.budget.beginRead(viewer)
      const ask: Ask = async (one) => {
        const text = await endpoint.execute(viewer, one)
        count(text)
        return text
      }
      const answered = () => answer(ask, viewer, request.body)
      const data = await turns.take(viewer, answered, { gone: () => goneOf(reply) })
      // Spec §7.3: zeros and an empty list for the reader, the fault for the log.
      for (const { retry } of faultsOf(data)) request.log.warn({ retry }, 'list could not be fetched')
      return { success: true, data }
    } catch (error) {
      throw error instanceof DataFault ? failed(error) : error
    }
  })
}
