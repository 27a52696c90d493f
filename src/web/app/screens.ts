/**
 * What stands behind an address: lists and pages by `module/entity`, each in a file of its own that is fetched when it is
 * first opened. Whoever builds a screen adds its line here and in `src/entity/routes.ts` (which marks the menu).
 */
import type { ComponentType } from 'react'
import type { List } from '#web/list/list.ts'

/** A page of one record or a page of its own. It reads its place and session by `usePlace()` and `useSession()`. */
export type Page = ComponentType

/** Lists by path. */
export const lists: Readonly<Record<string, () => Promise<List>>> = {}

/** Pages of one record: `/{category}/{path}/{id}`. */
export const record_pages: Readonly<Record<string, () => Promise<Page>>> = {
  'transaction/timesheet': () =>
    import('#business/timesheets/timesheet.page.tsx').then((m) => m.TimesheetPage),
  'transaction/invoice': () => import('#business/invoices/invoice.page.tsx').then((m) => m.InvoicePage),
}

/** Pages without a record: dashboard, profile, reports. They stand before a list of the same path. */
export const pages: Readonly<Record<string, () => Promise<Page>>> = {
  profile: () => import('./ProfilePage.tsx').then((m) => m.ProfilePage),
}
