/** Payslips of umbrella companies: for payroll of the agency that is liable with the company, and of its provider. */
import type { Access } from '#entity/access.ts'
import { of_employer } from '../../shared/own-rows.access.ts'
import type { umbrella_payslip } from './umbrella-payslip.entity.ts'

export const umbrella_payslip_access: Access<typeof umbrella_payslip> = of_employer
