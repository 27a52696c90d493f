import type { Access } from '#entity/access.ts'
import { of_employer } from '../../shared/own-rows.access.ts'
import type { payroll_payment } from './payroll-payment.entity.ts'

/** For the provider, and the agency that employs. Workers read their payslip. */
export const payroll_payment_access: Access<typeof payroll_payment> = of_employer
