import { CircleStop, Download } from 'lucide-react'
import { sizeText } from '#kernel/file-text.ts'
import { JobFileLink } from '#web/blocks/DownloadLink.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { list } from '#web/list/model/list.ts'
import { can, fileState } from './job.rules.ts'
import { job } from './note.entity.ts'

/** The file while it is kept; afterwards that it was. */
function FileCell({ row }: { row: ListRow }) {
  const state = fileState({ status: String(row.status), has_file: row.has_file === true })
  if (state === 'none') return <span className="text-n10">No file</span>
  if (state === 'expired')
    return <span className="text-n11">{String(row.file_name ?? 'File')} (expired)</span>
  return (
    <JobFileLink
      job_id={row.id}
      className="inline-flex max-w-full items-center gap-1.5 font-medium text-a11 hover:underline"
    >
      <Download size={14} aria-hidden className="shrink-0" />
      <span className="truncate">{String(row.file_name)}</span>
    </JobFileLink>
  )
}

/** The user's own exports, with the file while it is kept (experience.md, the bar of lists). */
export const export_list = list({
  entity: job,
  title: 'Exports',
  where: { kind: { _eq: 'export' } },
  columns: [
    { field: 'label', width: 240 },
    { field: 'status', width: 120 },
    { field: 'file_name', width: 300, cell: (row) => <FileCell row={row} /> },
    { field: 'done', label: 'Rows', width: 100 },
    {
      field: 'file_size',
      width: 100,
      cell: (row) => (typeof row.file_size === 'number' ? sizeText(row.file_size) : null),
    },
    { field: 'created_at', label: 'Started' },
    { field: 'file_expires_at', width: 170 },
    { field: 'message', width: 360 },
  ],
  filters: [{ field: 'label' }, { field: 'status' }, { field: 'created_at', label: 'Started', max: 'today' }],
  groups: [{ field: 'status' }],
  sort: { id: 'created_at', desc: true },
  fields: ['has_file'],
  row_actions: [
    {
      label: 'Stop',
      icon: CircleStop,
      action_id: 'platform.job.cancel',
      allowed: (row, session) => can.cancel({ status: String(row.status) }, session),
      input: (row) => ({ id: row.id }),
    },
  ],
  link: () => null,
  card: { title: 'label', badge: 'status', party: 'file_name', detail: 'message', date: 'created_at' },
  first_run: 'Exports are kept here for seven days.',
})
