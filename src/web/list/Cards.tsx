import type { ReactNode } from 'react'
import { memo, useState } from 'react'
import { valueAt } from '#entity/path.ts'
import { useSession } from '#web/core/session.ts'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/inputs.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Cell } from './Cell.tsx'
import type { ListRow } from './list.ts'
import { isFor, isOffered } from './list.ts'
import { RowMenu } from './RowMenu.tsx'
import { SubTableOf } from './SubRows.tsx'
import type { ShapedColumn, ShapedList } from './shape.ts'
import type { ListData } from './use-list.ts'
import type { Selection } from './use-selection.ts'

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

/** Drawn again only when what it shows has changed; out of sight the browser leaves it out of its layout. */
const Card = memo(function Card({ row, shaped, isChosen, isFresh, selection }: CardProps) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const { list } = shaped
  const to = list.link(row, session.category)
  const column = (path: string | undefined): ShapedColumn | undefined =>
    shaped.columns.find((one) => one.field === path)
  const part = (path: string | undefined) => {
    const found = column(path)
    return found ? <Cell column={{ ...found, link: () => null } as ShapedColumn} row={row} to={null} /> : null
  }
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
            className="relative z-(--z-sticky) size-5!"
          />
        )}
        <span className="min-w-0 flex-1 truncate font-medium">
          {to ? (
            // The whole card is its link: the link's own area is stretched over it.
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
      {list.card.party && <p className="mt-1.5 truncate">{part(list.card.party)}</p>}
      {list.card.detail && <p className="truncate text-n11">{part(list.card.detail)}</p>}
      {list.expand && isFor(list.expand, session) && (
        <details
          className="relative z-(--z-sticky) mt-1.5"
          onToggle={(event) => setOpen(event.currentTarget.open)}
        >
          <summary className="flex min-h-6 items-center text-a11 pointer-coarse:min-h-10">
            {list.expand.list.title}
          </summary>
          {isOpen && (
            <div className="scroll-quiet overflow-x-auto pt-1">
              <SubTableOf expand={list.expand} row={row} />
            </div>
          )}
        </details>
      )}
      {(list.card.amount || list.card.date) && (
        <div className="mt-1.5 flex items-baseline justify-between gap-3">
          <span className="text-14 font-semibold">
            {part(list.card.amount)}
            {column(list.card.amount)?.shape.kind === 'units' && (
              <span className="text-13 font-normal text-n11"> units</span>
            )}
          </span>
          <span className="text-n11">{part(list.card.date)}</span>
        </div>
      )}
    </li>
  )
})
