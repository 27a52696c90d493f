/** Files of records (spec §7, storage). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import { notAllowed, notFound } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { inTransaction } from '../tx.ts'
import { type FileRow, findFileOfJob, findVisibleByPath, findVisibleFile } from './api-file.server.ts'
import { goneOf } from './client-gone.ts'
import { requireConfirmedJob } from './confirmed-files.server.ts'
import type { HttpContext } from './http-context.ts'
import { parseInput } from './input-errors.ts'

const query = z.object({ path: z.string().min(1).max(600) })
const params = z.object({ id: z.string().max(80) })

/** Names as HTTP headers take them: plain for old clients, whole for the others (RFC 6266). */
export function contentDisposition(file_name: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const plain = file_name.replace(/[^\w.\- ]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file_name)}`
}

/** A turn until the answer is sent or the client has gone. */
export async function takeDownload(
  { turns }: HttpContext,
  viewer: Viewer,
  reply: FastifyReply,
): Promise<void> {
  const release = await turns.download.enter(viewer, { gone: () => goneOf(reply) })
  if (reply.raw.destroyed) release()
  else reply.raw.once('close', release)
}

/** @throws not_found without a row, and for bytes that are gone */
export async function sendFile(
  { files }: HttpContext,
  reply: FastifyReply,
  row: (Pick<FileRow, 'file_name' | 'content_type'> & { readonly file_url: string }) | null,
): Promise<FastifyReply> {
  const file = row && (await files.read(row.file_url))
  if (!row || !file) throw notFound('File')
  return reply
    .type(row.content_type)
    .header('content-length', file.size_bytes)
    .header('content-disposition', contentDisposition(row.file_name))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .send(file.stream)
}

/** Downloads of spec §7 by GET and POST, and files of exports. */
export function storageRoutes(app: FastifyInstance, context: HttpContext): void {
  /** By the path, which holds the id of the record and the name of the file, or by the file address of a record. */
  const download = async (request: FastifyRequest, reply: FastifyReply, asked: unknown) => {
    const viewer = await context.viewerOf(request, reply)
    await takeDownload(context, viewer, reply)
    const { path } = parseInput(query, asked)
    const row = await inTransaction(context.database, async (tx) => {
      const named = await findVisibleByPath(tx, viewer, path)
      if (named) return named
      const file = await findVisibleFile(tx, viewer, path)
      return file && { ...file, file_url: path }
    })
    return sendFile(context, reply, row)
  }
  for (const name of ['download', 'normalDownload']) {
    app.get(`/api/storage/${name}`, (request, reply) => download(request, reply, request.query))
    app.post(`/api/storage/${name}`, (request, reply) => download(request, reply, request.body))
  }
  const exported = (viewer: Viewer, asked: unknown) => {
    // As for its making: a file may hold data that only the person may export.
    if (viewer.impersonator_user_id !== null) throw notAllowed(errorText.impersonating)
    const { id } = parseInput(params, asked)
    return inTransaction(context.database, async (tx) => {
      const file = await findFileOfJob(tx, viewer, id)
      if (file) await requireConfirmedJob({ tx, clock: context.clock }, viewer, file)
      return file
    })
  }
  app.get('/api/export/:id', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    await takeDownload(context, viewer, reply)
    return sendFile(context, reply, await exported(viewer, request.params))
  })
  // A page asks first: it can confirm the person, and a link cannot.
  app.post('/api/export/:id/check', async (request, reply) => {
    const file = await exported(await context.viewerOf(request, reply), request.params)
    if (!file) throw notFound('File')
    return { success: true, data: null }
  })
}
