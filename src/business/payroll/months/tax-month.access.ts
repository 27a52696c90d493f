/** Closed months: for the provider, and for payroll roles of the employing agency. */
import type { Access } from '#entity/access.ts'
import { of_employer } from '../../shared/own-rows.access.ts'
import type { tax_month } from './tax-month.entity.ts'

export const tax_month_access: Access<typeof tax_month> = of_employer
