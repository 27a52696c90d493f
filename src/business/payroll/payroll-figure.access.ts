import type { Access } from '#entity/access.ts'
import { own } from '../shared/own-rows.access.ts'
import type { payroll_figure } from './payroll-figure.entity.ts'

/** A worker's cost is between the agency and its payroll; the worker reads the payslip. */
export const payroll_figure_access: Access<typeof payroll_figure> = {
  agency: { rows: own.agency, fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
