import type { Access } from '#entity/access.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { own } from '../../shared/own-rows.access.ts'
import type { payroll_payment } from './payroll-payment.entity.ts'

/** For the provider, and the agency that employs. Workers read their payslip. */
export const payroll_payment_access: Access<typeof payroll_payment> = {
  agency: { rows: own.agency, roles: payroll_data_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
