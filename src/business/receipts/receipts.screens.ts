import type { Screen } from '#web/blocks/screen.ts'

export const receipts_screens: readonly Screen[] = [
  {
    // Spec §2 names the same list `receipt` in the menu of the funder.
    path: 'transaction/receipt',
    label: 'Receipts',
    go_letter: 'r',
    menu: { funder: { place: 80 } },
    list: () => import('./receipt.list.tsx').then((m) => m.receipt_list),
    record: () => import('./receipt.page.tsx').then((m) => m.ReceiptPage),
  },
  {
    path: 'transaction/receipts',
    label: 'Receipts',
    go_letter: 'r',
    menu: { agency: { place: 90 }, provider: { place: 110 } },
    list: () => import('./receipt.list.tsx').then((m) => m.receipt_list),
    record: () => import('./receipt.page.tsx').then((m) => m.ReceiptPage),
  },
  {
    path: 'transaction/cash_match',
    label: 'Cash Match',
    menu: { provider: { place: 130 } },
    page: () => import('./cash-match.page.tsx').then((m) => m.CashMatchPage),
    sub_pages: {
      'transaction/auto_match': () => import('./auto-match.page.tsx').then((m) => m.AutoMatchPage),
    },
  },
]
