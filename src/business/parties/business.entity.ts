import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const business_types = [
  'agency',
  'client',
  'funder',
  'provider',
  'contractor',
  'limited',
  'umbrella',
  'selfemployed',
  'payer',
  'creditor',
] as const

export const business_statuses = ['draft', 'submitted', 'approved', 'rejected', 'onboarded'] as const

/** Spec §1: how a contractor is paid. */
export const payment_types = [
  { value: 'paye', label: 'PAYE' },
  { value: 'limited', label: 'Limited' },
  { value: 'umbrella', label: 'Umbrella' },
  { value: 'selfemployed', label: 'Self-employed' },
] as const

export const funding_models = [
  { value: 'direct', label: 'Direct' },
  { value: 'agency_billed', label: 'Agency billed' },
  { value: 'indirect', label: 'Indirect' },
] as const

/** Fields of every kind of business; the kinds add their own (business-kinds.entity.ts). */
export const business_fields = {
  id: f.uuid('Id'),
  human_id: f.searchable(f.human_id('Id')),
  name: f.searchable(f.text('Name')),
  type: f.choice('Type', business_types),
  status: f.choice('Status', business_statuses),
  is_active: f.defaulted(f.boolean('Active')),
  product: f.nullable(f.text('Product')),
  company_id: f.nullable(f.uuid('Company')),
  base_currency_id: f.uuid('Base Currency'),
  provider_id: f.nullable(f.uuid('Provider')),
  onboarded_at: f.nullable(f.instant('Onboarded At')),
  ...f.stamps,
} as const

/** Additional fields of an agency: the provider fixes its models; a placement takes the default. */
export const agency_funding_fields = {
  funding_models: f.nullable(f.tags('Allowed Funding Models')),
} as const

/** The least sums of insurance that an agency asks limited companies for, in its currency; null: none. */
export const agency_insurance_fields = {
  professional_indemnity_sum: f.nullable(f.money('Professional Indemnity Asked')),
  public_liability_sum: f.nullable(f.money('Public Liability Asked')),
} as const

/** Additional fields of a provider. */
export const provider_fields = {
  /** No money is dated before; closed periods come later. */
  books_begin: f.nullable(f.day('Books Begin')),
} as const

/** Additional fields of a contractor. */
export const contractor_fields = {
  payment_type: f.nullable(f.choice('Payment Type', payment_types)),
  payment_company_id: f.nullable(f.uuid('Payment Company')),
  individual_id: f.nullable(f.uuid('Individual')),
  /** The companies that the contractor is linked with. */
  associated_business_ids: f.nullable(
    f.computed(f.tags('Associated Businesses'), 'business.associated_business_ids', 'id'),
  ),
} as const

export const business_relations = {
  company: f.to_one('business.company', 'company_id'),
  base_currency: f.to_one('platform.currency', 'base_currency_id'),
  provider: f.to_one('business.party', 'provider_id'),
  services_from: f.to_many('business.service', 'from_business_id'),
  services_to: f.to_many('business.service', 'to_business_id'),
  business_contacts: f.to_many('business.business_contact', 'business_id'),
  bank_accounts: f.to_many('business.bank_account', 'business_id'),
  features: f.to_many('business.business_feature', 'business_id'),
} as const

/** Of a company, and of a contractor on payroll: the contractors that it pays as a further payee. */
export const payee_relations = {
  paid_contractors: f.to_many('business.contractor_payee', 'payment_company_id'),
} as const

export const contractor_relations = {
  payment_company: f.to_one('business.party', 'payment_company_id'),
  individual: f.to_one('business.individual', 'individual_id'),
  payees: f.to_many('business.contractor_payee', 'contractor_id'),
} as const

export const business = entity({
  module: 'business',
  name: 'business',
  label: 'Business',
  plural: 'Businesses',
  fields: {
    ...business_fields,
    ...contractor_fields,
    funding_model: f.nullable(f.choice('Funding Model', funding_models)),
    ...agency_funding_fields,
    ...agency_insurance_fields,
    ...provider_fields,
  },
  // Asked when an agency names the company through which it pays somebody.
  unread: {
    made_by_id: f.nullable(f.uuid('Made By')),
    support_access: f.defaulted(f.boolean('Support Access')),
    /** From this moment all people of the business need a second factor. */
    second_factor_from: f.nullable(f.instant('Second Factor From')),
    /** Payees of a contractor before the day of a change. */
    former_payments: f.defaulted(f.json('Former Payments')),
    // Read through the steps of its onboarding.
    submitted_by: f.nullable(f.code('Submitted By')),
    submitted_as: f.nullable(f.code('Submitted As')),
    status_at: f.nullable(f.instant('Status Since')),
    status_comment: f.nullable(f.text('Comment')),
    /** Of a submitted contractor, by the agency. */
    corrections: f.defaulted(f.json('Corrections')),
    ...f.told_stamp,
  },
  relations: {
    ...business_relations,
    ...contractor_relations,
    ...payee_relations,
    contracts_as_client: f.to_many('contract.contract', 'client_id'),
    contracts_as_contractor: f.to_many('contract.contract', 'contractor_id'),
    credit_limits: f.to_many('business.credit_limit', 'client_id'),
  },
})

/**
 * A party named on a visible row: id, human id, name and type. Reached only through a relation, so that an old
 * document still names a party whose service has ended, without checking services for every row of a list.
 */
export const party = entity({
  module: 'business',
  name: 'party',
  label: 'Party',
  plural: 'Parties',
  table: 'business.business',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    human_id: f.human_id('Id'),
    name: f.text('Name'),
    type: f.choice('Type', business_types),
  },
  relations: {
    /** The business itself, for viewers who may see more than its name. */
    business: f.to_one('business.business', 'id'),
  },
})
