/** Which pages stand behind another screen: whoever does not get that does not get these. */
import type { Session } from '#web/core/session.ts'

/**
 * Pages that belong to a list: open to whoever may create rows there. To everybody else the address reads as one that
 * does not exist, instead of a form that is refused when it is sent.
 */
export const behind_lists: Readonly<Record<string, string>> = {
  'config/new_payment_terms': 'config/payment_terms',
  'contract/new_adhoc_fee': 'contract/adhoc_fee',
  'contract/new_perm_placement': 'contract/perm_placement',
  'contract/new_purchase_ledger': 'contract/purchase_ledger',
  'contract/new_sales_invoice': 'contract/sales_invoice',
  'contract/new_service_charge': 'contract/service_charge',
  'paye/new_payroll_figure': 'paye/payroll_figure',
  'payment/new_batch': 'payment/payment_batch',
  'platform/new_import': 'platform/import',
  'transaction/import_statement': 'transaction/bank_line',
  'transaction/new_bank_line': 'transaction/bank_line',
  'transaction/new_collection_note': 'transaction/collection_note',
  'transaction/new_consolidated_invoice': 'transaction/consolidated_invoice',
  'transaction/new_expense': 'transaction/expense',
}

/** Pages that belong to an entry of the menu. */
export const behind_menu: Readonly<Record<string, string>> = {
  'report/funding_portfolio': 'report/funding_portfolio',
  'transaction/auto_match': 'transaction/cash_match',
  'transaction/cash_match': 'transaction/cash_match',
}

/** Lists that stand outside the menus: mail is always open (spec §2), and what one has exported or imported is one's own. */
const open_lists: ReadonlySet<string> = new Set(['log/mail', 'exports', 'platform/import'])

/**
 * A list opens to whom the menu leads there (spec §6). To others it would say that there is nothing, where there is nothing
 * for them.
 */
export const isListOpen = (path: string, { menu }: Pick<Session, 'menu'>): boolean =>
  open_lists.has(path) || menu.some((entry) => entry.key === path)
