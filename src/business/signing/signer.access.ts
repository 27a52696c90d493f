import { type Access, field_groups, type Role, type RowRule, viewer } from '#entity/access.ts'
import { own, told_moment } from '../shared/own-rows.access.ts'
import { signer } from './signer.entity.ts'

/** People who see a part of their client's records see their own signatures. */
const mine = { contact_id: { _eq: viewer.business_contact_id } } as const satisfies RowRule
const by_client_role = {
  hiring_manager: mine,
  timesheet_approver: mine,
} as const satisfies Partial<Record<Role, RowRule>>

const fields = field_groups(signer, {
  facts: [
    'id document_id position role party business_id contact_id name status signature_kind asked_at viewed_at signed_at',
    'reassigned_at comment provider_id agency_id client_id contractor_id created_at updated_at',
  ],
  proof: ['email auth reminded_at ip user_agent has_left'],
  funder: ['funder_id'],
})

/** Address, network and browser of a signer are read by the sender's side alone. */
export const signer_access: Access<typeof signer> = {
  agency: { rows: own.agency, fields: 'all' },
  client: { rows: own.client, rows_by_role: by_client_role, fields: fields('facts'), withheld: told_moment },
  contractor: { rows: own.contractor, fields: fields('facts'), withheld: told_moment },
  funder: { rows: own.funder, fields: fields('facts', 'funder'), withheld: told_moment },
  provider: { rows: own.provider, fields: 'all' },
}
