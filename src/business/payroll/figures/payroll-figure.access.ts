import type { Access } from '#entity/access.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { own } from '../../shared/own-rows.access.ts'
import type { payroll_figure } from './payroll-figure.entity.ts'

/** A worker's pay is between the agency's people for payroll and its payroll; the worker reads the payslip. */
export const payroll_figure_access: Access<typeof payroll_figure> = {
  agency: { rows: own.agency, roles: payroll_data_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
