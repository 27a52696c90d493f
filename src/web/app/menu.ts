import type { LucideIcon } from 'lucide-react'
import {
  Banknote,
  BookOpenText,
  Briefcase,
  Building2,
  CalendarCheck,
  CalendarClock,
  CalendarRange,
  ChartColumn,
  ChartPie,
  CirclePlay,
  ClipboardCheck,
  Cog,
  Coins,
  CreditCard,
  FileBadge,
  FileClock,
  FileOutput,
  FilePen,
  FileSpreadsheet,
  FileStack,
  FileText,
  HandCoins,
  Handshake,
  History,
  IdCard,
  Inbox,
  KeyRound,
  Landmark,
  LayoutDashboard,
  Library,
  LifeBuoy,
  ListChecks,
  Lock,
  Mail,
  MailOpen,
  Network,
  Percent,
  Plug,
  Receipt,
  ReceiptText,
  Scale,
  ScrollText,
  Send,
  Server,
  ShieldAlert,
  ShieldCheck,
  Stamp,
  TrendingUp,
  TriangleAlert,
  Umbrella,
  UserCheck,
  UserCog,
  UserRound,
  UserRoundPlus,
  Wallet,
  WalletCards,
  Webhook,
} from 'lucide-react'
import type { MenuEntry, MenuGroup } from '#entity/screen-facts.ts'
import { pathOf } from '#web/core/place.ts'
import type { Session } from '#web/core/session.ts'
import { screenAt } from './route-access.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  dashboard: LayoutDashboard,
  inbox: Inbox,
  'business/client': Building2,
  'business/agency': Handshake,
  'business/limited': Building2,
  'business/umbrella': Umbrella,
  'business/selfemployed': UserRound,
  'business/payer': Building2,
  'business/creditor': Building2,
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
  'business/bank_account': CreditCard,
  'business/funder': Building2,
  'transaction/cash_match': Scale,
  'payment/payment': Banknote,
  'payment/payment_company_payment': Banknote,
  'report/agency_statement': ScrollText,
  'payment/payment_batch': WalletCards,
  'paye/payslip': Wallet,
  'transaction/payroll_timesheet': CalendarCheck,
  'report/funding_portfolio': ChartPie,
  'report/funding_debt': ShieldAlert,
  'report/client_sales_ledger': FileText,
  'report/provider_fee': Percent,
  'report/retrospective': History,
  'log/ledger_check': ClipboardCheck,
  'log/impersonation': UserCog,
  'log/mail': Mail,
  'log/security_event': ShieldCheck,
  'ledger/transaction': BookOpenText,
  'report/retrospective_invoice': FileClock,
  'report/accounting_finance_export': FileOutput,
  'report/commission': Percent,
  'report/sales_ledger': BookOpenText,
  'report/client_statement': FileClock,
  'report/vat_liability': Landmark,
  'report/intermediary': Network,
  'report/agency_sales_ledger_summary': Library,
  'paye/agency_earnings_report': TrendingUp,
  'paye/payroll': ListChecks,
  'paye/pay_run': CirclePlay,
  'paye/rti_submission': Send,
  'paye/payroll_payment': Coins,
  'paye/tax_form': FileBadge,
  'paye/p32': FileSpreadsheet,
  'paye/payslip_period': CalendarRange,
  'paye/employment': IdCard,
  'paye/paye_scheme': Stamp,
  'log/unconfirmed_user': UserRoundPlus,
  'log/api_exception': TriangleAlert,
  'config/document_template': FilePen,
  'admin/mail': MailOpen,
  'admin/security': Lock,
  'admin/api': KeyRound,
  'admin/webhooks': Webhook,
  'admin/installation': Server,
  insight: ChartPie,
  admin: Cog,
  integrations: Plug,
  support: LifeBuoy,
}

export function iconOf(key: string): LucideIcon {
  return icons[key] ?? (key.startsWith('report/') || key.startsWith('paye/') ? ChartColumn : ScrollText)
}

export const group_labels: Readonly<Record<MenuGroup, string | null>> = {
  main: null,
  reports: 'Reports',
  payroll: 'Payroll',
  settings: 'Settings',
  help: 'Help',
  logs: 'Logs',
  more: 'More lists',
}

/** Always open to everybody, before the menu of spec §2. */
const first_entries = [
  { key: 'dashboard', label: 'Dashboard' },
  { key: 'inbox', label: 'Inbox' },
] as const

export function fullMenu({ category, menu }: Session): readonly MenuEntry[] {
  const first = first_entries.map(
    ({ key, label }): MenuEntry => ({ key, label, path: pathOf({ category, path: key }), group: 'main' }),
  )
  return [...first, ...menu]
}

/** First entries of the bottom bar; the others are under More. Funder and provider need money before work. */
const first_on_phone = [
  'dashboard',
  'transaction/timesheet',
  'transaction/invoice',
  'contract/temp_placement',
  'transaction/expense',
  'paye/payslip',
]
const first_with_money = [
  'dashboard',
  'report/funding_portfolio',
  'transaction/invoice',
  'transaction/receipts',
  'transaction/receipt',
  'payment/payment_batch',
]
const money_first: Partial<Record<Session['category'], readonly string[]>> = {
  funder: first_with_money,
  // The provider's own exposure is one report of many.
  provider: first_with_money.filter((key) => key !== 'report/funding_portfolio'),
}

export function bottomMenu(session: Session): readonly MenuEntry[] {
  const menu = fullMenu(session)
  const first = money_first[session.category] ?? first_on_phone
  const wanted = first.flatMap((key) => menu.filter((entry) => entry.key === key))
  return [...wanted, ...menu.filter((entry) => !wanted.includes(entry))].slice(0, 4)
}

/** The whole label would be cut under a thumb. */
export const shortLabel = ({ key, label }: MenuEntry): string => screenAt(key)?.short_label ?? label

/** `g`, then this letter, goes to the entry (experience.md). */
export const goLetter = ({ key }: Pick<MenuEntry, 'key'>): string | undefined => screenAt(key)?.go_letter
