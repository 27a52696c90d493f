import { lazyPart } from '#web/ui/lazy-part.tsx'

/** Cells that few lists have. */
export const ActionCell = lazyPart(() => import('./ActionCell.tsx').then((m) => m.ActionCell))
export const DifferenceCell = lazyPart(() =>
  import('#web/kinds/DifferenceCell.tsx').then((m) => m.DifferenceCell),
)
export const WhyCell = lazyPart(() => import('#web/blocks/Why.tsx').then((m) => m.Why))
