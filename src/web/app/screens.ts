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
  'transaction/bank_line': () => import('#business/funding/bank-line.page.tsx').then((m) => m.BankLinePage),
  'payment/payment_batch': () =>
    import('#business/funding/payment-batch.page.tsx').then((m) => m.PaymentBatchPage),
}

/** Pages without a record: dashboard, profile, reports. They stand before a list of the same path. */
export const pages: Readonly<Record<string, () => Promise<Page>>> = {
  'payment/new_batch': () => import('#business/funding/new-batch.form.tsx').then((m) => m.NewBatchPage),
  'transaction/new_bank_line': () =>
    import('#business/funding/new-bank-line.form.tsx').then((m) => m.NewBankLinePage),
  profile: () => import('./ProfilePage.tsx').then((m) => m.ProfilePage),
}
