import type { Screen } from '#web/blocks/screen.ts'

export const impersonation_screens: readonly Screen[] = [
  {
    path: 'admin/security',
    label: 'Business Security',
    group: 'settings',
    menu: {
      agency: { more: 315, roles: ['agency_admin'] },
      funder: { more: 115, roles: ['funder_admin'] },
    },
    page: () => import('./support-access.page.tsx').then((m) => m.BusinessSecurityPage),
  },
]
