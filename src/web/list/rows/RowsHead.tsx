import type { SortBy } from '#entity/url-codec.ts'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/inputs.tsx'
import type { ShapedList } from '../model/list.ts'
import { mainColumn } from '../model/shape.ts'
import type { Selection } from '../tools/use-selection.ts'
import { HeadCell } from './HeadCell.tsx'
import type { Lead } from './leading-columns.ts'

const head = 'h-8 border-b border-n7 bg-n1 px-2 text-left pointer-coarse:h-12 text-12 font-medium text-n11'

/** Serial, expand, selection, then the list's own columns, each sorted by a click and resized at its edge. */
export function RowsHead({
  shaped,
  lead,
  widths,
  sort,
  selection,
  shown,
  hasMenu,
  onSort,
  onWidth,
}: {
  shaped: ShapedList
  lead: Lead
  widths: readonly number[]
  sort: SortBy | null
  selection: Selection
  /** Numbers of shown and selected rows. */
  shown: { readonly rows: number; readonly chosen: number }
  hasMenu: boolean
  onSort: (sort: SortBy | null) => void
  onWidth: (field: string, width: number) => void
}) {
  // The head sticks as one layer, its corner only during a sideways scroll.
  const corner = cx(head, 'group-data-aside/list:sticky z-(--z-sticky)')
  return (
    <thead className="sticky top-0 z-(--z-table-head)">
      <tr aria-rowindex={1}>
        <th scope="col" className={cx(corner, 'left-0 pl-3! text-right font-normal')}>
          <span aria-hidden>#</span>
          <span className="sr-only">Serial</span>
        </th>
        {lead.expand !== null && (
          <th scope="col" className={corner} style={{ left: lead.expand }}>
            <span className="sr-only">Expand</span>
          </th>
        )}
        <th scope="col" className={corner} style={{ left: lead.select ?? 0 }}>
          <Checkbox
            hideLabel
            label="Select all shown"
            checked={shown.chosen > 0 && shown.chosen === shown.rows}
            indeterminate={shown.chosen > 0 && shown.chosen < shown.rows}
            onChange={selection.setAll}
            area="-mx-2 flex h-full items-center px-2"
          />
        </th>
        {shaped.columns.map((column, at) => (
          <HeadCell
            key={column.field}
            column={column}
            width={widths[at] ?? column.width}
            sort={sort}
            own_sort={shaped.sort}
            left={at === 0 && mainColumn(shaped) === 0 ? lead.width : null}
            onSort={onSort}
            onWidth={onWidth}
          />
        ))}
        <td className={head} />
        {hasMenu && (
          <th scope="col" className={cx(head, 'sticky right-0 z-(--z-sticky)')}>
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
