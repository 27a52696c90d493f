import type { Screen } from '#web/blocks/screen.ts'

export const webhooks_screens: readonly Screen[] = [
  {
    path: 'admin/webhooks',
    label: 'Webhooks',
    group: 'settings',
    menu: {
      agency: { more: 325, roles: ['agency_admin'] },
      funder: { more: 125, roles: ['funder_admin'] },
      provider: { place: 335, roles: ['provider_admin'] },
    },
    page: () => import('./webhooks.page.tsx').then((m) => m.WebhooksPage),
  },
]
