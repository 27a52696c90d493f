import { type Access, viewer } from '#entity/access.ts'
import type { import_file, import_row } from './import.entity.ts'

/** Only the person who imported a file sees its rows, whatever they hold. */
const mine = {
  rows: { business_id: { _eq: viewer.business_id }, user_id: { _eq: viewer.user_id } },
  fields: 'all',
} as const

export const import_access: Access<typeof import_file> = {
  agency: mine,
  client: mine,
  contractor: mine,
  funder: mine,
  provider: mine,
}

export const import_row_access: Access<typeof import_row> = {
  agency: mine,
  client: mine,
  contractor: mine,
  funder: mine,
  provider: mine,
}
