/** Several files of records as one archive (spec §7, storage), streamed: nothing is kept in memory or on disk. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import { countText } from '#kernel/count-text.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { zipStream } from '../export/zip-stream.ts'
import { inTransaction } from '../tx.ts'
import { findVisibleFiles, type ZippedRow } from './api-file.server.ts'
import { contentDisposition, takeDownload } from './api-storage.ts'
import { havePapers, requireConfirmedFiles } from './confirmed-files.server.ts'
import type { HttpContext } from './http-context.ts'
import { parseInput } from './input-errors.ts'

const files_max = 200
const megabytes_max = 500
const too_many = `At most ${files_max} files are downloaded at once`

/** Ids of attachments: a list, or as the address of a link has them, with commas. */
const zipInput = z.object({
  ids: z.preprocess(
    (given) => (typeof given === 'string' ? given.split(',') : given),
    z
      .array(z.uuid({ error: validationText.matches }), { error: validationText.required })
      .min(1, { error: validationText.required })
      .max(files_max, { error: too_many }),
  ),
})

/** `TMS000001-sheet.pdf`; a name that is there already gets a number. */
export function zipNames(rows: readonly Pick<ZippedRow, 'record' | 'file_name'>[]): string[] {
  const taken = new Set<string>()
  return rows.map(({ record, file_name }) => {
    // A name of a business may hold signs that a folder does not.
    const name = `${record.replace(/[^\p{L}\p{N} ._-]/gu, '_')}-${file_name}`
    const [, stem = name, ending = ''] = /^(.*?)(\.[^.]+)?$/s.exec(name) ?? []
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? name : `${stem} (${number})${ending}`
      if (taken.has(free.toLowerCase())) continue
      taken.add(free.toLowerCase())
      return free
    }
  })
}

async function* bytesOf({ files }: Pick<HttpContext, 'files'>, file_url: string): AsyncGenerator<Uint8Array> {
  const file = await files.read(file_url)
  if (!file) throw new Error(`The stored file ${file_url} is missing`)
  yield* file.stream as AsyncIterable<Uint8Array> // A stream without an encoding gives bytes.
}

async function zippedRows(context: HttpContext, viewer: Viewer, asked: unknown): Promise<ZippedRow[]> {
  const { ids } = parseInput(zipInput, asked)
  const rows = await inTransaction(context.database, async (tx) => {
    const found = await findVisibleFiles(tx, viewer, ids)
    await requireConfirmedFiles({ tx, clock: context.clock }, viewer, found)
    return found
  })
  const bytes = rows.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  if (bytes > megabytes_max * 1024 * 1024)
    throw invalid({ ids: `At most ${megabytes_max} MB are downloaded at once` })
  return rows
}

async function sendZip(
  context: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: unknown,
): Promise<FastifyReply> {
  const viewer = await context.viewerOf(request, reply)
  await context.budget.take(viewer, 'export')
  await takeDownload(context, viewer, reply)
  const rows = await zippedRows(context, viewer, asked)
  if (havePapers(rows))
    await context.security.note({
      kind: 'export_personal',
      outcome: 'ok',
      says: `Archive of ${countText(rows.length, 'file')}`,
    })
  const names = zipNames(rows)
  const entries = rows.map((row, index) => ({
    name: names[index] ?? row.file_name,
    chunks: bytesOf(context, row.file_url),
  }))
  return reply
    .type('application/zip')
    .header('content-disposition', contentDisposition('files.zip'))
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(zipStream(entries), { objectMode: false }))
}

export function zipRoutes(app: FastifyInstance, context: HttpContext): void {
  app.get('/api/storage/zip', (request, reply) => sendZip(context, request, reply, request.query))
  app.post('/api/storage/zip', (request, reply) => sendZip(context, request, reply, request.body))
  // A page asks first: it can confirm the person, and a link cannot.
  app.post('/api/storage/zip/check', async (request, reply) => {
    await zippedRows(context, await context.viewerOf(request, reply), request.body)
    return { success: true, data: null }
  })
}
