/** Returns to HMRC: for the provider, and for the agency that is the employer. */
import type { Access } from '#entity/access.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { own } from '../../shared/own-rows.access.ts'
import type { rti_submission } from './rti-submission.entity.ts'

export const rti_submission_access: Access<typeof rti_submission> = {
  agency: { rows: own.agency, roles: payroll_data_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
