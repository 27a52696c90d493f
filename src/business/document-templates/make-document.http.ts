/**
 * Documents from templates: `POST /api/permission/pdfGen` (spec §7) makes one as a file of a record, and
 * `POST /api/pdf/document_template` shows the typed blocks of the builder, in base64, and changes nothing.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { goneOf } from '#server/http/client-gone.ts'
import type { HttpContext } from '#server/http/http-context.ts'
import { parseInput } from '#server/http/input-errors.ts'
import { keyOfChange } from '#server/machine/machine-calls.ts'
import type { PdfFile, PdfPage } from '#server/pdf/pdf-file.ts'
import { perform } from '#server/perform.server.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { createAttachment } from '../platform/create-attachment.server.ts'
import { agency_side, requireOneOf } from '../shared/who-may.rules.ts'
import { isKeyInformation } from './blocks/key-information.rules.ts'
import { isMadeOf, template_kinds } from './blocks/template-kinds.rules.ts'
import { type MadePage, makeInput, makePage, previewInput, previewPage } from './make-page.server.ts'
import { type DocumentFile, printDocument } from './print-document.job.ts'

const limited = { config: { rateLimit: { max: 240, timeWindow: '1 minute' } } }

export function templateRoutes(app: FastifyInstance, context: HttpContext): void {
  app.post('/api/pdf/document_template', limited, async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const page = previewPage(viewer, parseInput(previewInput, request.body ?? {}))
    const { bytes } = await print(context, viewer, reply, page)
    return { success: true, data: { pdf: Buffer.from(bytes).toString('base64') } }
  })
  makeRoute(app, context)
}

/** Prints after the transaction: no database connection waits for the compiler. */
function print(context: HttpContext, viewer: Viewer, reply: FastifyReply, page: PdfPage): Promise<PdfFile> {
  context.shedding.admit('pdf')
  return context.turns.pdf.take(viewer, () => page.print({ for_request: true }), {
    gone: () => goneOf(reply),
  })
}

type Asked = Parameters<typeof makePage>[1]

export interface MadeFile {
  readonly made: MadePage
  readonly file: DocumentFile
}

/** Fills, prints and stores the document; the caller's verb attaches it to a record. @throws invalid for too many pages */
export async function makeFile(
  context: HttpContext,
  viewer: Viewer,
  reply: FastifyReply,
  asked: Asked,
): Promise<MadeFile> {
  const { clock } = context
  const made = await inTransaction(context.database, (tx) => makePage({ tx, viewer, clock }, asked))
  const printed = await printDocument(context.files, made, () => print(context, viewer, reply, made.page))
  if ('fault' in printed) throw invalid({ template_id: printed.fault })
  return { made, file: printed.file }
}

const pdf_input = z.strictObject({
  template_id: z.uuid().optional(),
  ...makeInput,
  idempotency_key: z.string().optional(),
})

function makeRoute(app: FastifyInstance, context: HttpContext): void {
  const verbs = new Map([[createAttachment.action_id, createAttachment]])
  app.post('/api/permission/pdfGen', limited, async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    requireOneOf(viewer, agency_side)
    const { idempotency_key, template_id, ...about } = parseInput(pdf_input, request.body ?? {})
    const key = await keyOfChange(context, request, viewer, idempotency_key)
    const chosen =
      template_id ?? (await inTransaction(context.database, (tx) => onlyTemplate(tx, viewer, about)))
    const { made, file } = await makeFile(context, viewer, reply, { template_id: chosen, ...about })
    requireTyped(made)
    // The worker reads how they are paid.
    const share_with = isKeyInformation(made.template.kind) ? ['contractor'] : []
    const input = { parent_entity: made.record, parent_id: about.id, ...file, share_with }
    const { action_id } = createAttachment
    // The answer of createAttachment.
    const attached = (await perform({ ...context, verbs }, viewer, action_id, input, key)) as { id: string }
    return {
      success: true,
      data: { attachment_id: attached.id, file_url: file.file_url, sha256: file.sha256 },
    }
  })
}

/** A new party's terms go to another person for approval: they have no gaps. @throws invalid naming the missing values */
function requireTyped({ record, missing }: MadePage): void {
  if (record === 'request.draft_request' && missing.length > 0)
    throw invalid({ template_id: `Missing in this form: ${missing.map(({ label }) => label).join(', ')}` })
}

/** The only published template for such a record. @throws invalid when there are several to choose from */
async function onlyTemplate(
  tx: Tx,
  viewer: Viewer,
  { module, entity }: { readonly module: string; readonly entity: string },
): Promise<string> {
  const kinds = template_kinds.filter((kind) => isMadeOf(kind, `${module}.${entity}`))
  const params: unknown[] = [kinds]
  const visible = visibleSql('config.document_template', viewer, 't', params)
  const rows = await tx.rows<{ id: string }>(
    `select t.id from config.document_template t
     where t.status = 'published' and t.kind = any ($1::text[]) and ${visible} limit 2`,
    params,
  )
  const [only] = rows
  if (only === undefined || rows.length > 1) throw invalid({ template_id: validationText.required })
  return only.id
}
