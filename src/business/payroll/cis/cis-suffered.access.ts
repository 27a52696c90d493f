/** CIS deductions suffered: for the provider, and for the agency that is the employer. */
import type { Access } from '#entity/access.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { own } from '../../shared/own-rows.access.ts'
import type { cis_suffered } from './cis-suffered.entity.ts'

export const cis_suffered_access: Access<typeof cis_suffered> = {
  agency: { rows: own.agency, roles: payroll_data_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
