/** Pension schemes and memberships: read as all payroll data of an employer. */
import type { Access } from '#entity/access.ts'
import { of_employer } from '../../shared/own-rows.access.ts'
import type { pension_membership, pension_scheme, pension_terms } from './pension.entity.ts'

export const pension_scheme_access: Access<typeof pension_scheme> = of_employer
export const pension_terms_access: Access<typeof pension_terms> = of_employer
export const pension_membership_access: Access<typeof pension_membership> = of_employer
