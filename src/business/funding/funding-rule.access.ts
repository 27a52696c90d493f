import { type Access, field_groups, viewer } from '#entity/access.ts'
import { funder_document, own } from '../shared/own-rows.access.ts'
import { disallowance, type funding_rule } from './funding-rule.entity.ts'

export const funding_rule_access: Access<typeof funding_rule> = {
  // A document shows its reason; the rules are for principals only.
  agency: null,
  client: null,
  contractor: null,
  funder: { rows: { principal_id: { _eq: viewer.business_id } }, fields: 'all' },
  provider: { rows: own.provider, fields: 'all' },
}

const disallowance_fields = field_groups(disallowance, {
  facts: [
    'id invoice_id principal_id reason amount outstanding_balance on_date provider_id agency_id client_id',
    'contractor_id funder_id currency_id created_at',
  ],
})

/** Between agency, provider and funder, as on the document. */
export const disallowance_access: Access<typeof disallowance> = {
  agency: { rows: own.agency, fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: { ...own.funder, invoice: funder_document }, fields: disallowance_fields('facts') },
  provider: { rows: own.provider, fields: 'all' },
}
