/** Calls that the specification names beside the action runner (spec §7): metadata, hasuraAction, createRequest. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createChangeRequest } from '#business/change-requests/placement-changes/create-change-request.server.ts'
import { draftCommunication, sendCommunication } from '#business/platform/mails/send-communication.server.ts'
import { sendMessage } from '#business/platform/messages/send-message.server.ts'
import type { Viewer } from '#entity/access.ts'
import { toFailure } from '../failure.ts'
import { type ActionRunner, partsOf } from './action-runner.ts'
import { metadataInput, metadataOf } from './api-metadata.server.ts'
import type { HttpContext } from './http-context.ts'
import { parseInput } from './input-errors.ts'

/** The webhook of a Hasura action. Its session variables are claims of the caller's own making, so nothing reads them. */
const hasuraBody = z.strictObject({
  action: z.strictObject({ name: z.string().max(200) }),
  session_variables: z.unknown().optional(),
  request_query: z.unknown().optional(),
})

/** Answers as Hasura reads them: the bare answer, or a message and a code. */
async function forHasura(reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    const { status, body, unexpected, retry_after } = toFailure(error)
    // The common handler logs it and keeps it.
    if (unexpected) throw error
    if (retry_after !== null) void reply.header('retry-after', String(retry_after))
    const { message, code, ...rest } = body
    return reply.code(status).send({ message, extensions: { code, ...rest } })
  }
}

export function namedCalls(app: FastifyInstance, context: HttpContext, run: ActionRunner): void {
  const viewerOf = (request: FastifyRequest, reply: FastifyReply): Promise<Viewer> =>
    context.viewerOf(request, reply)

  app.post('/api/permission/metadata', async (request, reply) => {
    const viewer = await viewerOf(request, reply)
    return { success: true, data: metadataOf(viewer, parseInput(metadataInput, request.body ?? {})) }
  })

  app.post('/api/permission/hasuraAction', async (request, reply) => {
    const viewer = await viewerOf(request, reply)
    return forHasura(reply, () => {
      const { input, call } = partsOf(request.body)
      const { action } = parseInput(hasuraBody, call)
      return run({ request, reply, viewer }, { action_id: action.name, input, key: null })
    })
  })

  app.post('/api/changeRequest/createRequest', async (request, reply) => {
    const viewer = await viewerOf(request, reply)
    const call = { action_id: createChangeRequest.action_id, input: request.body, key: null }
    return { success: true, data: await run({ request, reply, viewer }, call) }
  })

  for (const [name, { action_id }] of Object.entries({
    emailData: draftCommunication,
    communicate: sendCommunication,
    customerMessage: sendMessage,
  }))
    app.post(`/api/permission/${name}`, async (request, reply) => {
      const viewer = await viewerOf(request, reply)
      return {
        success: true,
        data: await run({ request, reply, viewer }, { action_id, input: request.body, key: null }),
      }
    })
}
