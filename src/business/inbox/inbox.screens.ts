import type { Screen } from '#web/blocks/screen.ts'

export const inbox_screens: readonly Screen[] = [
  {
    path: 'inbox',
    label: 'Inbox',
    go_letter: 'n',
    open: true,
    page: () => import('./inbox.page.tsx').then((m) => m.InboxPage),
  },
  {
    path: 'profile/notifications',
    label: 'Notifications',
    open: true,
    page: () => import('./notification-preferences.page.tsx').then((m) => m.NotificationPreferencesPage),
  },
]
