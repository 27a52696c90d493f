import type { Screen } from '#web/blocks/screen.ts'

export const people_screens: readonly Screen[] = [
  {
    path: 'business/business_contact',
    label: 'Client Contacts',
    menu: { agency: { more: 10 }, provider: { more: 40 } },
    list: () => import('./client-contact.list.tsx').then((m) => m.client_contact_list),
    record: () => import('./contact.page.tsx').then((m) => m.ContactPage),
  },
  {
    path: 'admin/people',
    label: 'People',
    menu: {
      agency: { more: 290, roles: ['agency_admin'] },
      funder: { more: 90, roles: ['funder_admin'] },
      provider: { more: 285, roles: ['provider_admin'] },
    },
    page: () => import('./people.page.tsx').then((m) => m.PeoplePage),
  },
  {
    path: 'log/unconfirmed_user',
    label: 'Unconfirmed Users',
    group: 'logs',
    menu: {
      agency: { more: 310, roles: ['agency_admin'] },
      funder: { more: 110, roles: ['funder_admin'] },
      provider: { place: 300, roles: ['provider_admin'] },
    },
    list: () => import('./unconfirmed-user.list.tsx').then((m) => m.unconfirmed_user_list),
  },
  {
    path: 'admin/api',
    label: 'API Tokens',
    group: 'settings',
    menu: {
      agency: { more: 320, roles: ['agency_admin'] },
      funder: { more: 120, roles: ['funder_admin'] },
      provider: { place: 330, roles: ['provider_admin'] },
    },
    page: () => import('./api-tokens/api-token.page.tsx').then((m) => m.ApiTokensPage),
  },
]
