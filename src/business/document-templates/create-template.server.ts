import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import type { Block } from './blocks/template-blocks.rules.ts'
import type { TemplateKind } from './blocks/template-kinds.rules.ts'
import { document_template } from './document-template.entity.ts'
import { NAME_MAX, TEMPLATES_MAX, template_editors } from './document-template.rules.ts'
import { loadTemplate } from './load-template.server.ts'
import { sampleBlocks } from './samples/samples.rules.ts'
import { kindInput, nameInput } from './template-input.server.ts'

interface NewVersion {
  readonly template_id: string
  readonly kind: TemplateKind
  readonly name: string
  readonly version: number
  readonly blocks: readonly Block[]
}

/** @throws precondition when the business has as many as it may */
export async function insertVersion(
  { tx, viewer, clock, audit }: VerbContext,
  version: NewVersion,
): Promise<string> {
  // One after the other, so that the count holds.
  await tx.row('select id from business.business where id = $1 for no key update', [viewer.business_id])
  const count = await tx.row<{ n: number }>(
    'select count(*)::int as n from config.document_template where business_id = $1',
    [viewer.business_id],
  )
  if ((count?.n ?? 0) >= TEMPLATES_MAX)
    throw precondition(`A business has at most ${TEMPLATES_MAX} versions of templates`)
  const [id, now] = [newUuid(clock), clock.now()]
  await insertRow(tx, document_template, {
    id,
    ...version,
    status: 'draft',
    revision: 1,
    business_id: viewer.business_id,
    published_at: null,
    created_by: viewer.user_id,
    created_at: now,
    updated_at: now,
  })
  audit({ entity: 'config.document_template', entity_id: id, new_values: { ...version, status: 'draft' } })
  return id
}

const output = z.strictObject({ id: z.uuid() })

export const createTemplate = verb({
  action_id: 'config.document_template.create',
  since: '0.1.0',
  summary: 'Begins a template of documents with the sample wording of its kind',
  machine: 'allowed',
  impersonator: 'refused',
  who: template_editors,
  input: z.strictObject({ kind: kindInput, name: nameInput }),
  output,
  run: async (context, { kind, name }) => {
    const template_id = newUuid(context.clock)
    const id = await insertVersion(context, {
      template_id,
      kind,
      name,
      version: 1,
      blocks: sampleBlocks(kind),
    })
    return { id }
  },
})

/** Another template with the same blocks: of the own business, or as the provider has published it. */
export const copyTemplate = verb({
  action_id: 'config.document_template.copy',
  since: '0.1.0',
  summary: 'Copies a template of documents into a new one of the own business',
  machine: 'allowed',
  impersonator: 'refused',
  who: template_editors,
  input: z.strictObject({ id: z.uuid() }),
  output,
  run: async (context, asked) => {
    const { kind, name, blocks } = await loadTemplate(context, asked.id)
    const template_id = newUuid(context.clock)
    const words = `Copy of ${name}`.slice(0, NAME_MAX)
    const id = await insertVersion(context, { template_id, kind, name: words, version: 1, blocks })
    return { id }
  },
})
