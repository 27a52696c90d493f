/** Runs actions for callers over HTTP: turns, keys, confirmations. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { importStatement } from '#business/bank/import-statement.server.ts'
import { applyImport } from '#business/imports/apply-import.server.ts'
import { startExport } from '#business/platform/start-export.server.ts'
import { verbs } from '#business/verbs.ts'
import type { Viewer } from '#entity/access.ts'
import { keyOfChange } from '../machine/machine-calls.ts'
import { perform } from '../perform.server.ts'
import { requestFacts } from '../security/request-facts.ts'
import type { ShedKind } from '../turns/shed.rules.ts'
import { passSession } from './acting-http.ts'
import { ActionDuplicates } from './action-duplicates.ts'
import { goneOf } from './client-gone.ts'
import type { HttpContext } from './http-context.ts'

/** Proves that the person confirmed this very call. */
const step_up_header = 'x-stint-step-up'

/** The input apart from the call around it: its faults are named by the verb, under its own fields. */
export function partsOf(body: unknown): { input: unknown; call: unknown } {
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
    if (action_id === startExport.action_id) await context.budget.take(viewer, 'export')
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
    const data = await duplicates.run(viewer.user_id, action_id, () =>
      turns.take(viewer, performed, { gone: () => goneOf(reply) }),
    )
    const what = verbs.get(action_id)?.shows_tax_codes
    if (what !== undefined) await context.readings.note(viewer, { what, request: input })
    await passSession(context, { request, reply, viewer }, action_id, data)
    return data
  }
}
