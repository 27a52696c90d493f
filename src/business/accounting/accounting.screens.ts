import type { Screen } from '#web/blocks/screen.ts'

export const accounting_screens: readonly Screen[] = [
  {
    path: 'integrations',
    label: 'Integrations',
    group: 'settings',
    menu: { agency: { place: 200, roles: ['agency_admin'] } },
    page: () => import('./integrations.page.tsx').then((m) => m.IntegrationsPage),
  },
  {
    path: 'integrations/vat_detail',
    label: 'VAT Details',
    menu: { agency: { more: 290, roles: ['agency_admin'] }, provider: { more: 230 } },
    list: () => import('./accounting.list.tsx').then((m) => m.vat_detail_list),
    record: () => import('./accounting.page.tsx').then((m) => m.VatDetailPage),
  },
  {
    path: 'integrations/contact_detail',
    label: 'Contact Details',
    menu: { agency: { more: 300, roles: ['agency_admin'] }, provider: { more: 240 } },
    list: () => import('./accounting.list.tsx').then((m) => m.contact_detail_list),
    record: () => import('./accounting.page.tsx').then((m) => m.ContactDetailPage),
  },
  {
    path: 'integrations/bank_detail',
    label: 'Bank Details',
    menu: { agency: { more: 310, roles: ['agency_admin'] }, provider: { more: 250 } },
    list: () => import('./accounting.list.tsx').then((m) => m.bank_detail_list),
    record: () => import('./accounting.page.tsx').then((m) => m.BankDetailPage),
  },
  {
    path: 'integrations/exception',
    label: 'Exceptions',
    menu: { agency: { more: 320, roles: ['agency_admin'] }, provider: { more: 260 } },
    list: () => import('./accounting.list.tsx').then((m) => m.accounting_exception_list),
    record: () => import('./accounting.page.tsx').then((m) => m.AccountingExceptionPage),
  },
  {
    path: 'integrations/data_queue',
    label: 'Pending Data Queue',
    menu: { agency: { more: 330, roles: ['agency_admin'] }, provider: { more: 270 } },
    list: () => import('./accounting.list.tsx').then((m) => m.data_queue_list),
    record: () => import('./accounting.page.tsx').then((m) => m.DataQueuePage),
  },
]
