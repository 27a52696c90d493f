/** The roles that change a client's phone, website and industries at once. Pure. */
import type { WhoMay } from '#entity/access.ts'
import { agency_writers, provider_staff } from '../../shared/who-may.rules.ts'

/** A timesheet approver sees timesheets alone. */
export const client_detail_writers = {
  agency: agency_writers,
  client: ['hiring_manager', 'invoice_contact'],
  provider: provider_staff,
} as const satisfies WhoMay
