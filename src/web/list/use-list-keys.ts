import type { RefObject } from 'react'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import type { ListData } from './use-list.ts'
import type { Selection } from './use-selection.ts'

/** `j k x Enter / f Esc`: the focus is on the rows' own links, so that Enter, screen readers and the eye agree. */
export function useListKeys({
  region,
  selection,
  data,
  onFilter,
}: {
  region: RefObject<HTMLDivElement | null>
  selection: Selection
  data: ListData
  onFilter: () => void
}): void {
  const rows = () => [...(region.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const at = () => rows().findIndex((row) => row.contains(document.activeElement))
  const focus = (index: number) => {
    const row = rows()[index]
    const target =
      row?.querySelector<HTMLElement>('[data-row-link]') ?? row?.querySelector<HTMLElement>('input, button')
    target?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  const move = (step: number) => {
    const next = at() + step
    if (next >= data.rows.length && data.hasMore) data.loadMore()
    focus(Math.max(0, Math.min(data.rows.length - 1, next)))
  }
  const idHere = () => rows()[at()]?.dataset.row
  useShortcuts([
    { keys: 'j', label: 'Next row', group: 'List', run: () => move(1) },
    { keys: 'k', label: 'Previous row', group: 'List', run: () => move(-1) },
    { keys: 'x', label: 'Select row', group: 'List', run: () => withId(idHere(), selection.toggle) },
    {
      keys: 'Shift x',
      label: 'Select rows from the last one to here',
      group: 'List',
      run: () => withId(idHere(), selection.toggleTo),
    },
    {
      keys: '/',
      label: 'Search this list',
      group: 'List',
      run: () => document.querySelector<HTMLElement>('[data-list-search]')?.focus(),
    },
    { keys: 'f', label: 'Filter', group: 'List', run: onFilter },
    { keys: 'm', label: 'Load more', group: 'List', run: data.loadMore },
    { keys: 'Escape', label: 'Clear selection', group: 'List', run: selection.clear },
  ])
}

function withId(id: string | undefined, run: (id: string) => void): void {
  if (id) run(id)
}
