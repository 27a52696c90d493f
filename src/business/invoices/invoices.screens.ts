import type { Screen } from '#web/blocks/screen.ts'

export const invoices_screens: readonly Screen[] = [
  {
    path: 'transaction/pending_invoice',
    label: 'Pending Invoices',
    menu: { agency: { more: 80 }, provider: { more: 110 } },
    list: () => import('./pending-invoice.list.tsx').then((m) => m.pending_invoice_list),
  },
  {
    path: 'fundo/invoice',
    label: 'Funding Invoices',
    menu: { agency: { more: 90 }, funder: { more: 70 }, provider: { more: 120 } },
    list: () => import('./funding-invoice.list.tsx').then((m) => m.fundo_invoice_list),
  },
]
