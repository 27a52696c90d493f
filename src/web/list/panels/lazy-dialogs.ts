import { lazyPart } from '#web/ui/lazy-part.tsx'

/** Dialogs of actions on rows: they come when they are opened. */
export const ConfirmAction = lazyPart(() => import('#web/ui/ConfirmAction.tsx').then((m) => m.ConfirmAction))
export const Restriction = lazyPart(() => import('./Restriction.tsx').then((m) => m.Restriction))
