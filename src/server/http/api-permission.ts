/** The action runner and the unique check (spec §7, permission). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { importStatement } from '#business/bank/import-statement.server.ts'
import { applyImport } from '#business/imports/apply-import.server.ts'
import { startExport } from '#business/platform/start-export.server.ts'
import { verbs } from '#business/verbs.ts'
import { errorText } from '#kernel/messages.ts'
import { perform } from '../perform.server.ts'
import { requestFacts } from '../security/request-facts.ts'
import type { ShedKind } from '../turns/shed.rules.ts'
import { ActionDuplicates } from './action-duplicates.ts'
import { isUnique } from './api-unique.server.ts'
import { goneOf } from './client-gone.ts'
import type { HttpContext } from './http-context.ts'
import { parseInput } from './input-errors.ts'

const actionBody = z.object({
  action_id: z.string().max(200).optional(),
  /** Chosen by the caller; sent again with a repeat of the same call. */
  idempotency_key: z.string().nullish(),
})

/** The input apart from the call around it: its faults are named by the verb, under its own fields. */
function partsOf(body: unknown): { input: unknown; call: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { input: undefined, call: body }
  const { input, ...call } = body as Record<string, unknown> // No list and not null, as was asked.
  return { input, call }
}

/** Actions that an overloaded server sheds. */
const shed_kinds: Readonly<Record<string, ShedKind>> = {
  [startExport.action_id]: 'export',
  [applyImport.action_id]: 'import',
  [importStatement.action_id]: 'import',
}

/** POST /api/permission/action: every verb is done through it (spec §7). */
export function permissionRoutes(app: FastifyInstance, context: HttpContext): void {
  const duplicates = new ActionDuplicates()
  app.post('/api/permission/action', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const { input, call } = partsOf(request.body)
    const { action_id, idempotency_key } = parseInput(actionBody, call)
    if (!action_id) {
      // Spec §8: logs, returns nothing.
      request.log.warn(errorText.missing_action_id)
      return reply.code(204).send()
    }
    const facts = requestFacts()
    // Text of a caller until it names an action.
    if (facts && verbs.has(action_id)) facts.action_id = action_id
    context.shedding.admit(shed_kinds[action_id] ?? 'other')
    // A bank's statement comes as a file does.
    const turns = action_id === importStatement.action_id ? context.turns.upload : context.turns.verb
    const performed = () => perform(context, viewer, action_id, input ?? {}, idempotency_key ?? null)
    const data = await duplicates.run(viewer.user_id, action_id, () =>
      turns.take(viewer, performed, { gone: () => goneOf(reply) }),
    )
    return { success: true, data }
  })

  const limited = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }
  app.post('/api/permission/unique', limited, async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    request.log.info({ user_id: viewer.user_id }, 'unique check')
    return { success: true, data: { unique: await isUnique(context.database, request.body) } }
  })
}
