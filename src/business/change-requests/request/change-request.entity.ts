import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { change_statuses } from '../../shared/contract-terms.rules.ts'

const request_parties = { ...f.parties, agency_id: f.nullable(f.uuid('Agency')) } as const

/** The subject of a request: a client, a contract and a service have lists of their own (spec §2). */
const change_subjects = ['client', 'contract', 'service', 'contractor', 'payment_company', 'other'] as const

/** The kinds of change: those of a placement in the words of its screens, and a credit limit. */
const change_kinds = ['Rates', 'End date', 'Details', 'Several', 'credit_limit'] as const

export type ChangeKind = (typeof change_kinds)[number]

/** The approving side (spec §4: each flow approval has a status per business type). */
const business_types = ['agency', 'client', 'contractor', 'funder', 'provider'] as const

/** A change that needs approval, one approval after another by business type (spec §3 Change request). */
export const change_request = entity({
  module: 'request',
  name: 'change_request',
  label: 'Change Request',
  plural: 'Change Requests',
  fields: {
    id: f.uuid('Id'),
    human_id: f.searchable(f.human_id('Change Request Id')),
    status: f.choice('Status', change_statuses),
    type: f.choice('Type', change_kinds),
    entity: f.code('Entity'),
    entity_id: f.nullable(f.uuid('Entity Id')),
    subject: f.generated(f.nullable(f.choice('About', change_subjects))),
    contract_id: f.nullable(f.uuid('Placement')),
    service_id: f.nullable(f.uuid('Service')),
    data: f.json('Data'),
    old_values: f.json('Old Values'),
    new_values: f.json('New Values'),
    ...request_parties,
    /** The side asked now, while pending. */
    waits_for: f.nullable(f.choice('Waits For', ['agency', 'client', 'contractor', 'provider', 'funder'])),
    /** The side that asked; empty in requests of earlier versions. */
    asked_by: f.nullable(f.choice('Asked By', business_types)),
    requested_by: f.code('Requested By'),
    requested_as: f.nullable(f.code('Requested As')),
    approved_at: f.nullable(f.instant('Approved At')),
    ...f.stamps,
  },
  // The account of a requested company. Readers of accounts compare its last digits.
  unread: { asked_account: f.nullable(f.json('Bank Account')), ...f.told_stamp },
  relations: {
    ...f.party_relations,
    contract: f.to_one('contract.contract', 'contract_id'),
    service: f.to_one('business.service', 'service_id'),
    /** Of a request about a party. */
    party: f.to_one('business.party', 'entity_id'),
    flows: f.to_many('request.flow', 'change_request_id'),
    flow_approvals: f.to_many('request.flow_approval', 'change_request_id'),
    activities: f.to_many('request.change_request_activity', 'change_request_id'),
  },
})

export const flow = entity({
  module: 'request',
  name: 'flow',
  label: 'Approval Step',
  plural: 'Approval Steps',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    change_request_id: f.uuid('Change Request'),
    position: f.integer('No'),
    business_type: f.choice('Business Type', business_types),
    ...request_parties,
    created_at: f.instant('Created At'),
  },
  relations: {
    change_request: f.to_one('request.change_request', 'change_request_id'),
    approvals: f.to_many('request.flow_approval', 'flow_id'),
  },
})

export const flow_approval = entity({
  module: 'request',
  name: 'flow_approval',
  label: 'Approval',
  plural: 'Approvals',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    flow_id: f.uuid('Step'),
    change_request_id: f.uuid('Change Request'),
    business_id: f.nullable(f.uuid('Business')),
    business_type: f.choice('Business Type', business_types),
    status: f.defaulted(f.choice('Status', ['pending', 'approved', 'rejected'])),
    is_most_recent: f.defaulted(f.boolean('Most Recent')),
    comment: f.nullable(f.text('Comment')),
    user_id: f.nullable(f.code('User')),
    ...request_parties,
    ...f.stamps,
  },
  relations: {
    flow: f.to_one('request.flow', 'flow_id'),
    change_request: f.to_one('request.change_request', 'change_request_id'),
    business: f.to_one('business.party', 'business_id'),
  },
})

export const change_request_activity = entity({
  module: 'request',
  name: 'change_request_activity',
  label: 'Change Request Activity',
  plural: 'Change Request Activities',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    change_request_id: f.uuid('Change Request'),
    old_status: f.nullable(f.code('Old Status')),
    new_status: f.code('New Status'),
    comment: f.nullable(f.text('Comment')),
    user_name: f.text('User'),
    user_id: f.code('User Id'),
    ...request_parties,
    created_at: f.instant('Created At'),
  },
  relations: { change_request: f.to_one('request.change_request', 'change_request_id') },
})
