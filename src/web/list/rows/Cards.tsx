import type { ReactNode } from 'react'
import { Fragment, memo, useState } from 'react'
import { valueAt } from '#entity/path.ts'
import { useSession } from '#web/core/session.ts'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/inputs.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { ListRow, ShapedColumn, ShapedList } from '../model/list.ts'
import { isFor, isOffered } from '../model/list.ts'
import type { ListData } from '../model/use-list.ts'
import type { Selection } from '../tools/use-selection.ts'
import { Cell } from './Cell.tsx'
import { RowMenu } from './RowMenu.tsx'
import { SubTableOf } from './SubRows.tsx'

/** A row on a phone: id and state, party, amount and date; two columns on a phone held sideways. */
export function Cards({
  shaped,
  data,
  selection,
  fresh,
  empty,
}: {
  shaped: ShapedList
  data: ListData
  selection: Selection | null
  fresh: ReadonlySet<string>
  empty: ReactNode
}) {
  if (empty) return <>{empty}</>
  return (
    <ul className="grid grid-cols-1 gap-2 p-2 sideways:grid-cols-2">
      {data.status === 'loading'
        ? Array.from({ length: 4 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of grey cards.
            <li key={at} className="flex flex-col gap-3 rounded-lg border p-3">
              <Skeleton className="w-1/2" />
              <Skeleton className="w-3/4" />
              <Skeleton className="w-2/3" />
            </li>
          ))
        : data.rows.map((row) => (
            <Card
              key={row.id}
              row={row}
              shaped={shaped}
              isChosen={selection?.ids.has(row.id) ?? false}
              isFresh={fresh.has(row.id)}
              selection={selection}
            />
          ))}
    </ul>
  )
}

interface CardProps {
  row: ListRow
  shaped: ShapedList
  isChosen: boolean
  isFresh: boolean
  selection: Selection | null
}

/** Renders again only on changed content; the browser skips its layout out of sight. */
const Card = memo(function Card({ row, shaped, isChosen, isFresh, selection }: CardProps) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const { list } = shaped
  const to = list.link(row, session.category)
  const column = (path: string | undefined) => columnOf(shaped, path)
  const part = (path: string | undefined) => <Part {...{ shaped, row, path }} />
  const holds = (path: string | undefined): boolean =>
    path !== undefined && column(path) !== undefined && (valueAt(row, path) ?? null) !== null
  const hasMenu = (list.row_actions ?? []).some((one) => isOffered(one, session))
  return (
    <li
      data-row={row.id}
      className={cx(
        'card-away relative rounded-lg border p-3 shadow-1',
        isChosen ? 'border-a8 bg-a2' : isFresh ? 'row-fresh bg-surface' : 'bg-surface',
      )}
    >
      <div className="flex min-h-6 items-center gap-2">
        {selection && (
          <Checkbox
            hideLabel
            label="Select"
            checked={isChosen}
            onChange={() => selection.toggle(row.id)}
            // A click beside the box must not open the row.
            area="relative z-(--z-sticky) -m-3.5 grid size-12 shrink-0 place-items-center"
            className="size-5!"
          />
        )}
        <span className="min-w-0 flex-1 wrap-break-word font-medium">
          {to ? (
            // The whole card is a link: its area covers the card.
            <Link to={to} data-row-link="" className="after:absolute after:inset-0 after:content-['']">
              {part(list.card.title)}
              {!valueAt(row, list.card.title) && list.entity.label}
            </Link>
          ) : (
            part(list.card.title)
          )}
        </span>
        {part(list.card.badge)}
        {hasMenu && (
          <span className="relative z-(--z-sticky) -my-2 -mr-2">
            <RowMenu list={list} row={row} />
          </span>
        )}
      </div>
      <Parts {...{ shaped, row }} paths={list.card.party} className="mt-1.5 line-clamp-2" />
      <Parts {...{ shaped, row }} paths={list.card.detail} className="line-clamp-2 text-n11" />
      {list.expand && isFor(list.expand, session) && (
        <details
          className="relative z-(--z-sticky) mt-1.5"
          onToggle={(event) => setOpen(event.currentTarget.open)}
        >
          <summary className="flex min-h-6 items-center text-a11 pointer-coarse:-my-2.5 pointer-coarse:min-h-12">
            {list.expand.list.title}
          </summary>
          {isOpen && (
            <div className="scroll-quiet overflow-x-auto pt-1">
              <SubTableOf expand={list.expand} row={row} />
            </div>
          )}
        </details>
      )}
      {(holds(list.card.amount) || holds(list.card.date)) && (
        <div className="mt-1.5 flex flex-wrap items-baseline gap-x-3">
          <span className="flex-1 text-14 font-semibold whitespace-nowrap">
            {part(list.card.amount)}
            {column(list.card.amount)?.shape.kind === 'units' && (
              <span className="text-13 font-normal text-n11"> units</span>
            )}
          </span>
          {holds(list.card.date) && (
            <span className="text-n11 whitespace-nowrap">
              <span className="text-12 text-n10">{column(list.card.date)?.label}</span> {part(list.card.date)}
            </span>
          )}
        </div>
      )}
    </li>
  )
})

/** Cards ignore the columns chosen for the table. */
const columnOf = ({ offered }: ShapedList, path: string | undefined): ShapedColumn | undefined =>
  offered.find((one) => one.field === path)

interface PartProps {
  shaped: ShapedList
  row: ListRow
}

/** One value of the card, without a link of its own. */
function Part({ shaped, row, path }: PartProps & { path: string | undefined }) {
  const found = columnOf(shaped, path)
  return found ? <Cell column={{ ...found, link: () => null } as ShapedColumn} row={row} to={null} /> : null
}

/** Kinds with self-explanatory values. */
const self_telling: readonly string[] = ['text', 'choice', 'human_id', 'email', 'code', 'tags']

/** A line of the card with the present values; a bare number gets its label. */
function Parts({
  shaped,
  row,
  paths = [],
  className,
}: PartProps & { paths: string | readonly string[] | undefined; className: string }) {
  const columns = [paths].flat().flatMap((path) => columnOf(shaped, path) ?? [])
  const held = columns.filter((one) => (valueAt(row, one.value_path) ?? '') !== '')
  if (held.length === 0) return null
  return (
    <p className={className}>
      {held.map((one, at) => (
        <Fragment key={one.field}>
          {at > 0 && ' · '}
          <span className="inline-block">
            {!self_telling.includes(one.shape.kind) && `${one.label}: `}
            <Part {...{ shaped, row }} path={one.field} />
          </span>
        </Fragment>
      ))}
    </p>
  )
}
