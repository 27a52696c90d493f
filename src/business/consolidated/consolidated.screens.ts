import { client_cost_roles } from '#entity/roles.ts'
import type { Screen } from '#web/blocks/screen.ts'

export const consolidated_screens: readonly Screen[] = [
  {
    path: 'transaction/consolidated_invoice',
    label: 'Consolidated Invoices',
    menu: {
      agency: { place: 80 },
      client: { more: 10, roles: client_cost_roles },
      funder: { more: 50 },
      provider: { place: 100 },
    },
    list: () => import('./consolidated-invoice.list.tsx').then((m) => m.consolidated_invoice_list),
    record: () => import('./consolidated-invoice.page.tsx').then((m) => m.ConsolidatedInvoicePage),
    sub_pages: {
      'transaction/new_consolidated_invoice': () =>
        import('./consolidated-new.form.tsx').then((m) => m.NewConsolidatedInvoicePage),
    },
  },
]
