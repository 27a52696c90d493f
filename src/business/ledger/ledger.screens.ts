import type { Screen } from '#web/blocks/screen.ts'
import { ledger_checkers } from './ledger-check.rules.ts'

export const ledger_screens: readonly Screen[] = [
  {
    path: 'ledger/transaction',
    label: 'Ledger',
    group: 'reports',
    menu: { provider: { place: 230 } },
    list: () => import('./transaction.list.tsx').then((m) => m.ledger_transaction_list),
    record: () => import('./transaction.page.tsx').then((m) => m.LedgerTransactionPage),
  },
  {
    // Beyond spec §2 (docs/gaps.md).
    path: 'log/ledger_check',
    label: 'Ledger Check',
    group: 'logs',
    menu: { provider: { place: 270, roles: ledger_checkers.provider } },
    page: () => import('./ledger-check.page.tsx').then((m) => m.LedgerCheckPage),
  },
]
