import type { Screen } from '#web/blocks/screen.ts'

export const decisions_screens: readonly Screen[] = [
  {
    path: 'admin/approvals',
    label: 'Approvals',
    group: 'settings',
    menu: { client: { more: 70, roles: ['timesheet_approver'] } },
    page: () => import('./approvals.page.tsx').then((m) => m.ApprovalsPage),
  },
]
