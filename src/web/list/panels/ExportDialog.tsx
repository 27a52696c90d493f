/** The content of an export before it starts (experience.md, page 9): rows, columns, additions, limits. */

import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { valueAt } from '#entity/path.ts'
import { groupThousands } from '#kernel/decimal-text.ts'
import { errorText } from '#kernel/messages.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { useJobs } from '#web/core/jobs-context.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Radios } from '#web/ui/inputs.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import {
  type ExportChoice,
  type ExportColumn,
  excel_rows_max,
  exportColumns,
  exportCountRequest,
  exportFacts,
  exportInput,
  filterIds,
  pdf_rows_max,
  rowsText,
} from '../model/export-request.ts'
import type { Asked } from '../model/list.ts'

const format_names = { csv: 'CSV', excel: 'Excel', pdf: 'PDF', json_lines: 'JSON lines' } as const
const counted = (rows: number) => groupThousands(String(rows))

export function ExportDialog({
  asked,
  chosen,
  choice,
  onClose,
}: {
  asked: Asked
  /** Rows that are selected. */
  chosen: ReadonlySet<string>
  choice: ExportChoice
  onClose: () => void
}) {
  const { follow } = useJobs()
  const { category } = useSession()
  const { title } = asked.shaped.list
  const name = 'template' in choice ? choice.template.title : `${title} as ${format_names[choice.format]}`
  const [ofChosen, setOfChosen] = useState(false)
  const ids = useMemo(() => (ofChosen ? [...chosen] : null), [ofChosen, chosen])
  const counts = useCounts(asked, choice, ids)
  const names = useNames(asked)
  const isSure = counts.data !== undefined || counts.isError
  return (
    <VerbModal
      title={'template' in choice ? `${name} as a CSV template` : `Export ${name}`}
      action_id="platform.export.start"
      fields={[{ kind: 'custom', name: 'parts', label: 'Export', render: parts }]}
      input={() => exportInput(asked, choice, exportFacts(asked, names, ids), ids)}
      blocked={isSure ? obstacle(choice, counts.data?.rows) : 'Counting the rows'}
      submit="Export"
      success={false}
      onDone={({ job_id }: { job_id: string }) =>
        follow(job_id, 'template' in choice ? `${name} template` : name)
      }
      onClose={onClose}
    />
  )

  function parts() {
    return (
      <dl className="grid grid-cols-[minmax(5.5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-3">
        <Part label="Rows">
          {chosen.size > 0 && (
            <Radios
              hideLegend
              legend="Which rows"
              name="export-rows"
              value={ofChosen ? 'chosen' : 'all'}
              onChange={(which) => setOfChosen(which === 'chosen')}
              options={[
                { value: 'all', label: 'All that match' },
                { value: 'chosen', label: `The ${counted(chosen.size)} selected` },
              ]}
            />
          )}
          <Rows choice={choice} counts={counts.data} isFailed={counts.isError} />
        </Part>
        {'format' in choice && choice.format === 'json_lines' ? null : (
          <Columns asked={asked} choice={choice} />
        )}
        <Part label="In the file">{guardText(choice)}</Part>
        <Part label="Afterwards">
          You can go on working. Only you see the file, for seven days, under{' '}
          <Link to={pathOf({ category, path: 'exports' })}>Exports</Link>.
        </Part>
      </dl>
    )
  }
}

interface Counts {
  readonly rows: number
  /** Left out of a template (spec §2). */
  readonly suspense: number
}

/** The count of all matches; the list itself stops at its cap. */
function useCounts(asked: Asked, choice: ExportChoice, chosen: readonly string[] | null) {
  const request = exportCountRequest(asked, choice, chosen)
  return useQuery({
    queryKey: ['export_count', request],
    queryFn: async ({ signal }): Promise<Counts> => {
      const answer = await builtQuery(request.query, request.variables, signal)
      const suspense = answer.count('suspense')
      return { rows: answer.count('count') - suspense, suspense }
    },
  })
}

/** Names of picked ids, for the file. */
export function useNames(asked: Asked): Readonly<Record<string, string>> {
  const answers = useQueries({
    queries: filterIds(asked).map(({ root, label, ids }) => ({
      queryKey: ['names', root, ids],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const answer = await builtQuery(
          `query names($where: ${root}_bool_exp!) { rows: ${root}(where: $where, limit: 100) { id ${label} } }`,
          { where: { id: { _in: ids } } },
          signal,
        )
        return Object.fromEntries(
          answer.rows('rows').map((row) => [row.id, String(valueAt(row, label) ?? '')]),
        )
      },
    })),
  })
  return Object.assign({}, ...answers.map(({ data }) => data))
}

/** The reason against this export, or null. */
function obstacle(choice: ExportChoice, rows: number | undefined): string | null {
  if (rows === 0) return `${errorText.no_records}: there is nothing to export`
  if ('format' in choice && choice.format === 'excel' && (rows ?? 0) > excel_rows_max)
    return `A sheet of Excel holds ${rowsText(excel_rows_max)}. Please filter the list, or export it as CSV.`
  return null
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-n11">{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Rows({
  choice,
  counts,
  isFailed,
}: {
  choice: ExportChoice
  counts: Counts | undefined
  isFailed: boolean
}) {
  if (isFailed) return <>All matching rows (count not available)</>
  if (!counts) return <Skeleton className="h-5 w-24" />
  const { rows, suspense } = counts
  const isCut = 'format' in choice && choice.format === 'pdf' && rows > pdf_rows_max
  return (
    <div aria-live="polite">
      <span className="numeric font-medium">{rows === 0 ? errorText.no_records : rowsText(rows)}</span>
      {isCut && (
        <p className="mt-1 text-amber11">
          A PDF holds the first {counted(pdf_rows_max)} rows. CSV and Excel hold all rows.
        </p>
      )}
      {suspense > 0 && <p className="mt-1 text-n11">{rowsText(suspense)} in suspense left out</p>}
    </div>
  )
}

function Columns({ asked, choice }: { asked: Asked; choice: ExportChoice }) {
  if ('template' in choice)
    return (
      <Part label="Columns">
        {namesOf(choice.template.columns.map(({ header, field }) => ({ field, label: header })))}
      </Part>
    )
  const { shown, file_only } = exportColumns(asked)
  return (
    <>
      <Part label="Columns">{shown.length === 1 ? '1 shown' : `${shown.length} shown, in this order`}</Part>
      {file_only.length > 0 && <Part label="Added">{namesOf(file_only)}</Part>}
    </>
  )
}

const namesOf = (columns: readonly ExportColumn[]) => columns.map(({ label }) => label).join(', ')

function guardText(choice: ExportChoice): string {
  if ('template' in choice || choice.format === 'csv')
    return 'Text that looks like a formula, and negative amounts, start with a quote. Dates are YYYY-MM-DD.'
  if (choice.format === 'excel')
    return 'Amounts, units and dates are numbers. Text that looks like a formula starts with a quote.'
  if (choice.format === 'json_lines')
    return 'One object a row with every field by its name, for programs. Times are UTC.'
  return 'Title, filters and time on tagged pages, with a header on each.'
}
