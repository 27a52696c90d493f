/** Files of records (spec §7, storage). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { notFound } from '#kernel/errors.ts'
import { findVisibleFile } from './api-file.server.ts'
import type { HttpContext } from './http-context.ts'
import { parseInput } from './input-errors.ts'
import { inTransaction } from './tx.ts'

const query = z.object({ path: z.string().min(1).max(200) })

/** Names as HTTP headers take them: plain for old clients, whole for the others (RFC 6266). */
export function contentDisposition(file_name: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const plain = file_name.replace(/[^\w.\- ]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file_name)}`
}

export function storageRoutes(app: FastifyInstance, context: HttpContext): void {
  app.get('/api/storage/download', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const { path } = parseInput(query, request.query)
    const row = await inTransaction(context.database, (tx) => findVisibleFile(tx, viewer, path))
    const file = row && (await context.files.read(path))
    if (!file) throw notFound('File')
    return reply
      .type(row.content_type)
      .header('content-length', file.size_bytes)
      .header('content-disposition', contentDisposition(row.file_name))
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .send(file.stream)
  })
}
