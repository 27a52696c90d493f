import {
  funding_types,
  ir35_statuses,
  timesheet_frequencies,
  unit_types,
} from '#business/shared/contract-terms.rules.ts'
import { entity, type Relation } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { funding_models } from '../parties/business.entity.ts'
import { notice_types, notice_units } from './notice/notice-period.rules.ts'

const contract_types = [
  { value: 'temp_placement', label: 'Temp placement' },
  { value: 'perm_placement', label: 'Perm placement' },
  { value: 'purchase_ledger', label: 'Purchase ledger' },
  { value: 'sales_invoice', label: 'Sales invoice' },
  { value: 'adhoc_fee', label: 'Ad-hoc fee' },
  { value: 'sow', label: 'Statement of work' },
] as const

export const contract_statuses = [
  'draft',
  'pending_approval_agency',
  'pending_approval_client',
  'pending_approval_contractor',
  'awaiting_raise_approval',
  'pending_raise_approval',
  'active',
  'expired',
  'rejected_contractor',
  'rejected',
  'cancelled',
  'deleted',
] as const
export type ContractStatus = (typeof contract_statuses)[number]

export const base_fields = {
  id: f.uuid('Id'),
  human_id: f.searchable(f.human_id('Contract Id')),
  title: f.searchable(f.text('Title')),
  type: f.choice('Type', contract_types),
  status: f.choice('Status', contract_statuses),
  start_date: f.nullable(f.day('Start Date')),
  end_date: f.nullable(f.day('End Date')),
  ...f.parties,
  funding_type: f.choice('Funding Type', funding_types),
  funding_model: f.choice('Funding Model', funding_models),
  currency_id: f.uuid('Currency'),
  base_currency_id: f.uuid('Base Currency'),
  po_number: f.nullable(f.text('PO Number')),
  consultant_contact_id: f.nullable(f.uuid('Consultant')),
  requisites: f.generated(f.json('Requisites')),
  change_request_id: f.nullable(f.uuid('Change Request')),
  ...f.stamps,
} as const

const evidence = {
  evidence_status: f.nullable(f.choice('Approval by Evidence', ['waiting', 'accepted'])),
} as const

export const temp_fields = {
  payment_company_id: f.nullable(f.uuid('Payment Company')),
  expense_funding_type: f.nullable(f.choice('Expense Funding Type', funding_types)),
  timesheet_frequency: f.nullable(f.choice('Timesheet Frequency', timesheet_frequencies)),
  unit_type: f.nullable(f.choice('Unit Type', unit_types)),
  standard_units: f.units('Standard Units a Day'),
  timesheet_submit: f.choice('Timesheet Submitted By', ['contractor', 'agency']),
  manual_timesheet_approval: f.boolean('Manual Timesheet Approval'),
  contract_preference: f.generated(f.json('Contract Preference')),
  is_extended_contractor_payment_terms: f.boolean('Extended Contractor Payment Terms'),
  /** Null: the only scheme, or that of the worker's employment. */
  paye_scheme_id: f.nullable(f.uuid('PAYE Scheme')),
  conduct_regs_opt_out: f.boolean('Opted Out of Conduct Regulations'),
  /** The day of the mail that told the client of the opt-out. */
  opt_out_told_on: f.nullable(f.day('Client Told of the Opt-out')),
  ir35_status: f.nullable(f.choice('IR35 Status', ir35_statuses)),
  ir35_determined_by: f.nullable(f.choice('IR35 Determined By', ['client', 'contractor'])),
  is_construction: f.defaulted(f.boolean('Construction Work')),
  /** Templates of the documents that are made once all sides have agreed. */
  document_template_ids: f.defaulted(f.tags('Documents')),
  e_sign: f.defaulted(f.boolean('Signed Electronically')),
  /** No opt-out of the Conduct Regulations counts for it (regulation 32(12)). */
  is_vulnerable_work: f.defaulted(f.boolean('Work with Vulnerable People')),
  /** Of a self-employed worker: declared that the client does not supervise, direct or control the work. */
  is_unsupervised: f.defaulted(f.boolean('No Supervision Declared')),
  /** Weeks in this role count for equal treatment; null: weeks under the placement's title. */
  awr_role: f.nullable(f.text('AWR Role')),
  awr_qualifying_date: f.nullable(f.day('AWR Qualifying Date')),
  awr_comparable_rate: f.nullable(f.rate('AWR Comparable Rate')),
  work_location: f.nullable(f.text('Work Location')),
  notice_type: f.nullable(f.choice('Notice', notice_types)),
  notice_period: f.nullable(f.integer('Notice Period')),
  notice_period_unit: f.nullable(f.choice('Notice Period Unit', notice_units)),
  notice_initial: f.nullable(f.integer('First Notice Period')),
  notice_initial_unit: f.nullable(f.choice('First Notice Period Unit', notice_units)),
  notice_duration: f.nullable(f.integer('First Notice Holds For')),
  notice_duration_unit: f.nullable(f.choice('First Notice Holds For Unit', notice_units)),
  no_right_to_serve_notice: f.defaulted(f.boolean('No Right to Serve Notice')),
  open_checks: f.nullable(f.tags('Still Needed')),
  ...evidence,
} as const

export const perm_fields = {
  ...evidence,
  candidate_name: f.nullable(f.searchable(f.text('Candidate Name'))),
  contract_start_date: f.nullable(f.day('Contract Start Date')),
  placement_fee: f.nullable(f.money('Placement Fee')),
} as const

export const single_document_fields = {
  amount: f.nullable(f.money('Net Amount')),
  tax_amount: f.nullable(f.money('VAT')),
  description: f.nullable(f.text('Description')),
  refinement_id: f.nullable(f.uuid('Refinement')),
  is_credit_note: f.defaulted(f.boolean('Credit Note')),
} as const

/** The terms of one side that no later ones follow: at most one row (migrations/0018). */
const open_terms = (side: 'client' | 'contractor') =>
  ({
    kind: 'object',
    to: 'contract.contract_entity',
    from: 'id',
    key: 'contract_id',
    where: { type: side, is_open: true },
  }) as const satisfies Relation

export const base_relations = {
  ...f.party_relations,
  client_terms: open_terms('client'),
  change_request: f.to_one('request.change_request', 'change_request_id'),
  change_requests: f.to_many('request.change_request', 'contract_id'),
  currency: f.to_one('platform.currency', 'currency_id'),
  base_currency: f.to_one('platform.currency', 'base_currency_id'),
  consultant: f.to_one('business.business_contact', 'consultant_contact_id'),
  contract_entities: f.to_many('contract.contract_entity', 'contract_id'),
  contract_contacts: f.to_many('contract.contract_contact', 'contract_id'),
  service_charges: f.to_many('contract.service_charge', 'transaction_id'),
  invoice_sets: f.to_many('transaction.invoice_set', 'contract_id'),
  invoices: f.to_many('transaction.invoice', 'contract_id'),
} as const

export const temp_relations = {
  contractor_terms: open_terms('contractor'),
  payment_company: f.to_one('business.party', 'payment_company_id'),
  paye_scheme: f.to_one('business.paye_scheme', 'paye_scheme_id'),
  rates: f.to_many('contract.rate', 'contract_id'),
  timesheets: f.to_many('transaction.timesheet', 'contract_id'),
  expenses: f.to_many('transaction.expense', 'contract_id'),
} as const

/** The self-billing agreement of the placement's company, kept when the contractor moves to another company. */
const agreement_kept = {
  keeps_self_billing: f.defaulted(f.boolean('Keeps Its Self-billing Agreement')),
  self_billing_from: f.nullable(f.day('Self-billing From')),
  self_billing_to: f.nullable(f.day('Self-billing To')),
  /** Terms that hold until the day of a change. */
  former_terms: f.defaulted(f.json('Former Terms')),
} as const

/** The newest change request that each side reads, in place of the newest of all (migrations/0236). */
const told_requests = {
  told_client_request_id: f.nullable(f.uuid('Change Request')),
  told_contractor_request_id: f.nullable(f.uuid('Change Request')),
  told_funder_request_id: f.nullable(f.uuid('Change Request')),
} as const

/** Every kind of contract (spec §3). Lists address the kinds: contract-kinds.entity.ts. */
export const contract = entity({
  module: 'contract',
  name: 'contract',
  label: 'Contract',
  plural: 'Contracts',
  fields: {
    ...base_fields,
    ...temp_fields,
    ...perm_fields,
    ...single_document_fields,
    created_by: f.nullable(f.code('Created By')),
    submitted_by: f.nullable(f.code('Submitted By')),
  },
  unread: {
    ...agreement_kept,
    ...told_requests,
    ...f.told_stamp,
    submitted_as: f.nullable(f.code('Submitted As')),
  },
  relations: {
    ...base_relations,
    ...temp_relations,
    refinement: f.to_one('transaction.refinement', 'refinement_id'),
  },
})
