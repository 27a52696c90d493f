import { commission_roles } from '#entity/roles.ts'
import type { Screen } from '#web/blocks/screen.ts'

export const single_documents_screens: readonly Screen[] = [
  {
    path: 'contract/purchase_ledger',
    label: 'Purchase Ledgers',
    menu: { agency: { more: 30 }, funder: { place: 30 }, provider: { more: 60 } },
    list: () => import('./single-document.list.tsx').then((m) => m.purchase_ledger_list),
    record: () => import('./single-document.page.tsx').then((m) => m.PurchaseLedgerPage),
    sub_pages: {
      'contract/new_purchase_ledger': () =>
        import('./single-document.form.tsx').then((m) => m.NewPurchaseLedgerPage),
    },
  },
  {
    path: 'contract/sales_invoice',
    label: 'Sales Invoices',
    menu: { agency: { more: 40 }, funder: { place: 40 }, provider: { more: 70 } },
    list: () => import('./single-document.list.tsx').then((m) => m.sales_invoice_list),
    record: () => import('./single-document.page.tsx').then((m) => m.SalesInvoicePage),
    sub_pages: {
      'contract/new_sales_invoice': () =>
        import('./single-document.form.tsx').then((m) => m.NewSalesInvoicePage),
    },
  },
  {
    path: 'contract/adhoc_fee',
    label: 'Ad-hoc Fees',
    menu: { agency: { more: 50, roles: commission_roles }, funder: { more: 10 }, provider: { more: 80 } },
    list: () => import('./single-document.list.tsx').then((m) => m.adhoc_fee_list),
    record: () => import('./single-document.page.tsx').then((m) => m.AdhocFeePage),
    sub_pages: {
      'contract/new_adhoc_fee': () => import('./single-document.form.tsx').then((m) => m.NewAdhocFeePage),
    },
  },
]
