/** Documents as PDF files: `GET /api/pdf/invoice/{id}`, for whoever may see the document (spec §7, invoicePdfGen). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { invoicePdf } from '#business/invoices/invoice-pdf.server.ts'
import { contentDisposition } from './api-storage.ts'
import type { HttpContext } from './http-context.ts'
import { parseInput } from './input-errors.ts'
import { stopPdf } from './pdf-render.ts'
import { inTransaction } from './tx.ts'

const params = z.object({ id: z.string().max(80) })
/** `?download=1` saves the file; without it the browser's own reader shows it beside the facts. */
const query = z.object({ download: z.string().optional() })

export function pdfRoutes(app: FastifyInstance, context: HttpContext): void {
  app.get('/api/pdf/invoice/:id', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const { id } = parseInput(params, request.params)
    const { download } = parseInput(query, request.query)
    const file = await inTransaction(context.database, (tx) => invoicePdf(tx, viewer, id, context.files))
    const etag = `"${file.sha256}"`
    void reply
      .header('etag', etag)
      .header('cache-control', 'private, no-cache')
      .header('x-content-type-options', 'nosniff')
      .header(
        'content-disposition',
        contentDisposition(file.file_name, download === '1' ? 'attachment' : 'inline'),
      )
      .header('x-content-sha256', file.sha256)
      // A browser's own PDF reader is script and style, too: the policy of our pages would keep it from opening.
      .header('content-security-policy', "frame-ancestors 'self'")
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/pdf').send(Buffer.from(file.bytes))
  })
  app.addHook('onClose', stopPdf)
}
