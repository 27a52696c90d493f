import type { Screen } from '#web/blocks/screen.ts'

export const portfolio_screens: readonly Screen[] = [
  {
    // Beyond spec §2 (docs/gaps.md).
    path: 'report/funding_portfolio',
    label: 'Funding Portfolio',
    short_label: 'Portfolio',
    group: 'reports',
    menu: { funder: { place: 100 }, provider: { place: 160 } },
    page: () => import('./funding-portfolio.page.tsx').then((m) => m.FundingPortfolioPage),
  },
  {
    // Beyond spec §2 (docs/gaps.md).
    path: 'report/funding_debt',
    label: 'Funding Debts',
    group: 'reports',
    menu: { funder: { place: 110 }, provider: { place: 170 } },
    list: () => import('./funding-debts.list.tsx').then((m) => m.funding_debt_list),
  },
]
