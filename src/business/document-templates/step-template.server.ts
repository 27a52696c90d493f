import { z } from 'zod'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { document_template } from './document-template.entity.ts'
import { can, who } from './document-template.rules.ts'
import { loadTemplate, lockVersions, type TemplateRow } from './load-template.server.ts'
import { requireBlocks } from './template-input.server.ts'

const input = z.strictObject({ id: z.uuid() })
const output = z.strictObject({ id: z.uuid() })

async function step(
  { tx, clock, audit }: VerbContext,
  { id, status: before }: Pick<TemplateRow, 'id' | 'status'>,
  status: TemplateRow['status'],
): Promise<void> {
  const now = clock.now()
  await updateRow(tx, document_template, id, {
    status,
    ...(status === 'published' ? { published_at: now } : {}),
    updated_at: now,
  })
  audit({
    entity: 'config.document_template',
    entity_id: id,
    old_values: { status: before },
    new_values: { status },
  })
}

/** From now on it is offered on records. The version before it is archived. */
export const publishTemplate = verb({
  action_id: 'config.document_template.publish',
  since: '0.1.0',
  summary: 'Publishes a draft of a template of documents; the version before it is archived',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.publish,
  input,
  output,
  run: async (context, { id }) => {
    const { template_id } = await loadTemplate(context, id)
    const versions = await lockVersions(context, template_id)
    const template = await loadTemplate(context, id)
    requireCan(can.publish(template, context.viewer))
    requireBlocks(template.kind, template.blocks)
    const before = versions.find(({ status }) => status === 'published')
    if (before) await step(context, before, 'archived')
    await step(context, template, 'published')
    return { id }
  },
})

export const archiveTemplate = verb({
  action_id: 'config.document_template.archive',
  since: '0.1.0',
  summary: 'Archives a template of documents; it is offered on no record any more',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.archive,
  input,
  output,
  run: async (context, { id }) => {
    const template = await loadTemplate(context, id, { lock: true })
    requireCan(can.archive(template, context.viewer))
    await step(context, template, 'archived')
    return { id }
  },
})
