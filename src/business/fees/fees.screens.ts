import { commission_roles } from '#entity/roles.ts'
import type { Screen } from '#web/blocks/screen.ts'

export const fees_screens: readonly Screen[] = [
  {
    path: 'contract/service_charge',
    label: 'Fee Rules',
    menu: { agency: { more: 60, roles: commission_roles }, provider: { more: 90 } },
    list: () => import('./service-charge.list.tsx').then((m) => m.service_charge_list),
    record: () => import('./service-charge.page.tsx').then((m) => m.ServiceChargePage),
    sub_pages: {
      'contract/new_service_charge': () =>
        import('./service-charge.form.tsx').then((m) => m.NewServiceChargePage),
    },
  },
]
