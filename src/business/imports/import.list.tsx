import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { import_file } from './import.entity.ts'

/** A person's imports, with the way to undo them. */
export const import_list = list({
  entity: import_file,
  title: 'Imports',
  columns: [
    { field: 'file_name', width: 240 },
    { field: 'template', width: 150 },
    { field: 'work_status', width: 170 },
    { field: 'row_count', width: 90 },
    { field: 'faulty_count', width: 90 },
    { field: 'applied_count', width: 100 },
    { field: 'created_at' },
    { field: 'applied_at', width: 170 },
  ],
  filters: [{ field: 'file_name' }, { field: 'work_status' }, { field: 'created_at', max: 'today' }],
  groups: [{ field: 'work_status' }],
  sort: { id: 'created_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'platform/import', id: row.id }),
  card: { title: 'file_name', badge: 'work_status', detail: 'template', date: 'created_at' },
  create: {
    only: ['agency', 'contractor', 'provider_admin', 'provider_operations'],
    label: 'Import',
    to: (category) => pathOf({ category, path: 'platform/new_import' }),
  },
  first_run: 'Imports show here. Review every row first, and undo an import later.',
})
