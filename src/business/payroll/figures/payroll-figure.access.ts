import type { Access } from '#entity/access.ts'
import { of_employer } from '../../shared/own-rows.access.ts'
import type { payroll_figure } from './payroll-figure.entity.ts'

/** A worker's pay is between the agency's people for payroll and its payroll; the worker reads the payslip. */
export const payroll_figure_access: Access<typeof payroll_figure> = of_employer
