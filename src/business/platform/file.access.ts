import { type Access, all_but, type Role, type RowRule } from '#entity/access.ts'
import { own } from '../shared/own-rows.access.ts'
import type { attachment, document } from './file.entity.ts'

/** A file is as open as what it hangs on: spec §6, entity access sets of the client's roles. */
const about_placements = {
  parent_entity: {
    _in: ['contract.contract', 'contract.temp_placement', 'contract.perm_placement', 'business.contractor'],
  },
} as const satisfies RowRule
const about_work = {
  parent_entity: { _in: ['transaction.timesheet', 'transaction.expense'] },
} as const satisfies RowRule

const by_client_role = {
  hiring_manager: about_placements,
  timesheet_approver: about_work,
} as const satisfies Partial<Record<Role, RowRule>>

export const attachment_access: Access<typeof attachment> = {
  agency: { rows: own.agency, fields: 'all' },
  client: { rows: own.client, rows_by_role: by_client_role, fields: all_but('funder_id', 'created_by') },
  contractor: { rows: own.contractor, fields: all_but('funder_id', 'created_by') },
  funder: { rows: own.funder, fields: all_but('created_by') },
  provider: { rows: own.provider, fields: 'all' },
}

export const document_access: Access<typeof document> = {
  agency: { rows: own.agency, fields: 'all' },
  client: { rows: own.client, rows_by_role: by_client_role, fields: all_but('funder_id') },
  contractor: { rows: own.contractor, fields: all_but('funder_id') },
  funder: { rows: own.funder, fields: 'all' },
  provider: { rows: own.provider, fields: 'all' },
}
