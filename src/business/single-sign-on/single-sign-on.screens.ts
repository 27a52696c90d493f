import { client_placement_roles } from '#entity/roles.ts'
import type { Screen } from '#web/blocks/screen.ts'

export const single_sign_on_screens: readonly Screen[] = [
  {
    path: 'admin/security',
    label: 'Business Security',
    group: 'settings',
    menu: {
      agency: { more: 315, roles: ['agency_admin'] },
      client: { more: 75, roles: client_placement_roles },
      contractor: { more: 80 },
      funder: { more: 115, roles: ['funder_admin'] },
      provider: { place: 325, roles: ['provider_admin'] },
    },
    page: () => import('./business-security.page.tsx').then((m) => m.BusinessSecurityPage),
  },
]
