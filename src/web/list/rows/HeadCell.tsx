import { ArrowDown, ArrowUp } from 'lucide-react'
import type { SortBy } from '#entity/url-codec.ts'
import { nextSort } from '#entity/url-codec.ts'
import { cx } from '#web/ui/class-names.ts'
import { Grip } from '#web/ui/Grip.tsx'
import type { ShapedColumn } from '../model/list.ts'
import { clampWidth, width_max, width_min } from './widths.ts'

/** Header of a column: a click sorts, the right edge resizes by pointer or arrow keys. */
export function HeadCell({
  column,
  width,
  sort,
  own_sort,
  left,
  onSort,
  onWidth,
}: {
  column: ShapedColumn
  width: number
  /** The chosen order; null means the list's own. */
  sort: SortBy | null
  own_sort: SortBy
  /** Offset of a sticky column from the left. */
  left: number | null
  onSort: (sort: SortBy | null) => void
  onWidth: (field: string, width: number) => void
}) {
  const now = sort ?? own_sort
  const isSorted = now.id === column.field
  const Arrow = now.desc ? ArrowDown : ArrowUp
  const label = (
    <>
      <span className="truncate">{column.label}</span>
      {isSorted && <Arrow size={13} aria-hidden className={cx('shrink-0', sort ? 'text-a11' : 'text-n9')} />}
    </>
  )
  const side = column.numeric ? 'justify-end' : 'justify-start'
  return (
    <th
      scope="col"
      // Without the name of the grip inside.
      aria-label={column.label}
      aria-sort={isSorted ? (now.desc ? 'descending' : 'ascending') : undefined}
      className={cx(
        'h-8 border-b border-n7 bg-n1 p-0 text-left pointer-coarse:h-12 text-12 font-medium text-n11',
        left !== null && 'group-data-aside/list:sticky z-(--z-sticky)',
      )}
      style={left === null ? undefined : { left }}
    >
      <div className="relative">
        {column.sortable === false ? (
          <span className={cx('flex h-8 items-center px-2 pointer-coarse:h-12', side)}>{label}</span>
        ) : (
          <button
            type="button"
            onClick={() => onSort(nextSort(sort, column.field, own_sort))}
            className={cx(
              'flex h-8 w-full items-center gap-1 px-2 hover:text-n12 pointer-coarse:h-12',
              side,
              isSorted && 'text-n12',
            )}
          >
            {label}
          </button>
        )}
        <Grip
          label={`Width of ${column.label}`}
          value={width}
          min={width_min}
          max={width_max}
          onChange={(next) => onWidth(column.field, clampWidth(next))}
        />
      </div>
    </th>
  )
}
