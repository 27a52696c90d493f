/**
 * `POST /api/permission/prefill` (spec §7): a document for signature from a template and a record. Values that the record
 * lacks are named, and refuse the sending.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import type { HttpContext } from '#server/http/http-context.ts'
import { parseInput } from '#server/http/input-errors.ts'
import { keyOfChange } from '#server/machine/machine-calls.ts'
import { perform } from '#server/perform.server.ts'
import { kindOfTemplate } from '../document-templates/blocks/template-kinds.rules.ts'
import { makeFile } from '../document-templates/make-document.http.ts'
import { makeInput } from '../document-templates/make-page.server.ts'
import { agency_side, requireOneOf } from '../shared/who-may.rules.ts'
import { signersInput, titleInput } from './create-document.server.ts'
import { prefillDocument } from './prefill-document.server.ts'
import { signedBy } from './signed-blocks.rules.ts'

const input = z.strictObject({
  template_id: z.uuid(),
  ...makeInput,
  title: titleInput.optional(),
  signers: signersInput.optional(),
  idempotency_key: z.string().optional(),
})

const limited = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } }

export function prefillRoutes(app: FastifyInstance, context: HttpContext): void {
  const verbs = new Map([[prefillDocument.action_id, prefillDocument]])
  app.post('/api/permission/prefill', limited, async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    requireOneOf(viewer, agency_side)
    const { idempotency_key, title, signers, ...asked } = parseInput(input, request.body ?? {})
    const key = await keyOfChange(context, request, viewer, idempotency_key)
    const { made, file } = await makeFile(context, viewer, reply, asked)
    const { kind, name, blocks } = made.template
    const { signed_as } = kindOfTemplate(kind)
    if (signed_as === null) throw invalid({ template_id: 'Documents of this kind are not signed here' })
    const document = {
      parent_entity: made.record,
      parent_id: asked.id,
      title: title ?? name,
      type: signed_as,
      template_id: made.template.id,
      missing: made.missing.map(({ label }) => label),
      ...signedBy(blocks),
      ...(signers === undefined ? {} : { signers }),
      file,
    }
    // The answer of the verb.
    const { id } = (await perform(
      { ...context, verbs },
      viewer,
      prefillDocument.action_id,
      document,
      key,
    )) as {
      id: string
    }
    return { success: true, data: { document_id: id, fields: made.fields, missing: made.missing } }
  })
}
