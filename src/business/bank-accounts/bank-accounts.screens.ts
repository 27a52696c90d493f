import type { Screen } from '#web/blocks/screen.ts'

export const bank_accounts_screens: readonly Screen[] = [
  {
    path: 'business/bank_account',
    label: 'Bank Accounts',
    menu: { provider: { place: 30 } },
    list: () => import('./bank-account.list.tsx').then((m) => m.bank_account_list),
    record: () => import('./bank-account.page.tsx').then((m) => m.BankAccountPage),
  },
]
