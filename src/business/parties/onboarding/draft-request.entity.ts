import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { business_statuses } from '../business.entity.ts'
import { party_kinds } from '../onboarding.rules.ts'

/** A party as its business typed it so far (spec §3, draft request). */
export const draft_request = entity({
  module: 'request',
  name: 'draft_request',
  label: 'Draft',
  plural: 'Drafts',
  fields: {
    id: f.uuid('Id'),
    entity: f.choice('Kind', party_kinds),
    entity_id: f.nullable(f.uuid('Party')),
    title: f.searchable(f.text('Name')),
    status: f.choice('Status', business_statuses),
    requested_data: f.json('Requested Data'),
    version: f.integer('Version'),
    business_id: f.uuid('Business'),
    agency_id: f.nullable(f.uuid('Agency')),
    created_by: f.code('Created By'),
    ...f.stamps,
  },
  relations: {
    party: f.to_one('business.party', 'entity_id'),
    agency: f.to_one('business.party', 'agency_id'),
    author: f.to_one('platform.user', 'created_by'),
  },
})
