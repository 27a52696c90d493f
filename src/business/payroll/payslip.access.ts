import type { Access } from '#entity/access.ts'
import { own } from '../shared/own-rows.access.ts'
import type { payslip, payslip_period } from './payslip.entity.ts'

/** The periods are the payroll's own: a contractor reads of his in his payslips. */
export const payslip_period_access: Access<typeof payslip_period> = {
  agency: { rows: own.agency, fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}

/** Pay is between who employs, who runs the payroll and who is paid; a draft is not yet the contractor's. */
export const payslip_access: Access<typeof payslip> = {
  agency: { rows: own.agency, fields: 'all' },
  client: null,
  contractor: { rows: { ...own.contractor, status: { _neq: 'draft' } }, fields: 'all' },
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
