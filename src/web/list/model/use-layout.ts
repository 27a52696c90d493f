import { useMemo } from 'react'
import { usePreference } from '#web/core/preferences.ts'
import { useSession } from '#web/core/session.ts'
import { clampWidth } from '../rows/widths.ts'
import { columnsOf } from './dropped.ts'
import type { Layout } from './layout.ts'
import { keptLayout, plain_layout, readLayout } from './layout.ts'
import type { List } from './list.ts'
import { useAddressPart } from './use-list.ts'

export interface ListLayout {
  /** Chosen columns in order; null means the declared ones. */
  readonly columns: readonly string[] | null
  readonly widths: Layout['widths']
  readonly setColumns: (columns: readonly string[]) => void
  readonly setWidth: (field: string, width: number) => void
  /** Anything differs from the declaration. */
  readonly isOwn: boolean
  readonly reset: () => void
}

/**
 * Columns, order and widths per user and list. A saved view brings its columns in the address; changes then go to the
 * address.
 */
export function useLayout(list: List): ListLayout {
  const { category } = useSession()
  const [text, setText] = useAddressPart('columns')
  const [layout, change] = usePreference(nameOf(list, category), readLayout)
  const inAddress = useMemo(() => columnsOf(text), [text])
  const set = (next: Layout) => (keptLayout(next) ? next : null)
  return {
    columns: inAddress.length > 0 ? inAddress : layout.columns,
    widths: layout.widths,
    isOwn: inAddress.length > 0 || keptLayout(layout) !== null,
    setColumns: (columns) => {
      if (inAddress.length > 0) setText(columns.join(','))
      else change((now) => set({ ...now, columns }))
    },
    setWidth: (field, width) =>
      change((now) => set({ ...now, widths: { ...now.widths, [field]: clampWidth(width) } })),
    reset: () => {
      if (inAddress.length > 0) setText(null)
      change(() => set(plain_layout))
    },
  }
}

/** Name of the setting. */
function nameOf({ entity, title }: List, category: string): string {
  return `list.${category}/${entity.module}.${entity.name}/${title.replace(/\W+/g, '_')}`.slice(0, 100)
}
