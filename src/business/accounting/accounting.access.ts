import type { Access } from '#entity/access.ts'
import { own } from '../shared/own-rows.access.ts'
import type {
  accounting_exception,
  bank_detail,
  contact_detail,
  data_queue,
  vat_detail,
} from './accounting.entity.ts'

/** Spec §6: Settings (Account, Integrations) are the agency_admin's; the provider operates them. */
const integration = {
  agency: { rows: own.agency, roles: ['agency_admin'], fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
} as const

export const vat_detail_access: Access<typeof vat_detail> = integration
export const contact_detail_access: Access<typeof contact_detail> = integration
export const bank_detail_access: Access<typeof bank_detail> = integration
export const accounting_exception_access: Access<typeof accounting_exception> = integration
export const data_queue_access: Access<typeof data_queue> = integration
