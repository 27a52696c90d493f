import { ArrowDown, ArrowUp } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useRef } from 'react'
import type { SortBy } from '#entity/url-codec.ts'
import { nextSort } from '#entity/url-codec.ts'
import { cx } from '#web/ui/class-names.ts'
import type { ShapedColumn } from './shape.ts'
import { clampWidth, width_max, width_min } from './widths.ts'

const key_step = 16

/** Header of a column: a click sorts, the right edge resizes by pointer or arrow keys. */
export function HeadCell({
  column,
  width,
  sort,
  isOwnSort,
  onSort,
  onWidth,
}: {
  column: ShapedColumn
  width: number
  /** The order the rows are in now. */
  sort: SortBy
  /** It was chosen, and is not the list's default. */
  isOwnSort: boolean
  onSort: (sort: SortBy | null) => void
  onWidth: (width: number) => void
}) {
  const isSorted = sort.id === column.field
  const Arrow = sort.desc ? ArrowDown : ArrowUp
  const label = (
    <>
      <span className="truncate">{column.label}</span>
      {isSorted && (
        <Arrow size={13} aria-hidden className={cx('shrink-0', isOwnSort ? 'text-a11' : 'text-n9')} />
      )}
    </>
  )
  const side = column.numeric ? 'justify-end' : 'justify-start'
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.desc ? 'descending' : 'ascending') : undefined}
      className="sticky top-0 z-(--z-sticky) h-8 border-b border-n7 bg-n1 p-0 text-left text-12 font-medium text-n11"
    >
      {column.sortable === false ? (
        <span className={cx('flex h-8 items-center px-2', side)}>{label}</span>
      ) : (
        <button
          type="button"
          onClick={() => onSort(nextSort(isOwnSort ? sort : null, column.field))}
          className={cx(
            'flex h-8 w-full items-center gap-1 px-2 hover:text-n12',
            side,
            isSorted && 'text-n12',
          )}
        >
          {label}
        </button>
      )}
      <Grip label={`Width of ${column.label}`} width={width} onWidth={onWidth} />
    </th>
  )
}

function Grip({ label, width, onWidth }: { label: string; width: number; onWidth: (width: number) => void }) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const down = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width }
  }
  const move = (event: PointerEvent) => {
    if (start.current) onWidth(clampWidth(start.current.width + event.clientX - start.current.x))
  }
  const key = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? key_step : event.key === 'ArrowLeft' ? -key_step : 0
    if (step === 0) return
    event.preventDefault()
    onWidth(clampWidth(width + step))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a splitter with a value is no horizontal rule.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={width_min}
      aria-valuemax={width_max}
      tabIndex={0}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={() => {
        start.current = null
      }}
      onKeyDown={key}
      className="absolute top-1.5 right-0 bottom-1.5 w-1.5 cursor-col-resize touch-none border-r border-n6 hover:border-r-2 hover:border-a8"
    />
  )
}
