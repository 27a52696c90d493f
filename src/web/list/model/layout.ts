/** A user's columns, order and widths of one list, read from the stored setting. Pure. */
import { clampWidth } from '../rows/widths.ts'

export interface Layout {
  /** Null means the declared order. */
  readonly columns: readonly string[] | null
  readonly widths: Readonly<Record<string, number>>
}

export const plain_layout: Layout = { columns: null, widths: {} }

/** The stored setting may be older than the list or malformed. */
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

/** Stores nothing when everything is at its default. */
export function keptLayout(layout: Layout): Partial<Layout> | null {
  const kept = {
    ...(layout.columns ? { columns: layout.columns } : {}),
    ...(Object.keys(layout.widths).length > 0 ? { widths: layout.widths } : {}),
  }
  return Object.keys(kept).length > 0 ? kept : null
}

/** Adds or removes a column; the last one stays. */
export function toggled(shown: readonly string[], field: string): readonly string[] {
  if (!shown.includes(field)) return [...shown, field]
  return shown.length > 1 ? shown.filter((one) => one !== field) : shown
}

/** Moves a column one step left or right. */
export function moved(shown: readonly string[], field: string, step: -1 | 1): readonly string[] {
  const at = shown.indexOf(field)
  const to = at + step
  if (at < 0 || to < 0 || to >= shown.length) return shown
  const next = shown.filter((one) => one !== field)
  next.splice(to, 0, field)
  return next
}
