import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const determination_statuses = [
  { value: 'inprogress', label: 'In progress' },
  { value: 'completed', label: 'Completed' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'withdrawn', label: 'Withdrawn' },
] as const
export const determination_decisions = [
  { value: 'outside', label: 'Outside IR35' },
  { value: 'inside', label: 'Inside IR35' },
] as const
export const answer_outcomes = [
  { value: 'upheld', label: 'The decision stays' },
  { value: 'changed', label: 'The decision changes' },
] as const

/** A client's statement on the IR35 status of a placement, with the contractor's disagreement and its answer. */
export const status_determination = entity({
  module: 'contract',
  name: 'status_determination',
  label: 'Status Determination Statement',
  plural: 'Status Determination Statements',
  fields: {
    id: f.uuid('Id'),
    contract_id: f.uuid('Contract'),
    round: f.integer('Round'),
    status: f.choice('Status', determination_statuses),
    decision: f.choice('Decision', determination_decisions),
    reasons: f.text('Reasons'),
    determined_by: f.text('Determined By'),
    determined_on: f.day('Determined On'),
    uploaded_by: f.code('Uploaded By'),
    verified_by: f.nullable(f.code('Verified By')),
    verified_at: f.nullable(f.instant('Verified At')),
    comment: f.nullable(f.text('Comment')),
    disagreed_on: f.nullable(f.day('Disagreed On')),
    disagreement: f.nullable(f.text('Disagreement')),
    answered_on: f.nullable(f.day('Answered On')),
    answer_outcome: f.nullable(f.choice('Outcome', answer_outcomes)),
    answer: f.nullable(f.text('Answer')),
    provider_id: f.uuid('Provider'),
    agency_id: f.uuid('Agency'),
    client_id: f.uuid('Client'),
    contractor_id: f.uuid('Contractor'),
    ...f.stamps,
  },
  unread: { uploaded_as: f.nullable(f.code('Uploaded As')) },
  relations: { contract: f.to_one('contract.contract', 'contract_id') },
})
