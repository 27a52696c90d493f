/** CIS deductions suffered: for the provider, and for payroll roles of the employing agency. */
import type { Access } from '#entity/access.ts'
import { of_employer } from '../../shared/own-rows.access.ts'
import type { cis_suffered } from './cis-suffered.entity.ts'

export const cis_suffered_access: Access<typeof cis_suffered> = of_employer
