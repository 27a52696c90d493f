import type { Screen } from '#web/blocks/screen.ts'

export const away_screens: readonly Screen[] = [
  {
    path: 'profile/away',
    label: 'Away',
    open: true,
    page: () => import('./away.page.tsx').then((m) => m.AwayPage),
  },
]
