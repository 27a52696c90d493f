/** The rows of an import as read, each with its faults. */
import { Download } from 'lucide-react'
import { Fragment, useState } from 'react'
import { unguardCell } from '#kernel/cell-guard.ts'
import { groupThousands } from '#kernel/decimal-text.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { pathOf, usePlace } from '#web/core/place.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { useIsPhone } from '#web/ui/media.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import { type ImportData, type ImportRowData, rows_page, useImportRows } from './import.hook.ts'
import type { ImportShape } from './import-kind.rules.ts'
import { filledColumns } from './import-shape.rules.ts'

const states: Readonly<Record<ImportRowData['status'], { label: string; tone: Tone }>> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  valid: { label: 'Ready', tone: 'progress' },
  faulty: { label: 'Error', tone: 'critical' },
  applied: { label: 'Imported', tone: 'positive' },
  failed: { label: 'Refused', tone: 'critical' },
  undone: { label: 'Undone', tone: 'neutral' },
}

const counted = (rows: number) => groupThousands(String(rows))

export function ImportRows({ row, shape }: { row: ImportData; shape: ImportShape }) {
  const [onlyFaulty, setOnlyFaulty] = useState(row.faulty_count > 0)
  const [page, setPage] = useState(0)
  const stamp = `${row.status} ${row.applied_count} ${row.faulty_count}`
  const shows = onlyFaulty && row.faulty_count > 0
  const query = useImportRows(row.id, stamp, shows, page)
  const total = shows ? row.faulty_count : row.row_count
  const last = Math.max(0, Math.ceil(total / rows_page) - 1)
  const choose = (faulty: boolean) => {
    setOnlyFaulty(faulty)
    setPage(0)
  }
  return (
    <Card
      title="Rows"
      flush
      actions={
        row.faulty_count > 0 && (
          <a href={`/api/import/${row.id}/errors`} download className={buttonClass('quiet', 'sm')}>
            <Download size={14} aria-hidden />
            Rows with errors
          </a>
        )
      }
    >
      {row.faulty_count > 0 && (
        <div className="flex flex-wrap gap-2 border-b p-3">
          <Choice on={!shows} onClick={() => choose(false)} label={`All ${counted(row.row_count)}`} />
          <Choice
            on={shows}
            onClick={() => choose(true)}
            label={`With errors ${counted(row.faulty_count)}`}
          />
        </div>
      )}
      {query.isError ? (
        <CouldNotLoad onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <RowTable row={row} shape={shape} rows={query.data} />
      ) : (
        <div className="flex flex-col gap-3 p-3">
          <Skeleton className="w-full" />
          <Skeleton className="w-10/12" />
        </div>
      )}
      {last > 0 && (
        <div className="flex items-center justify-end gap-2 p-3">
          <span aria-live="polite" className="numeric flex-1 text-12 text-n11">
            Rows {counted(page * rows_page + 1)} to {counted(Math.min(total, (page + 1) * rows_page))} of{' '}
            {counted(total)}
          </span>
          <Button
            disabledReason={page === 0 ? 'These are the first' : null}
            onClick={() => setPage((now) => Math.max(0, now - 1))}
          >
            Previous
          </Button>
          <Button
            disabledReason={page >= last ? 'These are the last' : null}
            onClick={() => setPage((now) => Math.min(last, now + 1))}
          >
            Next
          </Button>
        </div>
      )}
    </Card>
  )
}

function Choice({ on, label, onClick }: { on: boolean; label: string; onClick: () => void }) {
  return (
    <Chip on={on} onClick={onClick} className="numeric pointer-coarse:h-10">
      {label}
    </Chip>
  )
}

function RowTable({
  row,
  shape,
  rows,
}: {
  row: ImportData
  shape: ImportShape
  rows: readonly ImportRowData[]
}) {
  const columns = filledColumns(shape).flatMap(({ field, header }) => {
    const at = row.mapping.indexOf(field)
    return at < 0 ? [] : [{ field, header, at }]
  })
  const headers = new Map(filledColumns(shape).map(({ field, header }) => [field, header]))
  const isPhone = useIsPhone()
  const { list: path } = shape.template
  if (isPhone)
    return (
      <ul>
        {rows.map((one) => (
          <RowCard key={one.id} one={one} columns={columns} headers={headers} path={path} />
        ))}
      </ul>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard.
    <section aria-label="Rows of the file" tabIndex={0} className="scroll-quiet max-h-[60dvh] overflow-auto">
      <Table>
        <thead className="sticky top-0 z-1">
          <tr>
            <Th numeric>Row</Th>
            <Th>Status</Th>
            {columns.map(({ field, header }) => (
              <Th key={field}>{header}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <RowLine key={one.id} one={one} columns={columns} headers={headers} path={path} />
          ))}
        </tbody>
      </Table>
    </section>
  )
}

interface ShownColumn {
  readonly field: string
  readonly header: string
  readonly at: number
}
interface RowProps {
  readonly one: ImportRowData
  readonly columns: readonly ShownColumn[]
  /** Of every column that a file could have. */
  readonly headers: ReadonlyMap<string, string>
  readonly path: string
}

/** A link to the row's new record. */
function Became({ one, path }: Pick<RowProps, 'one' | 'path'>) {
  const { category } = usePlace()
  if (one.status !== 'applied' || !one.human_id || !one.entity_id) return null
  return (
    <Link to={pathOf({ category, path, id: one.entity_id })} className="text-12">
      {one.human_id}
    </Link>
  )
}

/** Messages that belong to no column shown, by the name of the column that the file does not have. */
function otherMessages({ one, columns, headers }: Omit<RowProps, 'path'>): readonly string[] {
  const shown = new Set(columns.map(({ field }) => field))
  return Object.entries(one.errors).flatMap(([field, message]) => {
    if (shown.has(field)) return []
    const header = headers.get(field)
    return [header === undefined ? message : `${header}: ${message}`]
  })
}

/** On a phone a row says its first cells, and of the others those that are wrong. */
function RowCard({ one, columns, headers, path }: RowProps) {
  const state = states[one.status]
  const shown = columns.filter(({ field }, at) => at < 3 || one.errors[field] !== undefined)
  return (
    <li className="border-b p-3 last:border-b-0">
      <div className="flex items-center gap-2">
        <span className="numeric flex-1 text-12 text-n11">Row {one.row_no}</span>
        <Became one={one} path={path} />
        <Badge tone={state.tone}>{state.label}</Badge>
      </div>
      <dl className="mt-1 grid grid-cols-[136px_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {shown.map(({ field, header, at }) => (
          <Fragment key={field}>
            <dt className="text-12 leading-5 text-n11">{header}</dt>
            <dd className="min-w-0">
              <span className="block truncate">{unguardCell(one.cells[at] ?? '')}</span>
              {one.errors[field] && (
                <span className="block text-12 leading-5 text-red11">{one.errors[field]}</span>
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
      {otherMessages({ one, columns, headers }).map((message) => (
        <p key={message} className="mt-0.5 text-12 text-red11">
          {message}
        </p>
      ))}
    </li>
  )
}

function RowLine({ one, columns, headers, path }: RowProps) {
  const state = states[one.status]
  return (
    <tr className={cx(Object.keys(one.errors).length > 0 && 'bg-red3/40')}>
      <Td numeric className="py-1.5 align-top">
        {one.row_no}
      </Td>
      <Td className="py-1.5 align-top">
        <Badge tone={state.tone}>{state.label}</Badge>
        <div>
          <Became one={one} path={path} />
        </div>
        {otherMessages({ one, columns, headers }).map((message) => (
          <p key={message} className="mt-0.5 max-w-60 text-12 text-red11">
            {message}
          </p>
        ))}
      </Td>
      {columns.map(({ field, at }) => (
        <Td key={field} className="max-w-60 py-1.5 align-top">
          <span className="block truncate">{unguardCell(one.cells[at] ?? '')}</span>
          {one.errors[field] && <span className="block text-12 text-red11">{one.errors[field]}</span>}
        </Td>
      ))}
    </tr>
  )
}
