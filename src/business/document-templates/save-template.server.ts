import { z } from 'zod'
import { conflict, precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { insertVersion } from './create-template.server.ts'
import { document_template } from './document-template.entity.ts'
import { can, who } from './document-template.rules.ts'
import { loadTemplate, lockVersions } from './load-template.server.ts'
import { blocksInput, nameInput, requireBlocks } from './template-input.server.ts'

export const saveTemplate = verb({
  action_id: 'config.document_template.save',
  since: '0.1.0',
  summary: 'Changes a draft of a template of documents, or begins the next version of a published one',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.save,
  input: z.strictObject({
    id: z.uuid(),
    name: nameInput,
    blocks: blocksInput,
    /** As the caller read it: a change of somebody else is not overwritten. */
    revision: z.number().int(),
  }),
  output: z.strictObject({ id: z.uuid(), version: z.number().int(), revision: z.number().int() }),
  run: async (context, { id, name, blocks, revision }) => {
    const { tx, clock, audit } = context
    const template = await loadTemplate(context, id, { lock: true })
    requireCan(can.save(template, context.viewer))
    requireBlocks(template.kind, blocks)
    if (template.status === 'published') {
      const { kind, template_id } = template
      const versions = await lockVersions(context, template_id)
      const draft = versions.find(({ status }) => status === 'draft')
      if (draft)
        throw precondition(`Version ${draft.version} of this template is a draft already. Change it.`)
      const version = (versions.at(-1)?.version ?? 0) + 1
      const next = await insertVersion(context, { template_id, kind, name, version, blocks })
      return { id: next, version, revision: 1 }
    }
    if (template.revision !== revision) throw conflict('Somebody else changed this template. Reload it.')
    const values = { name, blocks, revision: revision + 1 }
    await updateRow(tx, document_template, id, { ...values, updated_at: clock.now() })
    audit({
      entity: 'config.document_template',
      entity_id: id,
      old_values: { name: template.name, blocks: template.blocks },
      new_values: { name, blocks },
    })
    return { id, version: template.version, revision: revision + 1 }
  },
})
