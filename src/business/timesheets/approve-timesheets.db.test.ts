import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { seedEvidence } from '#test/fixtures/evidence.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { outcomesOf, refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  seedApprovedTimesheet,
  seedClient,
  seedContact,
  seedFees,
  seedSubmittedTimesheet,
  seedTimesheets,
  seedWeek,
  weekdays,
} from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const approve = 'transaction.timesheet.approve'
const reject = 'transaction.timesheet.reject'

const { sql } = database

const setsOf = (id: string) => sql('select id from transaction.invoice_set where timesheet_id = $1', id)
const statusOf = async (id: string) =>
  (await sql<{ status: string }>('select status from transaction.timesheet where id = $1', id))[0]?.status

test("the issue's week to the penny: 937.50 + 187.50, 750.00 + 150.00, 28.13 + 5.63, and the agency has the rest", async () => {
  const placement = await seedWeek(world)
  const sheet = await seedSubmittedTimesheet(world, placement)
  const answer = await act(world, placement.client.approver, approve, { ids: [sheet.id] })
  expect(answer).toEqual({ timesheets: [{ id: sheet.id, human_id: sheet.human_id, status: 'approved' }] })
  const documents = await sql<Record<string, string>>(
    `select type, amount, tax_amount, total_amount, outstanding_balance, due_date, release_condition, funding_status, status
     from transaction.invoice where timesheet_id = $1 order by human_id, type`,
    sheet.id,
  )
  expect(
    documents
      .map((d) =>
        [
          d.type,
          d.amount,
          d.tax_amount,
          d.total_amount,
          d.due_date,
          d.release_condition,
          d.funding_status,
        ].join(' '),
      )
      .sort(),
  ).toEqual([
    'agency-provider 937.50 187.50 1125.00 2025-06-18 run_date pending',
    'agency_earnings 191.24 0.00 191.24 2025-06-18 run_date pending',
    'contractor-agency 750.00 150.00 900.00 2025-06-22 due_date not_applicable',
    'provider-agency 28.13 5.63 33.76 2025-06-15 set_off not_applicable',
    'provider-client 937.50 187.50 1125.00 2025-07-15 none pending',
  ])
  expect(documents.every((d) => d.status === 'open' && d.outstanding_balance === d.total_amount)).toBe(true)
  const [books] = await sql(
    `select sum(p.amount) as balance, count(distinct p.transaction_id)::int as transactions from ledger.posting p
     join ledger.transaction t on t.id = p.transaction_id join transaction.invoice_set s on s.id = t.source_id
     where s.timesheet_id = $1`,
    sheet.id,
  )
  expect(books).toEqual({ balance: '0.00', transactions: 1 })
})

test('rejected, corrected, submitted, approved: every step has person, time and reason', async () => {
  const placement = await seedWeek(world)
  const { approver } = placement.client
  const { viewer } = placement.contractor
  const sheet = await seedSubmittedTimesheet(world, placement)
  world.clock.advance({ hours: 1 })
  await act(world, approver, reject, { ids: [sheet.id], comment: 'Friday was a holiday' })
  world.clock.advance({ hours: 1 })
  const details = weekdays(sheet, placement.group_id).slice(0, 4)
  await act(world, viewer, 'transaction.timesheet.submit', { id: sheet.id, details })
  world.clock.advance({ hours: 1 })
  await act(world, approver, approve, { ids: [sheet.id] })
  const steps = await sql(
    `select action, old_status, new_status, comment, message, user_name from transaction.timesheet_activity
     where timesheet_id = $1 order by created_at`,
    sheet.id,
  )
  const by = (name: string) => ({ comment: null, user_name: name })
  expect(steps).toEqual([
    {
      ...by(viewer.user_name),
      action: 'submit',
      old_status: 'draft',
      new_status: 'submitted',
      message: 'Submitted with 37.5 units',
    },
    {
      ...by(approver.user_name),
      action: 'reject',
      old_status: 'submitted',
      new_status: 'rejected',
      message: 'Rejected',
      comment: 'Friday was a holiday',
    },
    {
      ...by(viewer.user_name),
      action: 'submit',
      old_status: 'rejected',
      new_status: 'submitted',
      message: 'Resubmitted with 30 units',
    },
    {
      ...by(approver.user_name),
      action: 'approve',
      old_status: 'submitted',
      new_status: 'approved',
      message: 'Approved',
    },
  ])
  const audit = await sql<{ change: string }>(
    `select concat(old_values->>'status', ' ', new_values->>'status') as change from log.audit
     where entity_id = $1 and old_values is not null order by at`,
    sheet.id,
  )
  expect(audit.map((row) => row.change)).toEqual([
    'draft submitted',
    'submitted rejected',
    'rejected submitted',
    'submitted approved',
  ])
  const [set] = await sql(
    'select client_net, total_units from transaction.invoice_set where timesheet_id = $1',
    sheet.id,
  )
  expect(set).toEqual({ client_net: '750.00', total_units: '30.0000' })
})

test('a rejection wants its reason; without one nothing happens', async () => {
  const placement = await seedWeek(world)
  const sheet = await seedSubmittedTimesheet(world, placement)
  for (const input of [{ ids: [sheet.id] }, { ids: [sheet.id], comment: '  ' }]) {
    const refused = await refusalOf(act(world, placement.client.approver, reject, input))
    expect(refused.errors).toEqual({ comment: 'Please specify the reason' })
  }
  expect(await statusOf(sheet.id)).toBe('submitted')
})

test('after a rejection it cannot be approved, after an approval not rejected, and a draft neither', async () => {
  const placement = await seedWeek(world)
  const { approver } = placement.client
  const [first, second] = await seedTimesheets(world, placement)
  if (!first || !second) throw new Error('two weeks were expected')
  await seedSubmittedTimesheet(world, placement, first)
  await act(world, approver, reject, { ids: [first.id], comment: 'No' })
  expect(await refusalOf(act(world, approver, approve, { ids: [first.id] }))).toEqual({
    code: 'precondition',
    message: `Timesheet ${first.human_id} is rejected and cannot be approved`,
  })
  await seedApprovedTimesheet(world, placement, second)
  expect(await refusalOf(act(world, approver, reject, { ids: [second.id], comment: 'No' }))).toEqual({
    code: 'precondition',
    message: `Timesheet ${second.human_id} is approved and cannot be rejected`,
  })
  expect(await setsOf(first.id)).toEqual([])
})

test('approved twice: the second gets a conflict; the same key is the same approval', async () => {
  const placement = await seedWeek(world)
  const { approver } = placement.client
  const sheet = await seedSubmittedTimesheet(world, placement)
  const first = await act(world, approver, approve, { ids: [sheet.id] }, 'tap')
  expect(await act(world, approver, approve, { ids: [sheet.id] }, 'tap')).toEqual(first)
  expect(await refusalOf(act(world, approver, approve, { ids: [sheet.id] }))).toEqual({
    code: 'conflict',
    message: `Timesheet ${sheet.human_id} is already approved`,
  })
  expect(await setsOf(sheet.id)).toHaveLength(1)
})

test('two approvers at once, one approving and one rejecting: exactly one wins and the other can read why', async () => {
  const placement = await seedWeek(world)
  const second = await seedContact(
    world,
    placement.agency.admin,
    placement.client.id,
    'Tom',
    'timesheet_approver',
  )
  const sheet = await seedSubmittedTimesheet(world, placement)
  const { done, refused } = await outcomesOf([
    act(world, placement.client.approver, approve, { ids: [sheet.id] }),
    act(world, second, reject, { ids: [sheet.id], comment: 'No' }),
  ])
  expect(done).toBe(1)
  expect(refused[0]).toMatch(/is (approved and cannot be rejected|rejected and cannot be approved)$/)
  const status = await statusOf(sheet.id)
  expect(await setsOf(sheet.id)).toHaveLength(status === 'approved' ? 1 : 0)
})

test('eight approvals of one timesheet at once raise one set', async () => {
  const placement = await seedWeek(world)
  const sheet = await seedSubmittedTimesheet(world, placement)
  const { done, refused } = await outcomesOf(
    Array.from({ length: 8 }, () => act(world, placement.client.approver, approve, { ids: [sheet.id] })),
  )
  expect(done).toBe(1)
  expect(new Set(refused)).toEqual(new Set([`Timesheet ${sheet.human_id} is already approved`]))
  expect(await setsOf(sheet.id)).toHaveLength(1)
  const [row] = await sql(
    `select (select count(*)::int from transaction.invoice where timesheet_id = $1) as documents,
       (select count(*)::int from log.audit where entity_id = $1 and action_id = $2) as audited`,
    sheet.id,
    approve,
  )
  expect(row).toEqual({ documents: 5, audited: 1 })
})

test('approver: the one named on the placement, else any of the client', async () => {
  const placement = await seedWeek(world)
  const { client, agency, contractor } = placement
  const second = await seedContact(world, agency.admin, client.id, 'Tom', 'timesheet_approver')
  await database.owner.query(
    `insert into contract.contract_contact (contract_id, business_contact_id, type, provider_id, agency_id, client_id, contractor_id)
     select id, $2, 'timesheet_approver', provider_id, agency_id, client_id, contractor_id from contract.contract where id = $1`,
    [placement.id, second.business_contact_id],
  )
  const sheet = await seedSubmittedTimesheet(world, placement)
  const input = { ids: [sheet.id] }
  expect(await refusalOf(act(world, client.approver, approve, input))).toEqual({
    code: 'not_allowed',
    message: 'Another approver is named on this placement',
  })
  expect((await refusalOf(act(world, client.invoice_contact, approve, input))).code).toBe('not_allowed')
  expect((await refusalOf(act(world, contractor.viewer, approve, input))).code).toBe('not_allowed')
  expect((await refusalOf(act(world, agency.reader, approve, input))).code).toBe('not_allowed')
  expect(await refusalOf(act(world, agency.user, approve, input))).toEqual({
    code: 'not_allowed',
    message: 'On this placement only the client approves timesheets',
  })
  // A hiring manager is not shown timesheets at all (spec §6), and has no role to approve them.
  expect((await refusalOf(act(world, client.manager, approve, input))).code).toBe('not_allowed')
  const stranger = await seedClient(world, agency)
  for (const action of [approve, reject]) {
    expect(await refusalOf(act(world, stranger.approver, action, { ...input, comment: 'x' }))).toEqual({
      code: 'not_found',
      message: 'Timesheet not found',
    })
  }
  await act(world, second, approve, input)
  expect(await statusOf(sheet.id)).toBe('approved')
})

test('the agency approves by hand where its placement allows that', async () => {
  const placement = await seedWeek(world, { placement: { manual_timesheet_approval: true } })
  const sheet = await seedSubmittedTimesheet(world, placement)
  const { agency } = placement
  const by_hand = { ids: [sheet.id], comment: 'Signed on paper' }
  expect(await refusalOf(act(world, agency.user, approve, by_hand))).toEqual({
    code: 'precondition',
    message: "Attach the client's approval",
  })
  await seedEvidence(world, agency.user, sheet.id)
  await act(world, agency.user, approve, by_hand)
  expect(await statusOf(sheet.id)).toBe('approved')
  const funding = () =>
    sql(
      `select distinct funding_status || coalesce(': ' || funding_hold_reason, '') as says from transaction.invoice
       where timesheet_id = $1 and funding_status <> 'not_applicable'`,
      sheet.id,
    )
  expect(await funding()).toEqual([{ says: 'held: Evidence of approval not accepted' }])
  const accept = 'transaction.timesheet.accept_evidence'
  const input = { ids: [sheet.id], comment: 'Called the site office' }
  expect((await refusalOf(act(world, agency.admin, accept, input))).code).toBe('not_allowed')
  await act(world, agency.provider.operations, accept, input)
  expect(await funding()).toEqual([{ says: 'pending' }])
  expect((await refusalOf(act(world, agency.provider.operations, accept, input))).code).toBe('conflict')
})

test('approval by hand: the agency does not switch it on itself', async () => {
  const placement = await seedWeek(world)
  const { id, agency } = placement
  const input = { id, is_on: true, comment: 'We sign on paper' }
  const turn = 'contract.temp_placement.set_manual_approval'
  expect((await refusalOf(act(world, agency.admin, turn, input))).code).toBe('not_allowed')
  const asked = await refusalOf(
    act(
      world,
      agency.admin,
      'contract.temp_placement.create',
      placementInput(placement, { manual_timesheet_approval: true }),
    ),
  )
  expect(asked.errors).toEqual({
    manual_timesheet_approval: 'Your provider switches approval by the agency on',
  })
})

test('approval by hand: by another person than the one of the agency who entered the hours', async () => {
  const placement = await seedWeek(world, {
    placement: { manual_timesheet_approval: true, timesheet_submit: 'agency' },
  })
  const { user, admin } = placement.agency
  const [sheet] = await seedTimesheets(world, placement)
  const id = present(sheet, 'a week').id
  const details = weekdays(present(sheet, 'a week'), placement.group_id)
  await act(world, user, 'transaction.timesheet.submit', { id, details })
  await seedEvidence(world, user, id)
  expect(await refusalOf(act(world, user, approve, { ids: [id] }))).toEqual({
    code: 'not_allowed',
    message: 'You entered these hours, so somebody else approves them',
  })
  await act(world, admin, approve, { ids: [id], comment: 'Signed on paper' })
  expect(await statusOf(id)).toBe('approved')
})

test('uninvoiceable work: approved, waits in suspense, without a reason for the client', async () => {
  const placement = await seedWeek(world, { agency: { fee: null } })
  const sheet = await seedSubmittedTimesheet(world, placement)
  const answer = await act(world, placement.client.approver, approve, { ids: [sheet.id] })
  expect(answer).toEqual({ timesheets: [{ id: sheet.id, human_id: sheet.human_id, status: 'suspense' }] })
  const [row] = await sql(
    'select suspense_reason, approved_by_name from transaction.timesheet where id = $1',
    sheet.id,
  )
  expect(row).toEqual({
    suspense_reason: `There is no service fee rule in force on ${formatted()}`,
    approved_by_name: placement.client.approver.user_name,
  })
  const raise = 'transaction.timesheet.raise'
  const still = await refusalOf(act(world, placement.agency.user, raise, { ids: [sheet.id] }))
  expect(still).toEqual({
    code: 'precondition',
    message: `There is no service fee rule in force on ${formatted()}`,
  })
  await seedFees(world, placement.agency, '2.5')
  expect((await refusalOf(act(world, placement.client.approver, raise, { ids: [sheet.id] }))).code).toBe(
    'not_allowed',
  )
  await act(world, placement.agency.provider.operations, raise, { ids: [sheet.id] })
  expect(await statusOf(sheet.id)).toBe('approved')
  expect(await setsOf(sheet.id)).toHaveLength(1)
  const steps = await sql<{ step: string }>(
    `select concat(old_status, ' ', new_status) as step from transaction.timesheet_activity where timesheet_id = $1 order by created_at, id`,
    sheet.id,
  )
  expect(steps.map((one) => one.step)).toEqual([
    'draft submitted',
    'submitted approved',
    'approved suspense',
    'suspense approved',
  ])
})

const formatted = () => world.clock.today().split('-').reverse().join('/')

test('a PAYE timesheet waits for payroll', async () => {
  const placement = await seedWeek(world, { contractor: { payment_type: 'paye' } })
  const sheet = await seedSubmittedTimesheet(world, placement)
  await act(world, placement.client.approver, approve, { ids: [sheet.id] })
  const [row] = await sql('select status, suspense_reason from transaction.timesheet where id = $1', sheet.id)
  expect(row).toEqual({ status: 'suspense', suspense_reason: 'Payroll figures are not available yet' })
})

test('many at once are all approved, or none when one of them may not be', async () => {
  const placement = await seedWeek(world)
  const [first, second] = await seedTimesheets(world, placement)
  if (!first || !second) throw new Error('two weeks were expected')
  await seedSubmittedTimesheet(world, placement, first)
  const both = { ids: [first.id, second.id] }
  const { approver } = placement.client
  // The second is still the contractor's draft, which the client does not see.
  expect((await refusalOf(act(world, approver, approve, both))).code).toBe('not_found')
  expect(await statusOf(first.id)).toBe('submitted')
  await seedSubmittedTimesheet(world, placement, second)
  await act(world, approver, approve, both)
  expect(await setsOf(first.id)).toHaveLength(1)
  expect(await setsOf(second.id)).toHaveLength(1)
})
