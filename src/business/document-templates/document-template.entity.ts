import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { kind_choices } from './blocks/template-kinds.rules.ts'

/** One version of a template of documents. Its blocks are data: no business writes a layout. */
export const document_template = entity({
  module: 'config',
  name: 'document_template',
  label: 'Document Template',
  plural: 'Document Templates',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    /** The same for all versions of a template. */
    template_id: f.uuid('Template'),
    kind: f.choice('Kind', kind_choices),
    name: f.searchable(f.text('Name')),
    version: f.integer('Version'),
    status: f.choice('Status', ['draft', 'published', 'archived']),
    blocks: f.json('Blocks'),
    /** Counts the savings of a draft. */
    revision: f.integer('Revision'),
    business_id: f.uuid('Business'),
    published_at: f.nullable(f.instant('Published At')),
    ...f.stamps,
  },
  unread: { created_by: f.code('Created By') },
  relations: { business: f.to_one('business.party', 'business_id') },
})
