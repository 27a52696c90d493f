/** Payslips of umbrella companies: for payroll of the agency that is liable with the company, and of its provider. */
import type { Access } from '#entity/access.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { own } from '../../shared/own-rows.access.ts'
import type { umbrella_payslip } from './umbrella-payslip.entity.ts'

export const umbrella_payslip_access: Access<typeof umbrella_payslip> = {
  agency: { rows: own.agency, roles: payroll_data_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
