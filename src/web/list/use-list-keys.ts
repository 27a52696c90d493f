import { useShortcuts } from '#web/ui/shortcuts.ts'
import type { ListModel } from './model/use-list-model.ts'

/** The keys of a list. Focus sits on row links, so that Enter, screen readers and the eye agree. */
export function useListKeys({
  model: { current, selection, data, focusAt, preview },
  hasExpand,
  onFilter,
}: {
  model: ListModel
  hasExpand: boolean
  onFilter: () => void
}): void {
  /** The focused row, else the last focused one. */
  const idHere = () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]')
    return row?.dataset.row ?? current.id
  }
  const move = (step: number) => {
    const here = idHere()
    const next = (here === null ? -1 : data.rows.findIndex((row) => row.id === here)) + step
    if (next >= data.rows.length && data.hasMore) data.loadMore()
    focusAt(Math.max(0, Math.min(data.rows.length - 1, next)))
  }
  const withRow = (run: (id: string) => void) => () => {
    const id = idHere()
    if (id !== null) run(id)
  }
  const group = 'List'
  useShortcuts([
    { keys: 'j', label: 'Next row', group, run: () => move(1) },
    { keys: 'k', label: 'Previous row', group, run: () => move(-1) },
    { keys: 'Enter', label: 'Open the row', group, native: true, run: () => undefined },
    { keys: 'x', label: 'Select row', group, run: withRow(selection.toggle) },
    {
      keys: 'Shift x',
      label: 'Select rows from the last one to here',
      group,
      run: withRow(selection.toggleTo),
    },
    ...(preview.hasPreview
      ? [{ keys: 'p', label: 'Preview', group, run: () => preview.setPreviewed(!current.isPreviewed) }]
      : []),
    ...(hasExpand
      ? [{ keys: 'v', label: 'Rows under the row', group, run: withRow(current.toggleOpen) }]
      : []),
    { keys: 'f', label: 'Filter', group, run: onFilter },
    {
      keys: 'e',
      label: 'Export',
      group,
      run: () => {
        const button = document.querySelector<HTMLElement>('[data-list-export] button')
        button?.focus()
        button?.click()
      },
    },
    { keys: 'm', label: 'Load more', group, run: data.loadMore },
    {
      keys: 'Escape',
      label: 'Clear selection, close preview',
      group,
      run: () => {
        if (selection.ids.size > 0) selection.clear()
        else if (current.isPreviewed) preview.setPreviewed(false)
      },
    },
  ])
}
