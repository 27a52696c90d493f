import { type Access, only_for } from '#entity/access.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { own } from '../shared/own-rows.access.ts'
import type { payroll_figure } from './payroll-figure.entity.ts'

/** A worker's cost is between the agency and its payroll; the worker reads the payslip. */
export const payroll_figure_access: Access<typeof payroll_figure> = {
  agency: {
    rows: own.agency,
    fields: 'all',
    fields_by_role: only_for(payroll_data_roles, 'tax_code', 'ni_letter'),
  },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
