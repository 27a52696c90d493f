import { type Access, field_groups, only_for, viewer } from '#entity/access.ts'
import { client_placement_roles } from '#entity/roles.ts'
import { own, provider_businesses, told_moment } from '../shared/own-rows.access.ts'
import { business_feature, service } from './service.entity.ts'

const from_me = { from_business_id: { _eq: viewer.business_id } } as const
const to_me = { to_business_id: { _eq: viewer.business_id } } as const

const service_fields = field_groups(service, {
  facts: [
    'id type from_business_id to_business_id provider_id agency_id status compliance_status is_active',
    'onboarding_date currency_id temp_payment_terms perm_payment_terms reference self_billing_from',
    'self_billing_to consolidation_frequency consolidation_by conduct_regs_opt_out is_of_further_payee created_at updated_at',
  ],
  verification: ['verification_status verified_at'],
  evidence: ['verified_by verified_line_by verification_method verified_with verification_source'],
})

/** The link of two businesses is for the two, so that a shared client does not show one agency to another. */
export const service_access: Access<typeof service> = {
  agency: { rows: { _or: [from_me, to_me, own.agency] }, fields: service_fields('facts', 'verification') },
  client: {
    rows: { ...from_me, type: { _eq: 'client-agency' } },
    fields: service_fields('facts'),
    // Terms are for the readers of placements (spec §6: a timesheet approver has client and timesheet).
    fields_by_role: only_for(
      client_placement_roles,
      'temp_payment_terms',
      'perm_payment_terms',
      'reference',
      'self_billing_from',
      'self_billing_to',
    ),
    withheld: told_moment,
  },
  contractor: { rows: from_me, fields: service_fields('facts'), withheld: told_moment },
  funder: { rows: { _or: [from_me, to_me] }, fields: service_fields('facts'), withheld: told_moment },
  provider: { rows: { _or: [own.provider, to_me] }, fields: 'all' },
}

const feature_fields = field_groups(business_feature, {
  facts: ['id business_id feature_code'],
})

const own_feature = { rows: { business_id: { _eq: viewer.business_id } }, fields: 'all' } as const

const others_feature = { ...own_feature, fields: feature_fields('facts') } as const

export const business_feature_access: Access<typeof business_feature> = {
  agency: own_feature,
  client: others_feature,
  contractor: others_feature,
  funder: own_feature,
  provider: { rows: { business: provider_businesses }, fields: 'all' },
}
