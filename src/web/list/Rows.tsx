import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { memo, useMemo } from 'react'
import type { SortBy } from '#entity/url-codec.ts'
import { useSession } from '#web/core/session.ts'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/inputs.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Cell } from './Cell.tsx'
import { HeadCell } from './HeadCell.tsx'
import type { ListRow } from './list.ts'
import { isFor } from './list.ts'
import { RowMenu } from './RowMenu.tsx'
import { page_size } from './request.ts'
import type { ShapedColumn, ShapedList } from './shape.ts'
import type { ListData } from './use-list.ts'
import type { Selection } from './use-selection.ts'
import { useWidths } from './widths.ts'

const serial_width = 48
const select_width = 40
const menu_width = 44

export function Rows({
  shaped,
  data,
  sort,
  onSort,
  selection,
  embedded,
  empty,
}: {
  shaped: ShapedList
  data: ListData
  sort: SortBy | null
  onSort: (sort: SortBy | null) => void
  selection: Selection | null
  embedded: boolean
  empty: ReactNode
}) {
  const session = useSession()
  const { list } = shaped
  const [set, setWidth] = useWidths(
    `${session.user.id}.${list.entity.module}.${list.entity.name}.${list.title}`,
  )
  const hasMenu = (list.row_actions ?? []).some((one) => isFor(one, session))
  const widths = useMemo(
    () => shaped.columns.map((column) => set[column.field] ?? column.width),
    [shaped, set],
  )
  const total = widths.reduce(
    (sum, width) => sum + width,
    serial_width + (selection ? select_width : 0) + (hasMenu ? menu_width : 0),
  )
  const chosen = selection ? data.rows.filter((row) => selection.ids.has(row.id)).length : 0

  return (
    <div
      className={cx('scroll-quiet overflow-auto', embedded ? 'max-h-[70vh]' : 'absolute inset-0')}
      data-list-scroll=""
    >
      <table
        className="table-fixed border-separate border-spacing-0 text-13"
        style={{ width: total, minWidth: '100%' }}
      >
        <caption className="sr-only">{list.title}</caption>
        <colgroup>
          {selection && <col style={{ width: select_width }} />}
          <col style={{ width: serial_width }} />
          {shaped.columns.map((column, at) => (
            <col key={column.field} style={{ width: widths[at] }} />
          ))}
          <col />
          {hasMenu && <col style={{ width: menu_width }} />}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={cx(head, 'sticky left-0 z-(--z-table-head) pl-3!')}>
                <Checkbox
                  hideLabel
                  label="Select all shown"
                  checked={chosen > 0 && chosen === data.rows.length}
                  indeterminate={chosen > 0 && chosen < data.rows.length}
                  onChange={selection.setAll}
                  className="align-middle"
                />
              </th>
            )}
            <th scope="col" className={cx(head, 'text-right font-normal', !selection && 'pl-3')}>
              <span aria-hidden>#</span>
              <span className="sr-only">Serial</span>
            </th>
            {shaped.columns.map((column, at) => (
              <HeadCell
                key={column.field}
                column={column}
                width={widths[at] ?? column.width}
                sort={sort ?? shaped.sort}
                isOwnSort={sort !== null}
                onSort={onSort}
                onWidth={(width) => setWidth(column.field, width)}
              />
            ))}
            <td className={head} />
            {hasMenu && (
              <th scope="col" className={cx(head, 'sticky right-0')}>
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className={cx(data.isRefreshing && 'opacity-60 transition-opacity')}>
          {data.status === 'loading'
            ? skeletonRows(shaped.columns, selection !== null, hasMenu)
            : data.rows.map((row, at) => (
                <Row
                  key={row.id}
                  row={row}
                  serial={at + 1}
                  shaped={shaped}
                  isChosen={selection?.ids.has(row.id) ?? false}
                  selection={selection}
                  hasMenu={hasMenu}
                />
              ))}
        </tbody>
      </table>
      {empty}
    </div>
  )
}

const head =
  'sticky top-0 z-(--z-sticky) h-8 border-b border-n7 bg-n1 px-2 text-left text-12 font-medium text-n11'

interface RowProps {
  row: ListRow
  serial: number
  shaped: ShapedList
  isChosen: boolean
  selection: Selection | null
  hasMenu: boolean
}

const Row = memo(
  function Row({ row, serial, shaped, isChosen, selection, hasMenu }: RowProps) {
    const router = useRouter()
    const session = useSession()
    const to = shaped.list.link(row, session.category)
    // The id is the real link; a click elsewhere on the row follows it, unless something was selected or pressed.
    const open = (event: MouseEvent<HTMLTableRowElement>) => {
      const hit =
        event.target instanceof Element && event.target.closest('a,button,input,label,[role="menuitem"]')
      if (!to || hit || event.button !== 0 || String(getSelection() ?? '') !== '') return
      if (event.metaKey || event.ctrlKey) window.open(to, '_blank', 'noreferrer')
      else router.history.push(to)
    }
    const cell = cx('h-8 border-b border-n6 px-2', isChosen ? 'bg-a2' : 'bg-surface group-hover:bg-n2')
    return (
      <tr
        data-row={row.id}
        onClick={open}
        className={cx('group', to && 'cursor-pointer')}
        aria-selected={selection ? isChosen : undefined}
      >
        {selection && (
          <td className={cx(cell, 'sticky left-0 z-(--z-sticky) pl-3! cursor-default')}>
            <Checkbox
              hideLabel
              label={`Select row ${serial}`}
              checked={isChosen}
              onChange={() => selection.toggle(row.id)}
              className="align-middle"
            />
          </td>
        )}
        <td className={cx(cell, 'numeric text-right text-12 text-n10', !selection && 'pl-3')}>{serial}</td>
        {shaped.columns.map((column, at) => (
          <td key={column.field} className={cx(cell, 'truncate', column.numeric && 'numeric text-right')}>
            <Cell column={column} row={row} to={at === mainColumn(shaped) ? to : null} />
          </td>
        ))}
        <td className={cell} />
        {hasMenu && (
          <td className={cx(cell, 'sticky right-0 p-0! text-center')}>
            <RowMenu list={shaped.list} row={row} />
          </td>
        )}
      </tr>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.serial === after.serial &&
    before.shaped === after.shaped &&
    before.isChosen === after.isChosen &&
    before.hasMenu === after.hasMenu,
)

/** The column whose text is the row's link: its unique id, or the first. */
export function mainColumn(shaped: ShapedList): number {
  const at = shaped.columns.findIndex((column) => column.shape.kind === 'human_id')
  return Math.max(0, at)
}

const bars = ['w-3/4', 'w-1/2', 'w-2/3', 'w-5/6', 'w-3/5']

function skeletonRows(columns: readonly ShapedColumn[], hasSelection: boolean, hasMenu: boolean) {
  return Array.from({ length: page_size }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of grey rows.
    <tr key={row} aria-hidden>
      {hasSelection && <td className="h-8 border-b border-n6" />}
      <td className="h-8 border-b border-n6" />
      {columns.map((column, at) => (
        <td key={column.field} className="h-8 border-b border-n6 px-2">
          <Skeleton className={cx(bars[(row + at) % bars.length], column.numeric && 'ml-auto')} />
        </td>
      ))}
      <td className="h-8 border-b border-n6" />
      {hasMenu && <td className="h-8 border-b border-n6" />}
    </tr>
  ))
}
