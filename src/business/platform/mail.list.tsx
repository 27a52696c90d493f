import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { mail } from './log.entity.ts'

export const mail_list = list({
  entity: mail,
  title: 'Mail Log',
  columns: [
    { field: 'subject', width: 360 },
    { field: 'to', width: 240 },
    { field: 'status', width: 110 },
    { field: 'created_at' },
    { field: 'answer', width: 280 },
    { field: 'next_try_at' },
    { field: 'error' },
  ],
  filters: [{ field: 'subject' }, { field: 'status' }, { field: 'created_at', max: 'today' }],
  groups: [{ field: 'status' }],
  sort: { id: 'created_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'log/mail', id: row.id }),
  card: { title: 'subject', badge: 'status', detail: 'to', date: 'created_at' },
  first_run: 'Mail sent to you shows here.',
})
