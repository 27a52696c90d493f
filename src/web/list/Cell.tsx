import { valueAt } from '#entity/path.ts'
import { useSession } from '#web/core/session.ts'
import { kinds } from '#web/kinds/kinds.ts'
import { Link } from '#web/ui/Link.tsx'
import type { ListRow } from './list.ts'
import type { ShapedColumn } from './shape.ts'

/** One value of a row, by its kind. `to` makes it the row's link. */
export function Cell({ column, row, to }: { column: ShapedColumn; row: ListRow; to: string | null }) {
  const session = useSession()
  if (column.cell) return column.cell(row)
  const value = valueAt(row, column.field)
  const currency = column.currency_path ? String(valueAt(row, column.currency_path) ?? '') : undefined
  const own = column.link?.(row, session.category) ?? null
  const name = column.field.slice(column.field.lastIndexOf('.') + 1)
  if (column.shape.kind === 'human_id')
    return kinds.human_id.cell({ value, field: column.shape, name, to: own ?? to })
  const content = kinds[column.shape.kind].cell({ value, field: column.shape, name, currency })
  if (to)
    return (
      <Link to={to} data-row-link="" className="font-medium">
        {content}
      </Link>
    )
  return own && content ? <Link to={own}>{content}</Link> : content
}
