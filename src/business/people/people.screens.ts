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
]
