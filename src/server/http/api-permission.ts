/** The action runner and the unique check (spec §7, permission). */
import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import { verbs } from '#business/verbs.ts'
import { Allowance } from '#data/allowance.ts'
import { LIMITS } from '#data/limits.ts'
import { isStintError, tooMany } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { countUnique } from '../auth/auth-throttle.server.ts'
import { contract_path, openApi } from '../machine/openapi.ts'
import { openActions, partsOf } from './action-runner.ts'
import { askUnique } from './api-unique.server.ts'
import { type HttpContext, requireSamePerson } from './http-context.ts'
import { parseInput } from './input-errors.ts'
import { namedCalls } from './named-calls.ts'
import { SignedOutError } from './signed-out.ts'

const actionBody = z.strictObject({
  action_id: z.string().max(200).optional(),
  /** Chosen by the caller; sent again with a repeat of the same call. */
  idempotency_key: z.string().nullish(),
  /** Whether the page shows that somebody acts as somebody else (spec §7). */
  impersonated: z.boolean().nullish(),
})

/** POST /api/permission/action: every verb is done through it (spec §7). */
export function permissionRoutes(app: FastifyInstance, context: HttpContext): void {
  const run = openActions(context)
  namedCalls(app, context, run)
  app.post('/api/permission/action', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const { input, call } = partsOf(request.body)
    const { action_id, idempotency_key: key, impersonated } = parseInput(actionBody, call)
    if (impersonated != null) requireSamePerson(viewer, impersonated)
    if (!action_id) {
      // Spec §8: logs, returns nothing.
      request.log.warn(errorText.missing_action_id)
      return reply.code(204).send()
    }
    return { success: true, data: await run({ request, reply, viewer }, { action_id, input, key }) }
  })

  // The bare input: the address names the action (docs/api.md).
  app.post<{ Params: { action_id: string } }>('/api/v1/actions/:action_id', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const { action_id } = request.params
    const data = await run({ request, reply, viewer }, { action_id, input: request.body, key: null })
    return { success: true, data }
  })

  app.get('/api/v1/actions', async (request, reply) => {
    await context.viewerOf(request, reply)
    const open = [...verbs.values()].filter(({ machine }) => machine === 'allowed')
    return {
      success: true,
      data: open.map(({ action_id, summary, since }) => ({ action_id, summary, since })),
    }
  })

  // Open: it lists the actions of the product, and nothing of a business.
  let contract: string | undefined
  app.get(contract_path, (_request, reply) => {
    contract ??= JSON.stringify(openApi(verbs.values()))
    return reply.type('application/json').header('cache-control', 'public, max-age=300').send(contract)
  })

  uniqueRoute(app, context)
}

/** Is an identifier free? A failure counts as not unique (spec §8), a limit does not: it is of the person. */
function uniqueRoute(app: FastifyInstance, context: HttpContext): void {
  const { database, cookie, clock } = context
  const taken = new Allowance(LIMITS.duplicates_a_minute, 'refused duplicates')
  const thrown: readonly unknown[] = ['not_allowed', 'too_many']
  const options: RouteShorthandOptions = {
    errorHandler: (error, request, reply) => {
      if (error instanceof SignedOutError || (isStintError(error) && thrown.includes(error.code))) throw error
      request.log.warn({ err: error }, 'unique check failed')
      void reply.code(200).send({ success: true, data: { unique: false } })
    },
  }
  app.post('/api/permission/unique', options, async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const { user_id } = viewer
    request.log.info({ user_id }, 'unique check')
    if (taken.isSpent(user_id))
      throw tooMany('Too many values that exist already. Please try again in a minute', 60)
    await countUnique(database.session.pool, cookie.secret, user_id, clock.now())
    const answer = await askUnique(database, viewer, request.body)
    if (answer === 'taken') taken.note(user_id)
    return { success: true, data: { unique: answer === 'free' } }
  })
}
