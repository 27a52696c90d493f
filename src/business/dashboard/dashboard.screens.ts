import type { Screen } from '#web/blocks/screen.ts'

export const dashboard_screens: readonly Screen[] = [
  {
    path: 'insight',
    label: 'Insights',
    group: 'reports',
    menu: { agency: { place: 100, roles: ['agency_admin'] } },
    page: () => import('./insight.page.tsx').then((m) => m.InsightPage),
  },
  {
    path: 'dashboard',
    label: 'Dashboard',
    go_letter: 'd',
    open: true,
    page: () => import('./dashboard.page.tsx').then((m) => m.DashboardPage),
  },
  {
    path: 'dashboard/overview',
    label: 'Overview',
    open: true,
    page: () => import('./overview.page.tsx').then((m) => m.OverviewPage),
  },
]
