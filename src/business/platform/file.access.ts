import { type Access, field_groups, type Role, type RowRule, viewer } from '#entity/access.ts'
import { own, told_moment } from '../shared/own-rows.access.ts'
import { attachment, document } from './file.entity.ts'

/** A file is as visible as its record: spec §6, entity access sets of the client's roles. */
const about_placements = {
  parent_entity: {
    _in: [
      'contract.contract',
      'contract.temp_placement',
      'contract.perm_placement',
      'contract.status_determination',
      'business.client',
      'business.contractor',
      'request.change_request',
    ],
  },
} as const satisfies RowRule
const about_work = {
  parent_entity: { _in: ['transaction.timesheet', 'transaction.expense'] },
} as const satisfies RowRule

const by_client_role = {
  hiring_manager: about_placements,
  timesheet_approver: about_work,
} as const satisfies Partial<Record<Role, RowRule>>

/** Besides, the documents that a person signs. */
const to_sign = { signers: { contact_id: { _eq: viewer.business_contact_id } } } as const satisfies RowRule
const documents_by_client_role = {
  hiring_manager: { _or: [about_placements, to_sign] },
  timesheet_approver: { _or: [about_work, to_sign] },
} as const satisfies Partial<Record<Role, RowRule>>

const attachment_fields = field_groups(attachment, {
  facts: [
    'id file_name file_url content_type size_bytes sha256 parent_entity parent_id business_id provider_id',
    'agency_id client_id contractor_id created_at updated_at',
  ],
  author: ['created_by'],
  funder: ['funder_id'],
})

export const attachment_access: Access<typeof attachment> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: own.client,
    rows_by_role: by_client_role,
    fields: attachment_fields('facts'),
    withheld: told_moment,
  },
  contractor: { rows: own.contractor, fields: attachment_fields('facts'), withheld: told_moment },
  funder: { rows: own.funder, fields: attachment_fields('facts', 'funder') },
  provider: { rows: own.provider, fields: 'all' },
}

const document_fields = field_groups(document, {
  facts: [
    'id title type status parent_entity parent_id business_id attachment_id provider_id agency_id client_id',
    'contractor_id service_id valid_from valid_to reference method comment round verified_at created_at updated_at',
    'created_by_name sent_at expires_at completed_at reason frozen_sha256 final_sha256 certificate_sha256 sealed_by timestamp_missing',
    'signed_with',
  ],
  people: ['uploaded_by verified_by created_by template_id missing'],
  insurance: ['sum_insured currency_id'],
  funder: ['funder_id'],
})

export const document_access: Access<typeof document> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: own.client,
    rows_by_role: documents_by_client_role,
    fields: document_fields('facts'),
    withheld: told_moment,
  },
  contractor: { rows: own.contractor, fields: document_fields('facts', 'insurance'), withheld: told_moment },
  funder: { rows: own.funder, fields: document_fields('facts', 'funder'), withheld: told_moment },
  provider: { rows: own.provider, fields: 'all' },
}
