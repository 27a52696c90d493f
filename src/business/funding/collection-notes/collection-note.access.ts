import { type Access, field_groups } from '#entity/access.ts'
import { commission_roles } from '#entity/roles.ts'
import { own } from '../../shared/own-rows.access.ts'
import { collection_note } from './collection-note.entity.ts'

const fields = field_groups(collection_note, {
  facts: [
    'id human_id source status reason raised_date amount recovered_amount cured_amount outstanding_balance',
    'currency_id provider_id agency_id funder_id principal_id invoice_id payment_receipt_summary_id',
    'created_at updated_at',
  ],
  author: ['created_by'],
})

/** Between an agency and its principal: recovered from earnings, which are commission (spec §6). */
export const collection_note_access: Access<typeof collection_note> = {
  agency: { rows: own.agency, roles: commission_roles, fields: fields('facts') },
  client: null,
  contractor: null,
  funder: { rows: own.funder, fields: fields('facts') },
  provider: { rows: own.provider, fields: 'all' },
}
