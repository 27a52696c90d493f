import type { Screen } from '#web/blocks/screen.ts'

export const parties_screens: readonly Screen[] = [
  {
    path: 'business/business_contact',
    label: 'Client Contacts',
    menu: { agency: { more: 10 }, provider: { more: 40 } },
    list: () => import('./client-contact.list.tsx').then((m) => m.client_contact_list),
    record: () => import('./contact.page.tsx').then((m) => m.ContactPage),
  },
]
