import { client_work_roles } from '#entity/roles.ts'
import type { Screen } from '#web/blocks/screen.ts'

export const expenses_screens: readonly Screen[] = [
  {
    path: 'transaction/expense',
    label: 'Expenses',
    go_letter: 'e',
    menu: {
      agency: { place: 60 },
      client: { place: 50, roles: client_work_roles },
      contractor: { place: 70 },
      funder: { place: 60 },
      provider: { place: 80 },
    },
    find: { place: 30, party: 'contractor' },
    list: () => import('./expense.list.tsx').then((m) => m.expense_list),
    record: () => import('./expense.page.tsx').then((m) => m.ExpensePage),
    sub_pages: {
      'transaction/new_expense': () => import('./new-expense.form.tsx').then((m) => m.NewExpensePage),
      'transaction/new_single_expense': () =>
        import('./new-single-expense.form.tsx').then((m) => m.NewSingleExpensePage),
    },
  },
]
