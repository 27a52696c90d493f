import { type Access, field_groups, viewer } from '#entity/access.ts'
import { type job, note, type saved_view } from '../note.entity.ts'
import { note_edit_minutes } from './note.rules.ts'

const of_my_business = { business_id: { _eq: viewer.business_id } } as const
const mine = { ...of_my_business, user_id: { _eq: viewer.user_id } } as const

const note_fields = field_groups(note, {
  facts: ['id text user_name user_id parent_entity parent_id business_id created_at updated_at'],
})

/** A business's people read its notes; the author changes or removes them. */
const own_notes = {
  rows: of_my_business,
  fields: 'all',
  insert: {
    rows: mine,
    fields: ['parent_entity', 'parent_id', 'text'],
    long_texts: ['text'],
    parent: { entity: 'parent_entity', id: 'parent_id' },
    presets: { business_id: viewer.business_id, user_id: viewer.user_id, user_name: viewer.user_name },
  },
  update: {
    rows: mine,
    fields: ['text'],
    long_texts: ['text'],
    within: { since: 'created_at', minutes: note_edit_minutes },
  },
  delete: { rows: mine },
} as const

const others_notes = { ...own_notes, fields: note_fields('facts') } as const

export const note_access: Access<typeof note> = {
  agency: own_notes,
  client: others_notes,
  contractor: others_notes,
  funder: own_notes,
  provider: own_notes,
}

const own_views = {
  rows: mine,
  fields: 'all',
  insert: {
    rows: mine,
    fields: ['list', 'name', 'search'],
    long_texts: ['search'],
    presets: { business_id: viewer.business_id, user_id: viewer.user_id },
  },
  update: { rows: mine, fields: ['name', 'search'], long_texts: ['search'] },
  delete: { rows: mine },
} as const

export const saved_view_access: Access<typeof saved_view> = {
  agency: own_views,
  client: own_views,
  contractor: own_views,
  funder: own_views,
  provider: own_views,
}

const own_jobs = { rows: mine, fields: 'all' } as const

/** The starter of a job sees its progress. */
export const job_access: Access<typeof job> = {
  agency: own_jobs,
  client: own_jobs,
  contractor: own_jobs,
  funder: own_jobs,
  provider: own_jobs,
}
