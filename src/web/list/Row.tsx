import { useRouter } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import { memo } from 'react'
import { useSession } from '#web/core/session.ts'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/inputs.tsx'
import { Cell } from './Cell.tsx'
import type { Lead } from './lead.ts'
import type { ListRow } from './list.ts'
import { RowMenu } from './RowMenu.tsx'
import type { ShapedList } from './shape.ts'
import { mainColumn } from './shape.ts'
import type { Selection } from './use-selection.ts'

export interface RowProps {
  readonly row: ListRow
  readonly serial: number
  readonly shaped: ShapedList
  readonly lead: Lead
  readonly isChosen: boolean
  readonly isFresh: boolean
  /** It is the one in the preview. */
  readonly isCurrent: boolean
  readonly isOpen: boolean
  readonly isPreviewed: boolean
  readonly selection: Selection | null
  readonly hasMenu: boolean
  readonly onCurrent: (id: string) => void
  readonly onExpand: (id: string) => void
}

/** Drawn again only when what it shows has changed; the functions it is given stay the same. */
export const Row = memo(function Row(props: RowProps) {
  const { row, serial, shaped, lead, isChosen, isFresh, isCurrent, isOpen, selection, hasMenu } = props
  const { category } = useSession()
  const to = shaped.list.link(row, category)
  const open = useOpen(props, to)
  const main = mainColumn(shaped)
  const cell = cx(
    'h-8 border-b border-n6 px-2',
    isChosen || isCurrent ? 'bg-a2' : isFresh ? 'bg-surface row-fresh' : 'bg-surface group-hover:bg-n2',
  )
  // Each sticky cell is a layer of its own for the browser: where the table stands at its left edge nothing has to stick.
  const stuck = 'group-data-aside/list:sticky z-(--z-sticky)'
  return (
    <tr
      data-row={row.id}
      onClick={open}
      className={cx('group', to && 'cursor-pointer')}
      aria-rowindex={serial + 1}
      aria-selected={selection ? isChosen : undefined}
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
            className="grid size-7 place-items-center rounded text-n10 hover:bg-n4 hover:text-n12"
          >
            <ChevronRight
              size={15}
              aria-hidden
              className={cx('transition-transform', isOpen && 'rotate-90')}
            />
          </button>
        </td>
      )}
      {selection && (
        <td className={cx(cell, stuck, 'cursor-default')} style={{ left: lead.select ?? 0 }}>
          <Checkbox
            hideLabel
            label={`Select row ${serial}`}
            checked={isChosen}
            onChange={() => selection.toggle(row.id)}
            className="align-middle"
          />
        </td>
      )}
      {shaped.columns.map((column, at) => (
        <td
          key={column.field}
          className={cx(
            cell,
            'truncate',
            column.numeric && 'numeric text-right',
            at === 0 && main === 0 && stuck,
          )}
          style={at === 0 && main === 0 ? { left: lead.width } : undefined}
        >
          <Cell column={column} row={row} to={at === main ? to : null} row_link={to} />
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
})

/**
 * The id is the real link; a click elsewhere on the row follows it, unless something was selected or pressed. Beside an
 * open preview a click shows the row there.
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
