import { lazyPart } from '#web/ui/lazy-part.tsx'

/** Parts that are not needed to see rows: they come when they are opened. */
export const FilterSheet = lazyPart(() => import('./FilterSheet.tsx').then((m) => m.FilterSheet))
export const FilterPane = lazyPart(() => import('./FilterSheet.tsx').then((m) => m.FilterPane))
export const Preview = lazyPart(() => import('./Preview.tsx').then((m) => m.Preview))
export const ColumnsPanel = lazyPart(() => import('./ColumnsPanel.tsx').then((m) => m.ColumnsPanel))
export const ViewsPanel = lazyPart(() => import('./ViewsPanel.tsx').then((m) => m.ViewsPanel))
export const ExportDialog = lazyPart(() => import('./ExportDialog.tsx').then((m) => m.ExportDialog))
