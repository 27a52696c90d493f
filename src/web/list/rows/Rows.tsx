import type { ReactNode, RefObject } from 'react'
import { Fragment, useEffect, useMemo, useRef } from 'react'
import { useSession } from '#web/core/session.ts'
import { cx } from '#web/ui/class-names.ts'
import { useIsTouch } from '#web/ui/media.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { isFor, isOffered } from '../model/list.ts'
import { max_records, page_size } from '../model/request.ts'
import type { ListModel } from '../model/use-list-model.ts'
import { SubRows } from '../panels/lazy-parts.ts'
import type { Lead } from './leading-columns.ts'
import { expand_width, leadOf, menu_width, select_width, serial_width } from './leading-columns.ts'
import { Row } from './Row.tsx'
import { RowsHead } from './RowsHead.tsx'
import { no_slots, reslotted } from './slots.ts'
import { useAnchor } from './use-anchor.ts'
import { useVisibleRange } from './use-visible-range.ts'
import { useWindow } from './use-window.ts'
import { row_height, touch_row_height } from './window.ts'

export interface RowsProps {
  readonly model: ListModel
  readonly embedded: boolean
  readonly empty: ReactNode
}

/** The table. Virtual rows keep its table semantics for screen readers. */
export function Rows({ model, embedded, empty }: RowsProps) {
  const { shaped, layout, data, selection, scroller } = model
  const session = useSession()
  const { list } = shaped
  const hasMenu = (list.row_actions ?? []).some((one) => isOffered(one, session))
  const hasExpand = list.expand !== undefined && isFor(list.expand, session)
  const lead = useMemo(() => leadOf({ expand: hasExpand, select: true }), [hasExpand])
  const widths = useMemo(
    () => shaped.columns.map((column) => layout.widths[column.field] ?? column.width),
    [shaped, layout.widths],
  )
  const total = widths.reduce((sum, width) => sum + width, lead.width + (hasMenu ? menu_width : 0))
  const span = widths.length + 3 + (hasExpand ? 1 : 0) + (hasMenu ? 1 : 0)
  useAside(scroller)
  const row = useIsTouch() ? touch_row_height : row_height
  useAnchor(scroller, { rows: data.rows, asked: JSON.stringify(model.state), isOld: data.isOld, row })
  const { ids } = selection
  const chosen = useMemo(
    () => (ids.size > 0 ? data.rows.filter((row) => ids.has(row.id)).length : 0),
    [ids, data.rows],
  )
  return (
    // Disables scroll anchoring: reused rows would mislead the browser (use-anchor.ts).
    <div
      ref={scroller}
      className={cx(
        'group/list scroll-quiet scroll-pt-8 overflow-auto pointer-coarse:scroll-pt-12 [overflow-anchor:none]',
        embedded ? 'max-h-[70vh]' : 'absolute inset-0',
      )}
      data-list-scroll=""
    >
      <table
        className="table-fixed border-separate border-spacing-0 text-13"
        style={{ width: total, minWidth: '100%' }}
        aria-rowcount={Math.min(data.count, max_records) + 1}
      >
        <caption className="sr-only">{list.title}</caption>
        <colgroup>
          <col style={{ width: serial_width }} />
          {hasExpand && <col style={{ width: expand_width }} />}
          <col style={{ width: select_width }} />
          {shaped.columns.map((column, at) => (
            <col key={column.field} style={{ width: widths[at] }} />
          ))}
          <col />
          {hasMenu && <col style={{ width: menu_width }} />}
        </colgroup>
        <RowsHead
          shaped={shaped}
          lead={lead}
          widths={widths}
          sort={model.state.sort_by}
          selection={selection}
          shown={{ rows: data.rows.length, chosen }}
          hasMenu={hasMenu}
          onSort={(sort_by) => model.change({ sort_by })}
          onWidth={layout.setWidth}
        />
        <tbody className={cx(data.isOld && 'opacity-60 transition-opacity')}>
          {data.status === 'loading' ? (
            <SkeletonRows span={span} />
          ) : (
            <DrawnRows model={model} lead={lead} widths={widths} span={span} hasMenu={hasMenu} />
          )}
        </tbody>
      </table>
      {empty}
    </div>
  )
}

/** Marks the sideways scroll on the table without rendering it. */
function useAside(scroller: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = scroller.current
    const note = () => element?.toggleAttribute('data-aside', element.scrollLeft > 0)
    note()
    element?.addEventListener('scroll', note, { passive: true })
    return () => element?.removeEventListener('scroll', note)
  }, [scroller])
}

function DrawnRows({
  model,
  lead,
  widths,
  span,
  hasMenu,
}: {
  model: ListModel
  lead: Lead
  widths: readonly number[]
  span: number
  hasMenu: boolean
}) {
  const { shaped, data, selection, live, current } = model
  // Kept here so that scrolling renders only the rows.
  const high = useIsTouch() ? touch_row_height : row_height
  const window = useWindow(data.rows, model.scroller, model.at, high)
  const { expand } = shaped.list
  const rows = window.shown.flatMap((at) => data.rows[at] ?? [])
  const slots = useRef(no_slots)
  const ids = rows.map((row) => row.id)
  slots.current = reslotted(slots.current, ids)
  const visibleRangeOf = useVisibleRange(model.scroller, widths, lead.width, window.isOn)(ids)
  return (
    <>
      {window.isOn && <Spacer span={span} height={window.before(0)} />}
      {rows.map((row, position) => {
        const at = window.shown[position] ?? 0
        const isOpen = current.open.has(row.id)
        const gap = position > 0 ? window.before(position) : 0
        return (
          <Fragment key={slots.current.slots[position]}>
            {gap > 0 && <Spacer span={span} height={gap} />}
            <Row
              row={row}
              serial={at + 1}
              shaped={shaped}
              lead={lead}
              visible={visibleRangeOf(row.id)}
              isChosen={selection.ids.has(row.id)}
              isFresh={live.fresh.has(row.id)}
              isCurrent={current.isPreviewed && current.id === row.id}
              isPreviewed={current.isPreviewed}
              isOpen={isOpen}
              onSelect={selection.toggle}
              hasMenu={hasMenu}
              onCurrent={current.set}
              onExpand={current.toggleOpen}
            />
            {isOpen && expand && (
              <SubRows
                key={row.id}
                expand={expand}
                row={row}
                span={span}
                inset={lead.width}
                onHeight={(height) => window.setExtra(row.id, height)}
              />
            )}
          </Fragment>
        )
      })}
      {window.isOn && <Spacer span={span} height={window.after} />}
    </>
  )
}

/** Spacer for hidden rows, kept when empty to avoid creating it later. */
function Spacer({ span, height }: { span: number; height: number }) {
  return (
    <tr aria-hidden hidden={height === 0}>
      {/* A new element: a cell may keep its old height until the next frame. */}
      <td key={height} colSpan={span} className="p-0" style={{ height }} />
    </tr>
  )
}

const bars = ['w-3/4', 'w-1/2', 'w-2/3', 'w-5/6', 'w-3/5']

function SkeletonRows({ span }: { span: number }) {
  return Array.from({ length: page_size }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of grey rows.
    <tr key={row} aria-hidden>
      {Array.from({ length: span }, (_cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of grey cells.
        <td key={at} className="h-8 border-b border-n6 px-2 pointer-coarse:h-12">
          {at > 0 && at < span - 1 && <Skeleton className={bars[(row + at) % bars.length]} />}
        </td>
      ))}
    </tr>
  ))
}
