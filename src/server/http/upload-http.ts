/** Uploads (spec §2 Upload control, §7 storage): the content is checked before anything is stored. */
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { shapeOfAction } from '#business/imports/import-shape.rules.ts'
import { startImport } from '#business/imports/start-import.server.ts'
import { attachables } from '#business/platform/attachable.rules.ts'
import { createAttachment } from '#business/platform/create-attachment.server.ts'
import { deleteAttachment } from '#business/platform/delete-attachment.server.ts'
import { verbs } from '#business/verbs.ts'
import type { Viewer } from '#entity/access.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { csvText, isOtherFile } from '../csv-read.ts'
import { keyOfChange } from '../machine/machine-calls.ts'
import { perform } from '../perform.server.ts'
import { requireClean } from '../scan/require-clean.server.ts'
import type { StoredFile } from '../storage.server.ts'
import { inTransaction } from '../tx.ts'
import { findVisibleByPath } from './api-file.server.ts'
import { goneOf } from './client-gone.ts'
import type { HttpContext } from './http-context.ts'
import { parseInput } from './input-errors.ts'
import { attachableOf, copyInput, copyOf, partsOfPath } from './upload-copy.ts'
import { bytesOf, fileOf, formOf } from './upload-form.ts'
import {
  bulk_bytes_max,
  endingOf,
  kindOf,
  safeFileName,
  upload_bytes_max,
  uploadText,
} from './upload-kinds.ts'

const limited = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } }

const uploadFields = z.object({
  /** Without it the record is found by its id. */
  parent_entity: z.string().max(100).optional(),
  /** The record's id and the file's name (spec §7). */
  path: z.string().max(600),
  idempotency_key: z.string().optional(),
  /** Parties that see the file besides; in a form with commas. */
  share_with: z
    .preprocess(
      (given) => (typeof given === 'string' ? given.split(',').filter((one) => one !== '') : given),
      z.array(z.string().max(20)).max(10),
    )
    .optional(),
})

/** Verbs behind an upload only: they name a stored file, which no other caller may. */
const withUploads = new Map([
  ...verbs,
  [createAttachment.action_id, createAttachment],
  [startImport.action_id, startImport],
])

/** The path ends with the name that a file has on its device: `safeFileName` takes its hidden signs out. */
const named_by_device = ['path']

const jsonUpload = uploadFields.extend({
  path: z.string().max(600).includes('/', validationText.matches),
})
const base64 = z.base64()

/** Letters of base64 for the largest file, and the fields around them. */
const JSON_BYTES_MAX = Math.ceil(upload_bytes_max / 3) * 4 + 4_096

type Incoming = z.infer<typeof uploadFields> & { readonly file_name: string; readonly bytes: Buffer }

async function incomingForm(request: FastifyRequest): Promise<Incoming> {
  const form = await formOf(request, upload_bytes_max)
  try {
    const fields = parseInput(uploadFields, form.fields, named_by_device)
    const file = fileOf(form)
    return { ...fields, file_name: file.filename, bytes: await bytesOf(file, upload_bytes_max) }
  } finally {
    form.file?.file.resume()
  }
}

/** Spec §7: `path` and `content` in JSON. */
function incomingJson(body: unknown): Incoming {
  const { content, ...named } = (body ?? {}) as Record<string, unknown> // A list or a text has no path.
  const fields = parseInput(jsonUpload, named, named_by_device)
  // Apart from the fields: it is longer than any text that a person types.
  const { data } = base64.safeParse(content)
  if (data === undefined)
    throw invalid({ content: content == null ? validationText.required : validationText.matches })
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > upload_bytes_max) throw invalid({ content: uploadText.too_large(upload_bytes_max) })
  return { ...fields, file_name: '', bytes }
}

async function upload(context: HttpContext, viewer: Viewer, request: FastifyRequest): Promise<unknown> {
  const { path, bytes, ...sent } = request.isMultipart()
    ? await incomingForm(request)
    : incomingJson(request.body)
  const { parent_id, name } = partsOfPath(path)
  const parent_entity =
    sent.parent_entity ?? (await inTransaction(context.database, (tx) => attachableOf(tx, viewer, parent_id)))
  if (!Object.hasOwn(attachables, parent_entity)) throw notFound('Record')
  const file_name = safeFileName(name ?? sent.file_name)
  const kind = kindOf(file_name, bytes)
  if ('message' in kind) throw invalid({ file: kind.message })
  await requireClean(context, viewer, bytes)
  const stored = await context.files.put(bytes)
  const input = {
    parent_entity,
    parent_id,
    file_name,
    content_type: kind.content_type,
    ...stored,
    ...(sent.share_with ? { share_with: sent.share_with } : {}),
  }
  return attach(context, viewer, input, await keyOfChange(context, request, viewer, sent.idempotency_key))
}

const attach = (context: HttpContext, viewer: Viewer, input: object, key: string | null) =>
  perform({ ...context, verbs: withUploads }, viewer, createAttachment.action_id, input, key)

/** Stores a CSV file in pieces, of any size below the limit. */
async function storeCsv({ files }: HttpContext, file: MultipartFile): Promise<StoredFile> {
  const draft = await files.draft()
  try {
    let size = 0
    for await (const chunk of file.file) {
      const bytes = chunk as Buffer // The stream of a part has no encoding.
      if (size === 0 && isOtherFile(bytes)) throw invalid({ file: csvText.no_csv })
      size += bytes.length
      await draft.write(bytes)
    }
    if (file.file.truncated) throw invalid({ file: uploadText.too_large(bulk_bytes_max) })
    if (size === 0) throw invalid({ file: uploadText.empty })
    return await draft.keep()
  } finally {
    await draft.discard()
  }
}

/** Spec §7: the rows of a csv file, each for the named action. Undefined without one. */
async function bulkUpload(context: HttpContext, viewer: Viewer, request: FastifyRequest): Promise<unknown> {
  const form = await formOf(request, bulk_bytes_max)
  try {
    const { action_id, idempotency_key } = form.fields
    if (!action_id) return undefined
    if (shapeOfAction(action_id) === null) throw notFound('Action')
    const file = fileOf(form)
    if (endingOf(file.filename) !== 'csv') throw invalid({ file: uploadText.bulk })
    const stored = await storeCsv(context, file)
    const input = { action_id, file_name: safeFileName(file.filename), ...stored }
    const deps = { ...context, verbs: withUploads }
    const key = await keyOfChange(context, request, viewer, idempotency_key)
    return await perform(deps, viewer, startImport.action_id, input, key)
  } finally {
    form.file?.file.resume()
  }
}

const removal = z.object({ path: z.string().min(1).max(600), idempotency_key: z.string().optional() })

/** The storage addresses of spec §7 that write: upload, bulkUpload and delete. */
export async function uploadRoutes(app: FastifyInstance, context: HttpContext): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false })
  const large = {
    ...limited,
    bodyLimit: JSON_BYTES_MAX,
    // A stranger's body is refused before it is read.
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      await context.viewerOf(request, reply)
    },
  }
  for (const name of ['upload', 'normalUpload'])
    app.post(`/api/storage/${name}`, large, async (request, reply) => {
      const viewer = await context.viewerOf(request, reply)
      const taken = () => upload(context, viewer, request)
      return {
        success: true,
        data: await context.turns.upload.take(viewer, taken, { gone: () => goneOf(reply) }),
      }
    })

  app.post('/api/storage/copyS3Object', limited, async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const asked = parseInput(copyInput, request.body)
    const copied = async () =>
      attach(
        context,
        viewer,
        await copyOf(context, viewer, asked),
        await keyOfChange(context, request, viewer, asked.idempotency_key),
      )
    return {
      success: true,
      data: await context.turns.verb.take(viewer, copied, { gone: () => goneOf(reply) }),
    }
  })

  app.post('/api/storage/bulkUpload', limited, async (request, reply): Promise<unknown> => {
    const viewer = await context.viewerOf(request, reply)
    context.shedding.admit('import')
    const taken = () => bulkUpload(context, viewer, request)
    const data = await context.turns.upload.take(viewer, taken, { gone: () => goneOf(reply) })
    return data === undefined ? saidNothing(request, reply) : { success: true, data }
  })

  app.post('/api/storage/normalDelete', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const { path, idempotency_key } = parseInput(removal, request.body)
    const removed = async () => {
      const row = await inTransaction(context.database, (tx) => findVisibleByPath(tx, viewer, path))
      if (!row) throw notFound('File')
      const { action_id } = deleteAttachment
      const key = await keyOfChange(context, request, viewer, idempotency_key)
      return perform(context, viewer, action_id, { id: row.id }, key)
    }
    const data = await context.turns.verb.take(viewer, removed, { gone: () => goneOf(reply) })
    return { success: true, data }
  })
}

/** Spec §8: logs, returns nothing. */
function saidNothing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.warn(errorText.missing_action_id)
  return reply.code(204).send()
}
