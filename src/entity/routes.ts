/**
 * Screens that exist in this version, as `module/entity`: the menu marks every other entry as not available yet
 * instead of leading nowhere. Whoever builds a screen adds its line; src/web/app/screens.test.ts compares.
 */
export const built_routes: ReadonlySet<string> = new Set([
  'business/agency',
  'business/client',
  'business/contractor',
  'business/limited',
  'business/umbrella',
  'contract/perm_placement',
  'contract/temp_placement',
  'log/mail',
  'paye/agency_earnings_report',
  'payment/payment_batch',
  'profile',
  'report/client_statement',
  'report/commission',
  'report/funding_portfolio',
  'report/sales_ledger',
  'report/vat_liability',
  'transaction/bank_line',
  'transaction/consolidated_invoice',
  'transaction/expense',
  'transaction/invoice',
  'transaction/receipt',
  'transaction/receipts',
  'transaction/timesheet',
])

/** Spec §2: always open, whatever the role. */
export const always_open = ['dashboard', 'dashboard/overview', 'profile', 'auth/login', 'log/mail'] as const
