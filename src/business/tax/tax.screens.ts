import { reporting_roles } from '#entity/roles.ts'
import type { Screen } from '#web/blocks/screen.ts'

export const tax_screens: readonly Screen[] = [
  {
    path: 'report/vat_liability',
    label: 'VAT Liability',
    group: 'reports',
    menu: {
      agency: {
        place: 150,
        roles: ['agency_admin'],
        when: (viewer) => viewer.features.includes('vat_liability'),
      },
    },
    page: () => import('./vat-liability.page.tsx').then((m) => m.VatLiabilityPage),
    inner_lists: [() => import('./vat-documents.list.tsx').then((m) => m.vat_document_list)],
  },
  {
    path: 'report/intermediary',
    label: 'Intermediary',
    group: 'reports',
    menu: { agency: { place: 160, roles: reporting_roles } },
    list: () => import('./intermediary.list.tsx').then((m) => m.intermediary_list),
  },
]
