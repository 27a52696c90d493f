/** Files of records (spec §7, storage). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { notFound } from '#kernel/errors.ts'
import { type FileRow, findFileOfJob, findVisibleFile } from './api-file.server.ts'
import type { HttpContext } from './http-context.ts'
import { parseInput } from './input-errors.ts'
import { inTransaction } from './tx.ts'

const query = z.object({ path: z.string().min(1).max(200) })
const params = z.object({ id: z.string().max(80) })

/** Names as HTTP headers take them: plain for old clients, whole for the others (RFC 6266). */
export function contentDisposition(file_name: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const plain = file_name.replace(/[^\w.\- ]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file_name)}`
}

async function sendFile(
  { files }: HttpContext,
  reply: FastifyReply,
  file_url: string | undefined,
  row: FileRow | null,
): Promise<FastifyReply> {
  const file = row && file_url !== undefined ? await files.read(file_url) : null
  if (!row || !file) throw notFound('File')
  return reply
    .type(row.content_type)
    .header('content-length', file.size_bytes)
    .header('content-disposition', contentDisposition(row.file_name))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(file.stream)
}

export function storageRoutes(app: FastifyInstance, context: HttpContext): void {
  app.get('/api/storage/download', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const { path } = parseInput(query, request.query)
    const row = await inTransaction(context.database, (tx) => findVisibleFile(tx, viewer, path))
    return sendFile(context, reply, path, row)
  })
  app.get('/api/export/:id', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const { id } = parseInput(params, request.params)
    const row = await inTransaction(context.database, (tx) => findFileOfJob(tx, viewer, id))
    return sendFile(context, reply, row?.file_url, row)
  })
}
