/** The kinds of business as entities of their own (spec §3): lists and routes address `business/client`, not a type. */
import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import {
  agency_funding_fields,
  agency_insurance_fields,
  business_fields,
  business_relations,
  contractor_fields,
  contractor_relations,
  funding_models,
  payee_relations,
  provider_fields,
} from './business.entity.ts'

const paid_through = {
  contractors: f.to_many('business.contractor', 'payment_company_id'),
  invoices: f.to_many('transaction.invoice', 'payment_company_id'),
} as const

export const agency = entity({
  module: 'business',
  name: 'agency',
  label: 'Agency',
  plural: 'Agencies',
  table: 'business.business',
  fixed: { type: 'agency' },
  fields: {
    ...business_fields,
    funding_model: f.choice('Funding Model', funding_models),
    ...agency_funding_fields,
    ...agency_insurance_fields,
  },
  relations: {
    ...business_relations,
    temp_placements: f.to_many('contract.temp_placement', 'agency_id'),
    perm_placements: f.to_many('contract.perm_placement', 'agency_id'),
    timesheets: f.to_many('transaction.timesheet', 'agency_id'),
    expenses: f.to_many('transaction.expense', 'agency_id'),
    invoices: f.to_many('transaction.invoice', 'agency_id'),
    service_charges: f.to_many('contract.service_charge', 'agency_id'),
  },
})

export const client = entity({
  module: 'business',
  name: 'client',
  label: 'Client',
  plural: 'Clients',
  table: 'business.business',
  fixed: { type: 'client' },
  fields: business_fields,
  relations: {
    ...business_relations,
    credit_limits: f.to_many('business.credit_limit', 'client_id'),
    temp_placements: f.to_many('contract.temp_placement', 'client_id'),
    perm_placements: f.to_many('contract.perm_placement', 'client_id'),
    timesheets: f.to_many('transaction.timesheet', 'client_id'),
    expenses: f.to_many('transaction.expense', 'client_id'),
    invoices: f.to_many('transaction.invoice', 'client_id'),
    consolidated_invoices: f.to_many('transaction.consolidated_invoice', 'client_id'),
    contracts: f.to_many('contract.contract', 'client_id'),
  },
})

export const contractor = entity({
  module: 'business',
  name: 'contractor',
  label: 'Contractor',
  plural: 'Contractors',
  table: 'business.business',
  fixed: { type: 'contractor' },
  fields: { ...business_fields, ...contractor_fields },
  relations: {
    ...business_relations,
    ...contractor_relations,
    temp_placements: f.to_many('contract.temp_placement', 'contractor_id'),
    timesheets: f.to_many('transaction.timesheet', 'contractor_id'),
    expenses: f.to_many('transaction.expense', 'contractor_id'),
    invoices: f.to_many('transaction.invoice', 'contractor_id'),
    contracts: f.to_many('contract.contract', 'contractor_id'),
  },
})

export const limited = entity({
  module: 'business',
  name: 'limited',
  label: 'Limited Company',
  plural: 'Limited Companies',
  table: 'business.business',
  fixed: { type: 'limited' },
  fields: business_fields,
  relations: { ...business_relations, ...paid_through, ...payee_relations },
})

export const umbrella = entity({
  module: 'business',
  name: 'umbrella',
  label: 'Umbrella Company',
  plural: 'Umbrella Companies',
  table: 'business.business',
  fixed: { type: 'umbrella' },
  fields: business_fields,
  relations: { ...business_relations, ...paid_through, ...payee_relations },
})

export const selfemployed = entity({
  module: 'business',
  name: 'selfemployed',
  label: 'Self-employed',
  plural: 'Self-employed',
  table: 'business.business',
  fixed: { type: 'selfemployed' },
  fields: business_fields,
  relations: { ...business_relations, ...paid_through, ...payee_relations },
})

export const payer = entity({
  module: 'business',
  name: 'payer',
  label: 'Payer',
  plural: 'Payers',
  table: 'business.business',
  fixed: { type: 'payer' },
  fields: business_fields,
  relations: { ...business_relations, ...paid_through, ...payee_relations },
})

/** Creditors of payroll besides workers: HMRC, pension providers, courts and authorities. */
export const creditor = entity({
  module: 'business',
  name: 'creditor',
  label: 'Payroll Creditor',
  plural: 'Payroll Creditors',
  table: 'business.business',
  fixed: { type: 'creditor' },
  fields: business_fields,
  relations: {
    ...business_relations,
    payroll_payments: f.to_many('transaction.payroll_payment', 'payee_id'),
  },
})

export const funder = entity({
  module: 'business',
  name: 'funder',
  label: 'Funder',
  plural: 'Funders',
  table: 'business.business',
  fixed: { type: 'funder' },
  fields: business_fields,
  relations: { ...business_relations, contracts: f.to_many('contract.contract', 'funder_id') },
})

export const provider = entity({
  module: 'business',
  name: 'provider',
  label: 'Provider',
  plural: 'Providers',
  table: 'business.business',
  fixed: { type: 'provider' },
  fields: { ...business_fields, ...provider_fields },
  relations: business_relations,
})
