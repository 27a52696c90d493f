import { lazyPart } from '#web/ui/lazy-part.tsx'
import { RowsFailed } from '../states.tsx'
import { ColumnsWaiting, ViewsWaiting } from './waiting.tsx'

/** Parts loaded on opening. */
export const FilterSheet = lazyPart(() => import('../tools/FilterSheet.tsx').then((m) => m.FilterSheet))
export const FilterPane = lazyPart(() => import('../tools/FilterSheet.tsx').then((m) => m.FilterPane))
export const Preview = lazyPart(() => import('./Preview.tsx').then((m) => m.Preview))
export const ColumnsPanel = lazyPart(
  () => import('./ColumnsPanel.tsx').then((m) => m.ColumnsPanel),
  ColumnsWaiting,
)
export const ViewsPanel = lazyPart(() => import('./ViewsPanel.tsx').then((m) => m.ViewsPanel), ViewsWaiting)
export const ExportDialog = lazyPart(() => import('./ExportDialog.tsx').then((m) => m.ExportDialog))
/** Only phones have cards, and only some rows have rows under them. */
export const Cards = lazyPart(() => import('../rows/Cards.tsx').then((m) => m.Cards), undefined, RowsFailed)
export const SubRows = lazyPart(() => import('../rows/SubRows.tsx').then((m) => m.SubRows))
/** Nothing is chosen on a first page. */
export const BulkBar = lazyPart(() => import('../tools/BulkBar.tsx').then((m) => m.BulkBar))
