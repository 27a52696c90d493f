import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { ShapedColumn } from '../model/list.ts'

/** Placeholder lines with the height of the panel. */
function Lines({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of grey lines.
    <Skeleton key={at} className="mx-2 my-2.5" />
  ))
}

export const ColumnsWaiting = ({ shaped }: { shaped: { readonly offered: readonly ShapedColumn[] } }) => (
  <Lines count={shaped.offered.length + 1} />
)

/** The list itself, its views, and the field to keep another. */
export const ViewsWaiting = ({ views }: { views: readonly unknown[] }) => <Lines count={views.length + 3} />
