import { lazyPart } from '#web/ui/lazy-part.tsx'

/** Parts that are not needed to see rows: they come when they are opened. */
export const FilterSheet = lazyPart(() => import('./FilterSheet.tsx').then((m) => m.FilterSheet))
export const ConfirmAction = lazyPart(() => import('#web/ui/ConfirmAction.tsx').then((m) => m.ConfirmAction))
export const Restriction = lazyPart(() => import('./Restriction.tsx').then((m) => m.Restriction))
