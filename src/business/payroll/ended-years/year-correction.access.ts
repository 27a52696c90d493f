/** Corrections of tax years: for the provider, and for payroll roles of the employing agency. */
import type { Access } from '#entity/access.ts'
import { of_employer } from '../../shared/own-rows.access.ts'
import type { year_correction } from './year-correction.entity.ts'

export const year_correction_access: Access<typeof year_correction> = of_employer
