import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { empty_list_state } from '#entity/url-codec.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { useSession } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import type { Expand, ListRow, ShapedList } from '../model/list.ts'
import { recordsRequest } from '../model/request.ts'
import { mainColumn } from '../model/shape.ts'
import { useAsked, useShaped } from '../model/use-list.ts'
import { Cell } from './Cell.tsx'

/** More rows than these open in their own list. */
const shown_max = 50

/** Rows under a row (spec §2, expand column) in a small table. */
export function SubRows({
  expand,
  row,
  span,
  inset,
  onHeight,
}: {
  expand: Expand
  row: ListRow
  span: number
  inset: number
  onHeight: (height: number) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(onHeight)
  latest.current = onHeight
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => latest.current(element.offsetHeight))
    observer.observe(element)
    return () => {
      observer.disconnect()
      latest.current(0)
    }
  }, [])
  return (
    <tr>
      <td colSpan={span} className="border-b border-n6 bg-n2 p-0">
        <div ref={box} className="sticky left-0 w-fit max-w-full py-2 pr-4" style={{ paddingLeft: inset }}>
          <SubTableOf expand={expand} row={row} />
        </div>
      </td>
    </tr>
  )
}

export function SubTableOf({ expand, row }: { expand: Expand; row: ListRow }) {
  const shaped = useShaped(expand.list)
  const asked = useAsked(shaped, empty_list_state, expand.scope(row), undefined)
  const request = recordsRequest(asked, 0, shown_max)
  const query = useQuery({
    queryKey: ['list_under', request],
    queryFn: ({ signal }) => builtQuery(request.query, request.variables, signal),
  })
  if (query.isError)
    return (
      <p className="flex items-center gap-3 px-2 py-1 text-n11">
        Could not load
        <Button size="sm" onClick={() => void query.refetch()}>
          Retry
        </Button>
      </p>
    )
  if (!query.data) return <Spinner />
  const records = query.data.rows('records')
  if (records.length === 0) return <p className="px-2 py-1 text-n11">No Records Found</p>
  const more = query.data.count('count') - records.length
  return (
    <>
      <SubTable shaped={shaped} rows={records} />
      {more > 0 && <p className="px-2 pt-1 text-12 text-n11">and {more} more</p>}
    </>
  )
}

function SubTable({ shaped, rows }: { shaped: ShapedList; rows: readonly ListRow[] }) {
  const { category } = useSession()
  const main = mainColumn(shaped)
  return (
    <div className="overflow-hidden rounded border bg-surface">
      <Table aria-label={shaped.list.title}>
        <thead>
          <tr>
            {shaped.columns.map((column) => (
              <Th key={column.field} numeric={column.numeric}>
                {column.label}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => {
            const to = shaped.list.link(one, category)
            return (
              <tr key={one.id} className="last:*:border-b-0">
                {shaped.columns.map((column, at) => (
                  <Td
                    key={column.field}
                    numeric={column.numeric}
                    className="max-w-72 truncate whitespace-nowrap"
                  >
                    <Cell column={column} row={one} to={at === main ? to : null} row_link={to} />
                  </Td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </Table>
    </div>
  )
}
