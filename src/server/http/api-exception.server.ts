/**
 * Failed calls for the provider's API exception list (spec §2). The caller reads only 'Internal server error' (spec
 * §8); the operator reads the cause.
 */
import type { FastifyRequest } from 'fastify'
import { api_exception } from '#business/platform/people-log.entity.ts'
import { insertRow } from '#server/write-row.server.ts'
import { inTransaction } from '../tx.ts'
import type { HttpContext } from './http-context.ts'

const TEXT_MAX = 500

/** Stores the fault beside the log. Its own failure is only logged; the caller's answer does not wait for it. */
export async function keepException(
  context: Pick<HttpContext, 'database' | 'clock' | 'viewerOf' | 'log'>,
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  try {
    // A call without a viewer is only in the log: it belongs to no provider.
    const viewer = await context.viewerOf(request)
    const message = error instanceof Error ? error.message : String(error)
    await inTransaction(context.database, (tx) =>
      insertRow(tx, api_exception, {
        method: request.method,
        // The route, since an address may hold a token.
        path: (request.routeOptions.url ?? request.url.split('?')[0] ?? '').slice(0, TEXT_MAX),
        action_id: actionOf(request.body),
        status: 500,
        message: message.slice(0, TEXT_MAX),
        request_id: String(request.id),
        user_id: viewer.user_id,
        business_id: viewer.business_id,
        provider_id: viewer.provider_id,
        created_at: context.clock.now(),
      }),
    )
  } catch (thrown) {
    context.log.warn({ err: thrown }, 'a fault could not be kept')
  }
}

function actionOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('action_id' in body)) return null
  return typeof body.action_id === 'string' ? body.action_id.slice(0, TEXT_MAX) : null
}
