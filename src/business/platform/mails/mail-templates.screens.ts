import type { Screen } from '#web/blocks/screen.ts'

export const mail_templates_screens: readonly Screen[] = [
  {
    path: 'admin/mail',
    label: 'Mail Templates',
    group: 'settings',
    menu: {
      agency: { more: 313, roles: ['agency_admin'] },
      funder: { more: 103, roles: ['funder_admin'] },
      provider: { place: 323, roles: ['provider_admin'] },
    },
    page: () => import('./mail-templates.page.tsx').then((m) => m.MailTemplatesPage),
  },
]
