import { expect, test } from 'vitest'
import type { Role } from '#entity/access.ts'
import { reasonOf, refuse } from '#kernel/refusal.ts'
import type { Asker, WorkStatus } from '../approvable-work/work.rules.ts'
import type { TimesheetAction, TimesheetFacts } from './timesheet.rules.ts'
import { can, mayForesee, timesheet_actions, timesheet_states } from './timesheet.rules.ts'

const statuses: WorkStatus[] = ['draft', 'submitted', 'rejected', 'approved', 'suspense', 'cancelled']

const sheet: TimesheetFacts = {
  human_id: 'TMS000001',
  status: 'submitted',
  timesheet_submit: 'contractor',
  manual_timesheet_approval: false,
  approver_contact_ids: [],
  submitted_by: null,
  has_file: true,
  evidence_status: null,
  approved_by: null,
}
const who = (category: Asker['category'], ...roles: Role[]): Asker => ({
  category,
  roles,
  business_contact_id: 'me',
  user_id: 'myself',
})
const contractor = who('contractor', 'contractor')
const approver = who('client', 'timesheet_approver')
const agency = who('agency', 'agency_user')

const operations = who('provider', 'provider_operations')

/** Somebody who may, for each action. */
const asker: Record<TimesheetAction, Asker> = {
  save_draft: contractor,
  submit: contractor,
  approve: approver,
  reject: approver,
  raise: agency,
  refine: agency,
  accept_evidence: operations,
  cancel: agency,
}

test('each action: allowed from its statuses only', () => {
  const table = timesheet_actions.map((action) => [
    action,
    statuses
      .filter(
        (status) => can[action]({ ...sheet, evidence_status: 'waiting', status }, asker[action]) === true,
      )
      .join(' '),
    timesheet_states[action].to ?? 'stays',
  ])
  expect(table).toEqual([
    ['save_draft', 'draft rejected', 'stays'],
    ['submit', 'draft rejected', 'submitted'],
    ['approve', 'submitted', 'approved'],
    ['accept_evidence', 'approved suspense', 'stays'],
    ['reject', 'submitted', 'rejected'],
    ['raise', 'suspense', 'approved'],
    ['cancel', 'draft rejected', 'cancelled'],
    ['refine', 'approved', 'stays'],
  ])
})

test('second person: gets a conflict with the present status', () => {
  expect(can.approve({ ...sheet, status: 'approved' }, approver)).toEqual({
    code: 'conflict',
    message: 'Timesheet TMS000001 is already approved',
  })
  expect(can.approve({ ...sheet, status: 'rejected' }, approver)).toEqual({
    code: 'precondition',
    message: 'Timesheet TMS000001 is rejected and cannot be approved',
  })
  expect(can.save_draft({ ...sheet, status: 'suspense' }, contractor)).toEqual(
    refuse('precondition', 'Timesheet TMS000001 is in suspense and cannot be changed'),
  )
})

test.each<[TimesheetAction, Asker, Partial<TimesheetFacts>, true | string]>([
  ['submit', agency, { status: 'draft' }, 'On this placement the contractor enters the timesheets'],
  ['submit', agency, { status: 'draft', timesheet_submit: 'agency' }, true],
  [
    'submit',
    contractor,
    { status: 'draft', timesheet_submit: 'agency' },
    'On this placement the agency enters the timesheets',
  ],
  ['approve', approver, {}, true],
  ['approve', approver, { approver_contact_ids: ['other', 'me'] }, true],
  ['approve', approver, { approver_contact_ids: ['other'] }, 'Another approver is named on this placement'],
  ['approve', agency, {}, 'On this placement only the client approves timesheets'],
  ['approve', agency, { manual_timesheet_approval: true, approver_contact_ids: ['other'] }, true],
  ['approve', agency, { manual_timesheet_approval: true, submitted_by: 'another' }, true],
  [
    'approve',
    agency,
    { manual_timesheet_approval: true, submitted_by: 'myself' },
    'You entered these hours, so somebody else approves them',
  ],
  [
    'approve',
    { ...agency, user_id: 'worn', impersonator_user_id: 'myself' },
    { manual_timesheet_approval: true, submitted_by: 'myself' },
    'You entered these hours, so somebody else approves them',
  ],
  ['approve', contractor, { manual_timesheet_approval: true }, 'You do not have permission to do this'],
  ['approve', who('client', 'invoice_contact'), {}, 'You do not have permission to do this'],
  [
    'approve',
    who('agency', 'agency_read_only'),
    { manual_timesheet_approval: true },
    'You do not have permission to do this',
  ],
  // A role counts only in its own category: an approver of a client is none of the agency.
  [
    'approve',
    who('agency', 'timesheet_approver'),
    { manual_timesheet_approval: true },
    'You do not have permission to do this',
  ],
  ['approve', who('provider', 'provider_admin'), {}, 'You do not have permission to do this'],
  ['raise', who('provider', 'provider_operations'), { status: 'suspense' }, true],
  [
    'raise',
    who('provider', 'provider_approver'),
    { status: 'suspense' },
    'You do not have permission to do this',
  ],
])('%s by %o of %o: %s', (action, asking, change, verdict) => {
  expect(can[action]({ ...sheet, ...change }, asking)).toEqual(
    verdict === true || refuse('not_allowed', verdict),
  )
})

test.each([
  ['submitted', true],
  ['suspense', true],
  ['approved', 'Timesheet TMS000001 is approved: it is invoiced already'],
  ['draft', 'Timesheet TMS000001 is a draft: there is nothing to invoice'],
  ['rejected', 'Timesheet TMS000001 is rejected: there is nothing to invoice'],
  ['cancelled', 'Timesheet TMS000001 is cancelled: there is nothing to invoice'],
] as const)(
  'what becomes of a timesheet that is %s can be foreseen, or the reason is said',
  (status, said) => {
    expect(reasonOf(mayForesee({ human_id: 'TMS000001', status })) ?? true).toBe(said)
  },
)

test('approval by hand: the agency needs a file, the client none', () => {
  const bare = { ...sheet, manual_timesheet_approval: true, has_file: false }
  expect(can.approve(bare, agency)).toEqual(refuse('precondition', "Attach the client's approval"))
  expect(can.approve(bare, approver)).toBe(true)
})

test.each<[Asker, Partial<TimesheetFacts>, true | string]>([
  [operations, {}, true],
  [who('provider', 'provider_approver'), {}, true],
  [agency, {}, 'You do not have permission to do this'],
  [operations, { evidence_status: 'accepted' }, 'This evidence is already accepted'],
  [operations, { evidence_status: null }, 'The client approved this itself, so it needs no evidence'],
  [
    operations,
    { approved_by: 'myself' },
    'You entered or approved these hours, so somebody else accepts the evidence',
  ],
  [
    { ...operations, user_id: 'worn', impersonator_user_id: 'myself' },
    { submitted_by: 'myself' },
    'You entered or approved these hours, so somebody else accepts the evidence',
  ],
])('evidence of an approval: accepted by %o of %o: %s', (asking, change, says) => {
  const verdict = can.accept_evidence(
    { ...sheet, status: 'approved', evidence_status: 'waiting', ...change },
    asking,
  )
  expect(verdict === true ? true : verdict.message).toBe(says)
})
