import { client_work_roles } from '#entity/roles.ts'
import type { Screen } from '#web/blocks/screen.ts'

export const timesheets_screens: readonly Screen[] = [
  {
    path: 'transaction/timesheet',
    label: 'Timesheets',
    go_letter: 't',
    menu: {
      agency: { place: 50 },
      client: { place: 40, roles: client_work_roles },
      contractor: { place: 40 },
      funder: { place: 50 },
      provider: { place: 70 },
    },
    find: { place: 20, party: 'contractor' },
    list: () => import('./timesheet.list.tsx').then((m) => m.timesheet_list),
    record: () => import('./timesheet.page.tsx').then((m) => m.TimesheetPage),
    sub_pages: {
      'transaction/new_timesheet': () => import('./new-timesheet.form.tsx').then((m) => m.NewTimesheetPage),
    },
  },
  {
    path: 'transaction/payroll_timesheet',
    label: 'Payroll Timesheets',
    group: 'payroll',
    menu: { agency: { more: 130 }, provider: { place: 260 } },
    list: () => import('./timesheet.list.tsx').then((m) => m.payroll_timesheet_list),
  },
  {
    path: 'transaction/rpo_timesheet',
    label: 'RPO Timesheets',
    menu: { agency: { more: 140 }, provider: { more: 160 } },
    list: () => import('./timesheet.list.tsx').then((m) => m.rpo_timesheet_list),
  },
  {
    path: 'transaction/all_timesheet',
    label: 'All Timesheets',
    menu: { funder: { more: 40 } },
    list: () => import('./timesheet.list.tsx').then((m) => m.all_timesheet_list),
  },
  {
    path: 'transaction/refine',
    label: 'Refine',
    record: () => import('./refine.form.tsx').then((m) => m.RefinePage),
  },
]
