import { list } from '#web/list/model/list.ts'
import { security_event } from './security-event.entity.ts'

export const security_event_list = list({
  entity: security_event,
  title: 'Security Log',
  columns: [
    { field: 'at' },
    { field: 'kind', width: 170 },
    { field: 'outcome' },
    { field: 'user.name', label: 'Person', width: 180 },
    { field: 'actor.name', label: 'Done By', width: 180 },
    { field: 'business.name', label: 'Business', width: 200 },
    { field: 'says', width: 280 },
    { field: 'count' },
    { field: 'ip' },
    { field: 'user_agent', width: 240 },
    // To compare with the process log; nobody reads it.
    { field: 'request_id', width: 140, hidden: true },
  ],
  filters: [
    { field: 'at', max: 'today' },
    { field: 'kind' },
    { field: 'outcome' },
    { field: 'user.name', label: 'Person' },
    { field: 'actor.name', label: 'Done By' },
    { field: 'business.name', label: 'Business' },
    { field: 'ip' },
    { field: 'says' },
  ],
  groups: [],
  search: ['user.name', 'says'],
  has_json_lines: true,
  sort: { id: 'at', desc: true },
  link: () => null,
  card: { title: 'kind', badge: 'outcome', party: 'business.name', detail: 'user.name', date: 'at' },
  first_run: 'Sign-ins, refusals, roles and exports of personal data are kept here.',
})
