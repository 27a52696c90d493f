import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { verification_methods, verification_statuses } from './verification.rules.ts'

const service_types = [
  'client-agency',
  'contractor-agency',
  'agency-provider',
  'agency-funder',
  'funder-provider',
  'contractor-company',
] as const

const service_statuses = ['draft', 'active', 'suspended', 'ended', 'deleted'] as const
const compliance_statuses = ['pending', 'compliant', 'expired', 'rejected'] as const

/** The link between two businesses, with its terms (spec §3 Business, services between businesses). */
export const service = entity({
  module: 'business',
  name: 'service',
  label: 'Service',
  plural: 'Services',
  fields: {
    id: f.uuid('Id'),
    type: f.choice('Type', service_types),
    from_business_id: f.uuid('From'),
    to_business_id: f.uuid('To'),
    provider_id: f.nullable(f.uuid('Provider')),
    agency_id: f.nullable(f.uuid('Agency')),
    status: f.defaulted(f.choice('Status', service_statuses)),
    compliance_status: f.choice('Compliance Status', compliance_statuses),
    is_active: f.defaulted(f.boolean('Active')),
    onboarding_date: f.nullable(f.day('Onboarding Date')),
    currency_id: f.nullable(f.uuid('Currency')),
    temp_payment_terms: f.nullable(f.integer('Temp Payment Terms')),
    perm_payment_terms: f.nullable(f.integer('Perm Payment Terms')),
    reference: f.nullable(f.text('Reference')),
    self_billing_from: f.nullable(f.day('Self-billing From')),
    self_billing_to: f.nullable(f.day('Self-billing To')),
    consolidation_frequency: f.nullable(f.choice('Consolidated Every', ['week', 'month'])),
    consolidation_by: f.nullable(f.choice('Consolidated By', ['client', 'po_number', 'placement'])),
    conduct_regs_opt_out: f.boolean('Opted Out of Conduct Regulations'),
    /** Of a company: it pays the contractor for agencies of further payees alone. */
    is_of_further_payee: f.defaulted(f.boolean('Of a Further Payee')),
    verification_status: f.nullable(f.choice('Verification', verification_statuses)),
    verified_at: f.nullable(f.instant('Verified At')),
    verified_by: f.nullable(f.code('Verified By')),
    /** Entered the bank line that proved the client. */
    verified_line_by: f.nullable(f.code('Verifying Line Entered By')),
    verification_method: f.nullable(f.choice('Verification Method', verification_methods)),
    verified_with: f.nullable(f.text('Verified With')),
    verification_source: f.nullable(f.text('Verification Source')),
    ...f.stamps,
  },
  unread: f.told_stamp,
  relations: {
    from_business: f.to_one('business.business', 'from_business_id'),
    to_business: f.to_one('business.business', 'to_business_id'),
    from_party: f.to_one('business.party', 'from_business_id'),
    to_party: f.to_one('business.party', 'to_business_id'),
    agency: f.to_one('business.party', 'agency_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})

export const business_feature = entity({
  module: 'business',
  name: 'business_feature',
  label: 'Feature',
  plural: 'Features',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    business_id: f.uuid('Business'),
    feature_code: f.code('Feature'),
  },
  relations: { business: f.to_one('business.business', 'business_id') },
})
