import { labelOf } from '#entity/choices.ts'
import { valueAt } from '#entity/path.ts'
import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { business } from '../business.entity.ts'
import { draft_request } from '../onboarding/draft-request.entity.ts'
import { on_their_way, onboarding_where } from '../onboarding/onboarding-rows.view.ts'
import { party_kinds } from '../onboarding.rules.ts'

const unsent: readonly unknown[] = ['draft', 'rejected']

/** Drafts of new parties, of the reader's own business, until the parties are in force. */
export const drafts_list = list({
  entity: draft_request,
  title: 'Drafts',
  columns: [
    { field: 'title', width: 220 },
    { field: 'entity', width: 140 },
    { field: 'status', width: 120 },
    { field: 'party.human_id', label: 'Id', width: 112 },
    { field: 'agency.name', label: 'Agency' },
    { field: 'created_at' },
    { field: 'updated_at' },
  ],
  filters: [{ field: 'title' }, { field: 'entity' }, { field: 'status', quick: true }],
  groups: [{ field: 'status' }, { field: 'entity' }],
  search: ['title'],
  sort: { id: 'updated_at', desc: true },
  default_filter: { status: { in: ['draft', 'rejected'] } },
  fields: ['entity_id'],
  link: (row, category) =>
    unsent.includes(row.status) || typeof row.entity_id !== 'string'
      ? pathOf({ category, path: 'request/draft_request', id: row.id })
      : pathOf({ category, path: `business/${String(row.entity)}`, id: row.entity_id }),
  card: { title: 'title', badge: 'status', detail: 'entity', party: 'agency.name', date: 'updated_at' },
  first_run: 'What you type of a new party shows here until it is in force.',
  begins_at: 'business/client',
})

const offered_statuses = on_their_way.map((value) => ({ value, label: labelOf(value) }))
const offered_kinds = party_kinds.map((value) => ({ value, label: labelOf(value) }))

/** Parties that were submitted and are not in force yet. */
export const onboarding_list = list({
  entity: business,
  title: 'Onboarding',
  where: onboarding_where,
  columns: [
    { field: 'human_id', label: 'Id', width: 112 },
    { field: 'name', width: 240 },
    { field: 'type', width: 140 },
    { field: 'status', width: 120 },
    { field: 'company.brn', label: 'Company Number', width: 150 },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id', label: 'Id' },
    { field: 'name' },
    { field: 'type', options: offered_kinds },
    { field: 'status', options: offered_statuses, quick: true },
  ],
  search: ['human_id', 'name'],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: `business/${String(valueAt(row, 'type'))}`, id: row.id }),
  card: { title: 'name', badge: 'status', detail: 'human_id', date: 'updated_at' },
  first_run: 'Parties that wait for their approval show here.',
  begins_at: 'business/client',
})
