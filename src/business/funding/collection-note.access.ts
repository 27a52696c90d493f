import { type Access, all_but } from '#entity/access.ts'
import { commission_roles } from '#entity/roles.ts'
import { own } from '../shared/own-rows.access.ts'
import type { collection_note } from './collection-note.entity.ts'

/** Between an agency and its principal: it is taken from what the agency earns, which is commission (spec §6). */
export const collection_note_access: Access<typeof collection_note> = {
  agency: { rows: own.agency, roles: commission_roles, fields: all_but('created_by') },
  client: null,
  contractor: null,
  funder: { rows: own.funder, fields: all_but('created_by') },
  provider: { rows: own.provider, fields: 'all' },
}
