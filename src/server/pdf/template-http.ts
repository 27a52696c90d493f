/** The live preview of the template builder: what is typed, as a PDF file in base64. It changes nothing. */
import type { FastifyInstance } from 'fastify'
import { previewInput, previewPage } from '#business/document-templates/make-page.server.ts'
import { goneOf } from '../http/client-gone.ts'
import type { HttpContext } from '../http/http-context.ts'
import { parseInput } from '../http/input-errors.ts'

const limited = { config: { rateLimit: { max: 240, timeWindow: '1 minute' } } }

export function templateRoutes(app: FastifyInstance, context: HttpContext): void {
  app.post('/api/pdf/document_template', limited, async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const page = previewPage(viewer, parseInput(previewInput, request.body ?? {}))
    context.shedding.admit('pdf')
    const file = await context.turns.pdf.take(viewer, () => page.print({ for_request: true }), {
      gone: () => goneOf(reply),
    })
    return { success: true, data: { pdf: Buffer.from(file.bytes).toString('base64') } }
  })
}
