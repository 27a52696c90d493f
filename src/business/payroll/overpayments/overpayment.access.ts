/** Overpayments: for the provider, and for payroll roles of the employing agency. Workers read them on their payslips. */
import type { Access } from '#entity/access.ts'
import { of_employer } from '../../shared/own-rows.access.ts'
import type { overpayment } from './overpayment.entity.ts'

export const overpayment_access: Access<typeof overpayment> = of_employer
