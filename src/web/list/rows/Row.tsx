import { useRouter } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import { memo } from 'react'
import { useSession } from '#web/core/session.ts'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/inputs.tsx'
import type { ListRow, ShapedColumn, ShapedList } from '../model/list.ts'
import { mainColumn } from '../model/shape.ts'
import { Cell } from './Cell.tsx'
import type { Lead } from './leading-columns.ts'
import { RowMenu } from './RowMenu.tsx'
import { drawnColumns, type Range } from './window.ts'

export interface RowProps {
  readonly row: ListRow
  readonly serial: number
  readonly shaped: ShapedList
  readonly lead: Lead
  /** Columns rendered during a scroll; null means all. */
  readonly visible: Range | null
  readonly isChosen: boolean
  readonly isFresh: boolean
  /** The row is in the preview. */
  readonly isCurrent: boolean
  readonly isOpen: boolean
  readonly isPreviewed: boolean
  /** Null without selection. */
  readonly onSelect: ((id: string) => void) | null
  readonly hasMenu: boolean
  readonly onCurrent: (id: string) => void
  readonly onExpand: (id: string) => void
}

// Every sticky cell is a layer, so cells stick only when the table is scrolled sideways.
const stuck = 'group-data-aside/list:sticky z-(--z-sticky)'

/** Renders again only on changed content; its callbacks are stable. */
export const Row = memo(function Row(props: RowProps) {
  const { row, serial, shaped, lead, visible, isChosen, isFresh, isCurrent, isOpen, onSelect, hasMenu } =
    props
  const { category } = useSession()
  const to = shaped.list.link(row, category)
  const open = useOpen(props, to)
  const cell = cx(
    'h-8 border-b border-n6 px-2 pointer-coarse:h-12',
    isChosen || isCurrent ? 'bg-a2' : isFresh ? 'bg-surface row-fresh' : 'bg-surface group-hover:bg-n2',
  )
  return (
    <tr
      data-row={row.id}
      onClick={open}
      className={cx('group', to && 'cursor-pointer')}
      aria-rowindex={serial + 1}
      aria-selected={onSelect ? isChosen : undefined}
      aria-current={isCurrent || undefined}
    >
      <td
        className={cx(
          cell,
          stuck,
          'left-0 numeric pl-3! text-right text-12 text-n10',
          isCurrent && 'row-current',
        )}
      >
        {serial}
      </td>
      {lead.expand !== null && (
        <td className={cx(cell, stuck, 'cursor-default p-0! text-center')} style={{ left: lead.expand }}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`Rows of ${serial}`}
            onClick={() => props.onExpand(row.id)}
            className="grid size-7 place-items-center rounded text-n10 hover:bg-n4 hover:text-n12 pointer-coarse:h-12 pointer-coarse:w-full"
          >
            <ChevronRight
              size={15}
              aria-hidden
              className={cx('transition-transform', isOpen && 'rotate-90')}
            />
          </button>
        </td>
      )}
      {onSelect && (
        <td className={cx(cell, stuck, 'cursor-default')} style={{ left: lead.select ?? 0 }}>
          <Checkbox
            hideLabel
            label={`Select row ${serial}`}
            checked={isChosen}
            onChange={() => onSelect(row.id)}
            area="-mx-2 flex h-full items-center px-2"
          />
        </td>
      )}
      <ColumnCells {...{ row, shaped, lead, visible, to, cell }} />
      <td className={cell} />
      {hasMenu && (
        <td className={cx(cell, 'sticky right-0 p-0! text-center')}>
          <RowMenu key={row.id} list={shaped.list} row={row} />
        </td>
      )}
    </tr>
  )
})

/** The columns of the list. During a scroll, hidden ones are merged into one cell. */
function ColumnCells({
  row,
  shaped,
  lead,
  visible,
  to,
  cell,
}: Pick<RowProps, 'row' | 'shaped' | 'lead' | 'visible'> & { to: string | null; cell: string }) {
  const main = mainColumn(shaped)
  return drawnColumns(shaped.columns.length, visible, main).map(({ at, skip }) => {
    const column = shaped.columns[at]
    if (!column || skip > 0) return <td key={`from ${at}`} colSpan={skip} className={cell} />
    const isFirst = at === 0 && main === 0
    return (
      <td
        key={hasOwnState(column) ? `${column.field} ${row.id}` : column.field}
        className={cx(cell, 'truncate', column.numeric && 'numeric text-right', isFirst && stuck)}
        style={isFirst ? { left: lead.width } : undefined}
      >
        <Cell column={column} row={row} to={at === main ? to : null} row_link={to} />
      </td>
    )
  })
}

/** Resets open cells and dialogs when the slot gets another row. */
const hasOwnState = ({ cell, action, why }: ShapedColumn): boolean => Boolean(cell ?? action ?? why)

/**
 * The id is the real link. A click elsewhere follows it unless text was selected, or shows the row in an open preview.
 */
function useOpen({ row, isPreviewed, onCurrent }: RowProps, to: string | null) {
  const router = useRouter()
  return (event: MouseEvent<HTMLTableRowElement>) => {
    const hit =
      event.target instanceof Element && event.target.closest('a,button,input,label,[role="menuitem"]')
    if (hit || event.button !== 0 || String(getSelection() ?? '') !== '') return
    const isElsewhere = event.metaKey || event.ctrlKey
    if (isPreviewed && !isElsewhere) {
      onCurrent(row.id)
      event.currentTarget.querySelector<HTMLElement>('[data-row-link]')?.focus({ preventScroll: true })
    } else if (to && isElsewhere) window.open(to, '_blank', 'noreferrer')
    else if (to) router.history.push(to)
  }
}
