import { ArrowDownUp } from 'lucide-react'
import type { SortBy } from '#entity/url-codec.ts'
import type { ShapedList } from '../model/list.ts'

const textOf = ({ id, desc }: SortBy): string => `${desc ? 'desc' : 'asc'} ${id}`

/** Order of the cards on a phone, which has no column headers (spec §2, sort_by). */
export function SortPicker({
  shaped,
  sort,
  onSort,
}: {
  shaped: ShapedList
  /** The chosen order; null means the list's own. */
  sort: SortBy | null
  onSort: (sort: SortBy | null) => void
}) {
  const now = sort ?? shaped.sort
  const columns = shaped.columns.filter((one) => one.sortable !== false)
  const options = columns.flatMap(({ field, label }) => [
    { sort: { id: field, desc: true }, label: `${label}, descending` },
    { sort: { id: field, desc: false }, label: `${label}, ascending` },
  ])
  const choose = (value: string) => {
    const chosen = options.find((one) => textOf(one.sort) === value)?.sort ?? null
    onSort(chosen && textOf(chosen) !== textOf(shaped.sort) ? chosen : null)
  }
  return (
    <span className="relative grid size-8 shrink-0 place-items-center rounded border border-n7 bg-surface shadow-1 focus-within:outline-2 focus-within:outline-a8 pointer-coarse:size-12">
      <ArrowDownUp size={16} aria-hidden className={sort ? 'text-a11' : 'text-n11'} />
      {/* The phone's own picker, under the whole button. */}
      <select
        aria-label="Sort"
        value={textOf(now)}
        onChange={(event) => choose(event.target.value)}
        className="absolute -top-px -left-px size-[calc(100%+2px)] cursor-pointer opacity-0"
      >
        {options.every((one) => textOf(one.sort) !== textOf(now)) && (
          <option value={textOf(now)}>Own order</option>
        )}
        {options.map((one) => (
          <option key={textOf(one.sort)} value={textOf(one.sort)}>
            {one.label}
          </option>
        ))}
      </select>
    </span>
  )
}
