/** The kinds of contract as entities of their own: one table, its type fixed (migration 0004). */
import {
  funding_types,
  ir35_statuses,
  timesheet_frequencies,
  unit_types,
} from '#business/shared/contract-terms.rules.ts'
import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import {
  base_fields,
  base_relations,
  perm_fields,
  single_document_fields,
  temp_fields,
  temp_relations,
} from './contract.entity.ts'

/** Columns of a kind that are read from contract.contract. */
const unread = { created_by: f.nullable(f.code('Created By')) } as const
/** Keeps the submitter from activating, also on the screen. */
const submitted = { submitted_by: f.nullable(f.code('Submitted By')) } as const
/** Terms change from a day on: the columns of the same names hold the last ones (decision 0087). */
const terms_today = {
  ir35_status_today: f.nullable(
    f.computed(
      f.choice('IR35 Status Today', ir35_statuses),
      'contract.ir35_status_today',
      'former_terms',
      'ir35_status',
      '$today',
    ),
  ),
  ir35_to_come: f.nullable(
    f.computed(
      f.text('IR35 Status to Come'),
      'contract.ir35_to_come',
      'former_terms',
      'ir35_status',
      '$today',
    ),
  ),
  funding_type_today: f.computed(
    f.choice('Funding Type Today', funding_types),
    'contract.funding_type_today',
    'former_terms',
    'funding_type',
    '$today',
  ),
  funding_to_come: f.nullable(
    f.computed(
      f.text('Funding Type to Come'),
      'contract.funding_to_come',
      'former_terms',
      'funding_type',
      '$today',
    ),
  ),
} as const

const placement_id = f.searchable(f.human_id('Placement Id'))

export const temp_placement = entity({
  module: 'contract',
  name: 'temp_placement',
  label: 'Temp Placement',
  plural: 'Temp Placements',
  table: 'contract.contract',
  fixed: { type: 'temp_placement' },
  fields: {
    ...base_fields,
    ...temp_fields,
    ...submitted,
    ...terms_today,
    human_id: placement_id,
    // A check of the table: a temp placement has all of these.
    start_date: f.day('Start Date'),
    client_id: f.uuid('Client'),
    contractor_id: f.uuid('Contractor'),
    payment_company_id: f.uuid('Payment Company'),
    timesheet_frequency: f.choice('Timesheet Frequency', timesheet_frequencies),
    unit_type: f.choice('Unit Type', unit_types),
  },
  unread,
  relations: { ...base_relations, ...temp_relations },
})

/** Facts of one kind; contract.contract has the common ones. */
const perm_facts = {
  guarantee_period: f.nullable(f.integer('Guarantee Period')),
  left_date: f.nullable(f.day('Left On')),
  suspense_reason: f.nullable(f.text('Suspense Reason')),
  work_location: f.nullable(f.text('Work Location')),
} as const

const activities = f.to_many('contract.contract_activity', 'contract_id')

export const perm_placement = entity({
  module: 'contract',
  name: 'perm_placement',
  label: 'Perm Placement',
  plural: 'Perm Placements',
  table: 'contract.contract',
  fixed: { type: 'perm_placement' },
  fields: {
    ...base_fields,
    ...perm_fields,
    ...perm_facts,
    ...submitted,
    human_id: placement_id,
    client_id: f.uuid('Client'),
    candidate_name: f.searchable(f.text('Candidate Name')),
  },
  unread,
  relations: { ...base_relations, activities },
})

const single_document = {
  ...base_fields,
  ...single_document_fields,
  tax_type: f.nullable(
    f.choice('Tax', ['standard', 'zero', 'exempt', 'outside_scope', 'reverse_charge', 'none']),
  ),
  payment_terms: f.nullable(f.integer('Payment Terms')),
  reference: f.nullable(f.searchable(f.text('Reference'))),
} as const
const single_document_relations = {
  ...base_relations,
  activities,
  refinement: f.to_one('transaction.refinement', 'refinement_id'),
} as const

export const purchase_ledger = entity({
  module: 'contract',
  name: 'purchase_ledger',
  label: 'Purchase Ledger',
  plural: 'Purchase Ledgers',
  table: 'contract.contract',
  fixed: { type: 'purchase_ledger' },
  fields: {
    ...single_document,
    human_id: f.searchable(f.human_id('Purchase Ledger Id')),
    payment_company_id: f.nullable(f.uuid('Supplier')),
  },
  unread,
  relations: {
    ...single_document_relations,
    payment_company: f.to_one('business.party', 'payment_company_id'),
  },
})

export const sales_invoice = entity({
  module: 'contract',
  name: 'sales_invoice',
  label: 'Sales Invoice',
  plural: 'Sales Invoices',
  table: 'contract.contract',
  fixed: { type: 'sales_invoice' },
  fields: { ...single_document, human_id: f.searchable(f.human_id('Sales Invoice Id')) },
  unread,
  relations: single_document_relations,
})

export const adhoc_fee = entity({
  module: 'contract',
  name: 'adhoc_fee',
  label: 'Ad-hoc Fee',
  plural: 'Ad-hoc Fees',
  table: 'contract.contract',
  fixed: { type: 'adhoc_fee' },
  fields: { ...single_document, human_id: f.searchable(f.human_id('Ad-hoc Fee Id')) },
  unread,
  relations: single_document_relations,
})
