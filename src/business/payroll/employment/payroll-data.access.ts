/** Payroll data of employers and workers: for the provider, and for the agency that is the employer. */
import type { Access, Category } from '#entity/access.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { own } from '../../shared/own-rows.access.ts'
import type { employment, ni_category, tax_code } from './employment.entity.ts'
import type { paye_scheme, paye_scheme_year } from './paye-scheme.entity.ts'

const of_employer = {
  agency: { rows: own.agency, roles: payroll_data_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
} as const satisfies Readonly<Record<Category, unknown>>

export const paye_scheme_access: Access<typeof paye_scheme> = of_employer
export const paye_scheme_year_access: Access<typeof paye_scheme_year> = of_employer
export const employment_access: Access<typeof employment> = of_employer
export const tax_code_access: Access<typeof tax_code> = of_employer
export const ni_category_access: Access<typeof ni_category> = of_employer
