import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { document_template } from './document-template.entity.ts'
import { can, type TemplateState } from './document-template.rules.ts'

export const document_template_list = list({
  entity: document_template,
  title: 'Document Templates',
  columns: [
    { field: 'name', width: 260 },
    { field: 'kind', width: 240 },
    { field: 'version', width: 120 },
    { field: 'status', width: 120 },
    { field: 'business.name', label: 'Owner', width: 180 },
    { field: 'published_at' },
    { field: 'updated_at' },
  ],
  filters: [{ field: 'name' }, { field: 'kind' }, { field: 'status' }],
  groups: [{ field: 'status' }],
  search: [{ field: 'name' }],
  sort: { id: 'updated_at', desc: true },
  fields: ['business_id'],
  link: (row, category) => pathOf({ category, path: 'config/document_template', id: row.id }),
  card: { title: 'name', badge: 'status', party: ['kind'], detail: 'version', date: 'updated_at' },
  create: {
    label: 'New template',
    to: (category) => pathOf({ category, path: 'config/new_document_template' }),
    only: ['agency_admin', ...provider_staff],
  },
  row_actions: [
    {
      label: 'Archive',
      action_id: 'config.document_template.archive',
      allowed: (row, session) =>
        can.archive(
          {
            status: row.status as TemplateState['status'], // As the entity declares it.
            name: String(row.name),
            business_id: String(row.business_id),
          },
          { ...session, business_id: session.business.id },
        ),
      input: ({ id }) => ({ id }),
      confirm: 'ask',
      only: ['agency_admin', ...provider_staff],
    },
  ],
  first_run:
    'Terms, contracts and notices that you make of records show here. Each begins with sample wording.',
})
