/** Closed months: for the provider, and for the agency that is the employer. */
import type { Access } from '#entity/access.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { own } from '../../shared/own-rows.access.ts'
import type { tax_month } from './tax-month.entity.ts'

export const tax_month_access: Access<typeof tax_month> = {
  agency: { rows: own.agency, roles: payroll_data_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
