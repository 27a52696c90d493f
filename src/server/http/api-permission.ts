/** The action runner and the unique check (spec §7, permission). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { importStatement } from '#business/bank/import-statement.server.ts'
import { applyImport } from '#business/imports/apply-import.server.ts'
import { startExport } from '#business/platform/start-export.server.ts'
import { verbs } from '#business/verbs.ts'
import type { Viewer } from '#entity/access.ts'
import { errorText } from '#kernel/messages.ts'
import { keyOfChange } from '../machine/machine-calls.ts'
import { contract_path, openApi } from '../machine/openapi.ts'
import { perform } from '../perform.server.ts'
import { requestFacts } from '../security/request-facts.ts'
import type { ShedKind } from '../turns/shed.rules.ts'
import { ActionDuplicates } from './action-duplicates.ts'
import { isUnique } from './api-unique.server.ts'
import { goneOf } from './client-gone.ts'
import type { HttpContext } from './http-context.ts'
import { parseInput } from './input-errors.ts'

/** Proves that the person confirmed this very call. */
const step_up_header = 'x-stint-step-up'

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

type Call = { readonly action_id: string; readonly input: unknown; readonly key: string | null | undefined }

/** Performs actions for callers over HTTP. */
export type ActionRunner = (
  caller: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly viewer: Viewer },
  call: Call,
) => Promise<unknown>

export function openActions(context: HttpContext): ActionRunner {
  const duplicates = new ActionDuplicates()
  return async ({ request, reply, viewer }, { action_id, input, key: sent }) => {
    const facts = requestFacts()
    // Text of a caller until it names an action.
    if (facts && verbs.has(action_id)) facts.action_id = action_id
    context.shedding.admit(shed_kinds[action_id] ?? 'other')
    const isReading = verbs.get(action_id)?.is_reading ?? false
    const key = isReading ? (sent ?? null) : await keyOfChange(context, request, viewer, sent)
    // A bank's statement comes as a file does.
    const turns = action_id === importStatement.action_id ? context.turns.upload : context.turns.verb
    const confirmed = request.headers[step_up_header]
    const step_up_token = typeof confirmed === 'string' ? confirmed : null
    const deps = {
      ...context,
      step_up_token,
      onRepeat: () => void reply.header('idempotent-replayed', 'true'),
    }
    const performed = () => perform(deps, viewer, action_id, input ?? {}, key)
    return duplicates.run(viewer.user_id, action_id, () =>
      turns.take(viewer, performed, { gone: () => goneOf(reply) }),
    )
  }
}

/** POST /api/permission/action: every verb is done through it (spec §7). */
export function permissionRoutes(app: FastifyInstance, context: HttpContext): void {
  const run = openActions(context)
  app.post('/api/permission/action', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const { input, call } = partsOf(request.body)
    const { action_id, idempotency_key: key } = parseInput(actionBody, call)
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

  // Open: it says what the program can do, and nothing of a business.
  let contract: string | undefined
  app.get(contract_path, (_request, reply) => {
    contract ??= JSON.stringify(openApi(verbs.values()))
    return reply.type('application/json').header('cache-control', 'public, max-age=300').send(contract)
  })

  const limited = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }
  app.post('/api/permission/unique', limited, async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    request.log.info({ user_id: viewer.user_id }, 'unique check')
    return { success: true, data: { unique: await isUnique(context.database, request.body) } }
  })
}
