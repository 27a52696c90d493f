import { ArrowDown, ArrowUp, FoldHorizontal, UnfoldHorizontal } from 'lucide-react'
import { announce } from '#web/ui/announce.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/inputs.tsx'
import { moved, toggled } from '../model/layout.ts'
import type { ShapedColumn, ShapedList } from '../model/list.ts'
import type { ListLayout } from '../model/use-layout.ts'
import { clampWidth, width_max, width_min } from '../rows/widths.ts'

const width_step = 40

/** The shown columns in order, stored per user. Hidden ones follow in the order of the list. */
export function ColumnsPanel({ shaped, layout }: { shaped: ShapedList; layout: ListLayout }) {
  const shown = shaped.columns.map((column) => column.field)
  const others = shaped.offered.filter((column) => !shown.includes(column.field))
  return (
    <div>
      <ul aria-label="Columns shown" className="flex flex-col">
        {shaped.columns.map((column, at) => (
          <Line
            key={column.field}
            column={column}
            isOn
            isLast={shown.length === 1}
            onToggle={() => layout.setColumns(toggled(shown, column.field))}
          >
            <WidthButtons column={column} layout={layout} />
            <IconButton
              size="sm"
              icon={ArrowUp}
              label={`Move ${column.label} forward`}
              disabledReason={at === 0 ? 'This is the first' : null}
              onClick={() => layout.setColumns(moved(shown, column.field, -1))}
            />
            <IconButton
              size="sm"
              icon={ArrowDown}
              label={`Move ${column.label} back`}
              disabledReason={at === shown.length - 1 ? 'This is the last' : null}
              onClick={() => layout.setColumns(moved(shown, column.field, 1))}
            />
          </Line>
        ))}
      </ul>
      {others.length > 0 && (
        <ul aria-label="Columns not shown" className="mt-1 flex flex-col border-t pt-1">
          {others.map((column) => (
            <Line
              key={column.field}
              column={column}
              isOn={false}
              onToggle={() => layout.setColumns(toggled(shown, column.field))}
            />
          ))}
        </ul>
      )}
      <div className="mt-1 border-t pt-2">
        <Button
          size="sm"
          tone="quiet"
          onClick={layout.reset}
          disabledReason={layout.isOwn ? null : 'Columns and widths are the defaults'}
        >
          Reset columns and widths
        </Button>
      </div>
    </div>
  )
}

/** A column is resized without dragging (WCAG 2.5.7). */
function WidthButtons({
  column: { field, label, width: own },
  layout,
}: {
  column: ShapedColumn
  layout: ListLayout
}) {
  const width = layout.widths[field] ?? own
  const resize = (step: number) => {
    const next = clampWidth(width + step)
    layout.setWidth(field, next)
    announce(`${label}: ${next} pixels wide`)
  }
  return (
    <>
      <IconButton
        size="sm"
        icon={FoldHorizontal}
        label={`Make ${label} narrower`}
        disabledReason={width <= width_min ? 'This is the smallest width' : null}
        onClick={() => resize(-width_step)}
      />
      <IconButton
        size="sm"
        icon={UnfoldHorizontal}
        label={`Make ${label} wider`}
        disabledReason={width >= width_max ? 'This is the greatest width' : null}
        onClick={() => resize(width_step)}
      />
    </>
  )
}

function Line({
  column,
  isOn,
  isLast = false,
  onToggle,
  children,
}: {
  column: ShapedColumn
  isOn: boolean
  isLast?: boolean
  onToggle: () => void
  children?: React.ReactNode
}) {
  return (
    <li className="flex h-8 items-center gap-0.5 rounded pl-1.5 hover:bg-n3">
      <span className="min-w-0 flex-1 truncate">
        <Checkbox label={column.label} checked={isOn} disabled={isLast} onChange={onToggle} />
      </span>
      {children}
    </li>
  )
}
