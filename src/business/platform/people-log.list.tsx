import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { api_exception, impersonation } from './people-log.entity.ts'

export const impersonation_list = list({
  entity: impersonation,
  title: 'Impersonation Log',
  columns: [
    { field: 'impersonator_name', width: 200 },
    { field: 'user.name', label: 'User', width: 200 },
    { field: 'user.email', label: 'User Email', width: 240 },
    { field: 'business.name', label: 'Business', width: 200 },
    { field: 'reason', width: 280 },
    { field: 'started_at' },
    { field: 'ends_at' },
    { field: 'ended_at' },
    { field: 'ended_by' },
    { field: 'actions', width: 280 },
  ],
  filters: [
    { field: 'impersonator_name' },
    { field: 'user.name', label: 'User' },
    { field: 'user.email', label: 'User Email' },
    { field: 'business.name', label: 'Business' },
    { field: 'reason' },
    { field: 'started_at', max: 'today' },
    { field: 'ended_at', max: 'today' },
  ],
  groups: [],
  search: ['impersonator_name', 'user.name', 'reason'],
  sort: { id: 'started_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'log/impersonation', id: row.id }),
  card: { title: 'user.name', party: 'business.name', detail: 'reason', date: 'started_at' },
  first_run: 'When support signs in as one of your people, it shows here with its reason.',
})

/** Spec §9: created_at descending. */
export const api_exception_list = list({
  entity: api_exception,
  title: 'API Exceptions',
  columns: [
    { field: 'created_at' },
    { field: 'method' },
    { field: 'path', width: 240 },
    { field: 'action_id', width: 240 },
    { field: 'status' },
    { field: 'message', width: 320 },
    { field: 'business.name', label: 'Business' },
    { field: 'request_id', width: 140 },
  ],
  filters: [
    { field: 'created_at', max: 'today' },
    { field: 'path' },
    { field: 'action_id' },
    { field: 'status' },
    { field: 'message' },
    { field: 'business.name', label: 'Business' },
  ],
  groups: [],
  sort: { id: 'created_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'log/api_exception', id: row.id }),
  card: { title: 'path', detail: 'message', party: 'business.name', date: 'created_at' },
  first_run: 'Failed calls show here.',
})
