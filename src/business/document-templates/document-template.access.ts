import { type Access, field_groups, viewer } from '#entity/access.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import { document_template } from './document-template.entity.ts'

const fields = field_groups(document_template, {
  facts: [
    'id template_id kind name version status blocks revision business_id published_at created_at updated_at',
  ],
})

const own_rows = { business_id: { _eq: viewer.business_id } } as const

/** An agency reads its own and the published ones of its provider. */
export const document_template_access: Access<typeof document_template> = {
  agency: {
    rows: {
      _or: [own_rows, { business_id: { _eq: viewer.provider_id }, status: { _eq: 'published' } }],
    },
    roles: agency_writers,
    fields: fields('facts'),
  },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own_rows, roles: provider_staff, fields: 'all' },
}
