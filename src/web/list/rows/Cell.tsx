import { valueAt } from '#entity/path.ts'
import type { Session } from '#web/core/session.ts'
import { useSession } from '#web/core/session.ts'
import { YesNo } from '#web/kinds/boolean.tsx'
import { FileLink } from '#web/kinds/file.tsx'
import { kinds } from '#web/kinds/kinds.ts'
import { Link } from '#web/ui/Link.tsx'
import type { ListRow, ShapedColumn } from '../model/list.ts'
import { ActionCell, DifferenceCell, WhyCell } from './lazy-cells.ts'

/** One value of a row, by its kind. `to` links the row and is the base of related counts. */
export function Cell({
  column,
  row,
  to,
  row_link = to,
}: {
  column: ShapedColumn
  row: ListRow
  to: string | null
  row_link?: string | null
}) {
  const session = useSession()
  if (column.cell) return column.cell(row)
  if (column.action) return <ActionCell action={column.action} row={row} />
  const value = valueAt(row, column.value_path)
  const special = specialCell(column, row, value)
  if (special !== undefined) return special
  const own = column.link?.(row, session.category) ?? null
  const name = column.field.slice(column.field.lastIndexOf('.') + 1)
  if (column.related) return <RelatedCount column={column} row={row} count={value} row_link={row_link} />
  const currency = column.currency_path ? String(valueAt(row, column.currency_path) ?? '') : undefined
  // A draft without its invoice has no id.
  if (column.shape.kind === 'human_id' && value === null && isOfRelation(column, row)) return null
  if (column.shape.kind === 'human_id')
    return kinds.human_id.cell({ value, field: column.shape, name, to: own ?? to })
  const content = kinds[column.shape.kind].cell({ value, field: column.shape, name, currency })
  if (to)
    return (
      <Link to={to} data-row-link="" className="font-medium">
        {content}
      </Link>
    )
  const cell = own && content ? <Link to={own}>{content}</Link> : content
  const why = value === null ? [] : (column.why?.(row) ?? [])
  if (why.length === 0) return cell
  return (
    <span className="inline-flex items-center justify-end gap-1 align-middle">
      <WhyCell what={column.label} sentences={why} />
      {cell}
    </span>
  )
}

/** Whether the id belongs to another record: by its path or the name of the column. */
function isOfRelation({ value_path }: ShapedColumn, row: ListRow): boolean {
  const last = value_path.lastIndexOf('.')
  if (last < 0) return value_path !== 'human_id'
  return valueAt(row, value_path.slice(0, last)) === null
}

/** Rendering of `as`; undefined for the default of the kind. */
function specialCell({ as }: ShapedColumn, row: ListRow, value: unknown) {
  if (as === undefined) return undefined
  if (as === 'yes_no') return <YesNo value={value} />
  if (as.kind === 'file') return <FileLink name={value} file_url={valueAt(row, as.file_url)} />
  return <DifferenceCell old_values={valueAt(row, as.old)} new_values={value} />
}

/** A related count links to its tab (spec §2); zero has no link. */
function RelatedCount({
  column,
  row,
  count,
  row_link,
}: {
  column: ShapedColumn
  row: ListRow
  count: unknown
  row_link: string | null
}) {
  const { category }: Session = useSession()
  if (typeof count !== 'number' || !column.related) return null
  const { to, tab } = column.related
  const address = to ? to(row, category) : row_link && `${row_link}/${tab}`
  if (count === 0 || !address) return <span className="text-n10">{count}</span>
  return (
    <Link to={address} aria-label={`${count} ${column.label}`} className="finger">
      {kinds.integer.cell({ value: count, field: column.shape, name: tab })}
    </Link>
  )
}
