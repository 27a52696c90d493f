/** `POST /api/hooks/documenso`: Documenso says that an envelope changed. The call only wakes us; see documenso.job.ts. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { notAllowed, notFound } from '#kernel/errors.ts'
import type { HttpContext } from '#server/http/http-context.ts'
import { parseInput } from '#server/http/input-errors.ts'
import { inTransaction } from '#server/tx.ts'
import { FOLLOW_TOPIC, lockSigning } from './load-signing.server.ts'
import { ownStep } from './signing-step.job.ts'

const hookInput = z.object({
  event: z.string().max(100),
  payload: z.object({ externalId: z.string().max(200).nullish() }),
})

const isId = z.uuid()
const hash = (text: string) => createHash('sha256').update(text).digest()

export function documensoRoutes(app: FastifyInstance, context: HttpContext): void {
  const { database, clock, settings } = context
  const limited = { config: { rateLimit: { max: 300, timeWindow: '1 minute' } } }
  app.post('/api/hooks/documenso', limited, async (request) => {
    const { documenso } = settings.signing
    if (documenso === null) throw notFound('Page')
    const given = request.headers['x-documenso-secret']
    if (typeof given !== 'string' || !timingSafeEqual(hash(given), hash(documenso.webhook_secret)))
      throw notAllowed()
    const { payload } = parseInput(hookInput, request.body ?? {})
    const id = isId.safeParse(payload.externalId)
    // Documenso may have envelopes that are not ours; the answer is the same.
    if (id.success)
      await wake(id.data, createHash('sha256').update(JSON.stringify(request.body)).digest('hex'))
    return { success: true, data: null }
  })

  const wake = (document_id: string, body_hash: string) =>
    inTransaction(database, async (tx) => {
      const known = await tx.row<{ id: string }>(
        'select id from platform.document where id = $1 and envelope_id is not null and deleted_at is null',
        [document_id],
      )
      if (!known) return
      const signing = await lockSigning(tx, document_id, clock.now())
      const step = await ownStep({ tx, clock }, signing, 'platform.document.follow')
      // The same call again is the same row.
      step?.context.enqueue(FOLLOW_TOPIC, `${FOLLOW_TOPIC}:${document_id}:${body_hash}`, { document_id })
      await step?.finish()
    })
}
