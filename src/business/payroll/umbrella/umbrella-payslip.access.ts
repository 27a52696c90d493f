/** Payslips of umbrella companies: for the provider, and for payroll roles of the agency that is liable with the company. */
import type { Access } from '#entity/access.ts'
import { of_employer } from '../../shared/own-rows.access.ts'
import type { umbrella_payslip } from './umbrella-payslip.entity.ts'

export const umbrella_payslip_access: Access<typeof umbrella_payslip> = of_employer
