/**
 * Screens that exist in this version, as `module/entity`: the menu marks every other entry as not available yet
 * instead of leading nowhere. Whoever builds a screen adds its line.
 */
export const built_routes: ReadonlySet<string> = new Set([
  'dashboard',
  'profile',
  'log/mail',
  'contract/temp_placement',
  'transaction/timesheet',
  'transaction/invoice',
  'transaction/receipts',
  'transaction/bank_line',
  'payment/payment_batch',
  'report/sales_ledger',
  'report/client_statement',
])

/** Spec §2: always open, whatever the role. */
export const always_open = ['dashboard', 'dashboard/overview', 'profile', 'auth/login', 'log/mail'] as const
