import type { LucideIcon } from 'lucide-react'
import {
  Banknote,
  BookOpenText,
  Briefcase,
  Building2,
  CalendarClock,
  ChartColumn,
  ChartPie,
  Cog,
  FileStack,
  FileText,
  HandCoins,
  Landmark,
  LayoutDashboard,
  LifeBuoy,
  Mail,
  Plug,
  Receipt,
  ReceiptText,
  Scale,
  ScrollText,
  UserCheck,
  UserRound,
  WalletCards,
} from 'lucide-react'
import { pathOf } from '#web/core/place.ts'
import type { MenuEntry, Session } from '#web/core/session.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  dashboard: LayoutDashboard,
  'business/client': Building2,
  'business/agency': Building2,
  'business/limited': Building2,
  'business/umbrella': Building2,
  'business/contractor': UserRound,
  'contract/temp_placement': Briefcase,
  'contract/perm_placement': UserCheck,
  'contract/purchase_ledger': BookOpenText,
  'contract/sales_invoice': FileText,
  'transaction/timesheet': CalendarClock,
  'transaction/expense': Receipt,
  'transaction/invoice': ReceiptText,
  'transaction/consolidated_invoice': FileStack,
  'transaction/receipts': HandCoins,
  'transaction/receipt': HandCoins,
  'transaction/bank_line': Landmark,
  'business/bank_account': Landmark,
  'business/funder': Building2,
  'transaction/cash_match': Scale,
  'payment/payment': Banknote,
  'payment/payment_company_payment': Banknote,
  'report/agency_statement': ScrollText,
  'payment/payment_batch': WalletCards,
  'paye/payslip': Banknote,
  'log/mail': Mail,
  'ledger/transaction': BookOpenText,
  insight: ChartPie,
  admin: Cog,
  integrations: Plug,
  support: LifeBuoy,
}

export function iconOf(key: string): LucideIcon {
  return icons[key] ?? (key.startsWith('report/') || key.startsWith('paye/') ? ChartColumn : ScrollText)
}

export const group_labels: Readonly<Record<MenuEntry['group'], string | null>> = {
  main: null,
  reports: 'Reports',
  payroll: 'Payroll',
  settings: 'Settings',
  help: 'Help',
  logs: 'Logs',
  more: 'More lists',
}

/** The dashboard is always open and stands before the menu of spec §2. */
export function fullMenu(session: Session): readonly MenuEntry[] {
  const dashboard: MenuEntry = {
    key: 'dashboard',
    path: pathOf({ category: session.category, path: 'dashboard' }),
    label: 'Dashboard',
    group: 'main',
    built: true,
  }
  return [dashboard, ...session.menu]
}

/** What a thumb needs first; the other entries are under More. */
const first_on_phone = [
  'dashboard',
  'transaction/timesheet',
  'transaction/invoice',
  'contract/temp_placement',
  'transaction/expense',
  'paye/payslip',
]

export function bottomMenu(session: Session): readonly MenuEntry[] {
  const menu = fullMenu(session)
  const wanted = first_on_phone.flatMap((key) => menu.filter((entry) => entry.key === key))
  return [...wanted, ...menu.filter((entry) => !wanted.includes(entry))].slice(0, 4)
}

/** Words that fit under a thumb, where the whole name would be cut. */
const short_labels: Readonly<Record<string, string>> = {
  'contract/temp_placement': 'Placements',
  'contract/perm_placement': 'Perm',
  'business/limited': 'Limited Co.',
  'business/umbrella': 'Umbrellas',
}

export function shortLabel(entry: MenuEntry): string {
  return short_labels[entry.key] ?? entry.label
}

/** experience.md: `g` then letter, and the entry it goes to; what the funder's menu calls receipt is the same list. */
export const go_letters: readonly (readonly [letter: string, key: string])[] = [
  ['d', 'dashboard'],
  ['c', 'business/client'],
  ['o', 'business/contractor'],
  ['p', 'contract/temp_placement'],
  ['t', 'transaction/timesheet'],
  ['e', 'transaction/expense'],
  ['i', 'transaction/invoice'],
  ['r', 'transaction/receipts'],
  ['r', 'transaction/receipt'],
  ['b', 'payment/payment_batch'],
]
