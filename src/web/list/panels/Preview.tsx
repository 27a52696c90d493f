import { ArrowUpRight, X } from 'lucide-react'
import { valueAt } from '#entity/path.ts'
import { showHumanId } from '#kernel/human-id.ts'
import { useSession } from '#web/core/session.ts'
import { buttonClass, IconButton } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { ListRow, ShapedColumn, ShapedList } from '../model/list.ts'
import { isFor, isOffered } from '../model/list.ts'
import { Cell } from '../rows/Cell.tsx'
import { RowMenu } from '../rows/RowMenu.tsx'
import { SubTableOf } from '../rows/SubRows.tsx'

/** The current row with every column, hidden ones too (spec §2, wide screens). */
export function Preview({ shaped, row, onClose }: { shaped: ShapedList; row: ListRow; onClose: () => void }) {
  const session = useSession()
  const { list } = shaped
  const to = list.link(row, session.category)
  const { title: title_path, badge: badge_path } = list.card
  const column = (path: string | undefined) => shaped.offered.find((one) => one.field === path)
  const title = column(title_path)
  const badge = column(badge_path)
  const facts = shaped.offered.filter(
    (one) => one !== title && one !== badge && !one.action && isRead(shaped, one, row),
  )
  const hasMenu = (list.row_actions ?? []).some((one) => isOffered(one, session))
  const { expand } = list
  return (
    <aside
      aria-label="Preview"
      className="scroll-quiet flex w-96 shrink-0 flex-col overflow-y-auto border-l bg-surface"
    >
      <header className="sticky top-0 flex items-center gap-2 border-b bg-surface py-2 pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate text-14 font-semibold">{titleText(title, row)}</h2>
        {badge && <Cell column={badge} row={row} to={null} />}
        {hasMenu && <RowMenu list={list} row={row} />}
        <IconButton size="sm" icon={X} label="Close preview" shortcut="p" onClick={onClose} />
      </header>
      <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-4 px-4 py-3">
        {facts.map((one) => (
          <Fact key={one.field} column={one} row={row} row_link={to} />
        ))}
      </dl>
      {expand && isFor(expand, session) && (
        <section className="border-t px-4 py-3" aria-label={expand.list.title}>
          <h3 className="mb-2 text-12 font-medium text-n11">{expand.list.title}</h3>
          <div className="scroll-quiet overflow-x-auto">
            <SubTableOf expand={expand} row={row} />
          </div>
        </section>
      )}
      {to && (
        <footer className="px-4 pb-4">
          <Link plain to={to} className={buttonClass('secondary')}>
            Open
            <ArrowUpRight size={15} aria-hidden />
          </Link>
        </footer>
      )}
    </aside>
  )
}

/** Hidden columns are not read unless chosen. */
function isRead(shaped: ShapedList, column: ShapedColumn, row: ListRow): boolean {
  return shaped.columns.includes(column) || !column.hidden || valueAt(row, column.value_path) !== null
}

function titleText(column: ShapedColumn | undefined, row: ListRow): string {
  const value = column ? valueAt(row, column.value_path) : null
  const text = typeof value === 'string' ? value : null
  return column?.shape.kind === 'human_id' ? showHumanId(text) : (text ?? 'Record')
}

function Fact({ column, row, row_link }: { column: ShapedColumn; row: ListRow; row_link: string | null }) {
  const value = valueAt(row, column.value_path)
  const isEmpty = (value === null || value === '') && !column.cell
  return (
    <>
      <dt className="py-1 text-n11">{column.label}</dt>
      <dd className="min-w-0 py-1 break-words">
        {isEmpty ? (
          <span className="text-n9">–</span>
        ) : (
          <Cell column={column} row={row} to={null} row_link={row_link} />
        )}
      </dd>
    </>
  )
}
