import type { Screen } from '#web/blocks/screen.ts'

export const platform_screens: readonly Screen[] = [
  {
    path: 'support',
    label: 'Support',
    group: 'help',
    menu: { client: { place: 70, roles: ['hiring_manager', 'invoice_contact', 'timesheet_approver'] } },
    page: () => import('./support.page.tsx').then((m) => m.SupportPage),
  },
  {
    path: 'log/mail',
    label: 'Mail Log',
    group: 'logs',
    menu: { provider: { place: 280 } },
    open: true,
    list: () => import('./mail.list.tsx').then((m) => m.mail_list),
    record: () => import('./mail.page.tsx').then((m) => m.MailPage),
  },
  {
    path: 'log/impersonation',
    label: 'Impersonation Log',
    group: 'logs',
    menu: {
      agency: { more: 305, roles: ['agency_admin'] },
      funder: { more: 105, roles: ['funder_admin'] },
      provider: { place: 290, roles: ['provider_admin'] },
    },
    list: () => import('./people-log.list.tsx').then((m) => m.impersonation_list),
    record: () => import('./people-log.page.tsx').then((m) => m.ImpersonationPage),
  },
  {
    path: 'log/api_exception',
    label: 'API Exceptions',
    group: 'logs',
    menu: { provider: { place: 310, roles: ['provider_admin'] } },
    list: () => import('./people-log.list.tsx').then((m) => m.api_exception_list),
    record: () => import('./people-log.page.tsx').then((m) => m.ApiExceptionPage),
  },
  {
    path: 'log/security_event',
    label: 'Security Log',
    group: 'logs',
    menu: {
      agency: { more: 300, roles: ['agency_admin'] },
      funder: { more: 100, roles: ['funder_admin'] },
      provider: { place: 320, roles: ['provider_admin'] },
    },
    list: () => import('./security-events/security-event.list.tsx').then((m) => m.security_event_list),
  },
  {
    path: 'admin/installation',
    label: 'Installation',
    group: 'settings',
    menu: { provider: { place: 340, roles: ['provider_admin'] } },
    page: () => import('./installation.page.tsx').then((m) => m.InstallationPage),
  },
  {
    path: 'exports',
    label: 'Exports',
    open: true,
    list: () => import('./export.list.tsx').then((m) => m.export_list),
  },
  {
    path: 'profile',
    label: 'Profile',
    open: true,
    page: () => import('./profile/profile.page.tsx').then((m) => m.ProfilePage),
  },
  {
    path: 'profile/security',
    label: 'Security',
    open: true,
    page: () => import('./own-security/security.page.tsx').then((m) => m.SecurityPage),
  },
]
