/** How one user wants one list: which columns in which order, and how wide. Read from what was kept; pure. */
import { clampWidth } from '../rows/widths.ts'

export interface Layout {
  /** Null: as the list is declared. */
  readonly columns: readonly string[] | null
  readonly widths: Readonly<Record<string, number>>
}

export const plain_layout: Layout = { columns: null, widths: {} }

/** What is kept may be older than the list, or not ours at all. */
export function readLayout(raw: unknown): Layout {
  if (typeof raw !== 'object' || raw === null) return plain_layout
  const { columns, widths } = raw as Readonly<Record<string, unknown>> // An object; both are checked.
  const named = Array.isArray(columns) ? columns.filter((one) => typeof one === 'string') : []
  const wide = typeof widths === 'object' && widths !== null ? Object.entries(widths) : []
  return {
    columns: named.length > 0 ? named : null,
    widths: Object.fromEntries(
      wide.flatMap(([field, width]) => (Number.isFinite(width) ? [[field, clampWidth(Number(width))]] : [])),
    ),
  }
}

/** Nothing of one's own is nothing to keep. */
export function keptLayout(layout: Layout): Partial<Layout> | null {
  const kept = {
    ...(layout.columns ? { columns: layout.columns } : {}),
    ...(Object.keys(layout.widths).length > 0 ? { widths: layout.widths } : {}),
  }
  return Object.keys(kept).length > 0 ? kept : null
}

/** The columns with one put on or taken away; the last one stays, since a list of nothing shows nothing. */
export function toggled(shown: readonly string[], field: string): readonly string[] {
  if (!shown.includes(field)) return [...shown, field]
  return shown.length > 1 ? shown.filter((one) => one !== field) : shown
}

/** The columns with one moved by a step to the left or to the right. */
export function moved(shown: readonly string[], field: string, step: -1 | 1): readonly string[] {
  const at = shown.indexOf(field)
  const to = at + step
  if (at < 0 || to < 0 || to >= shown.length) return shown
  const next = shown.filter((one) => one !== field)
  next.splice(to, 0, field)
  return next
}
