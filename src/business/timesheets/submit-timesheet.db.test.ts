import { expect, test } from 'vitest'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import type { SeededPlacement, SeededTimesheet } from '#test/fixtures/world.ts'
import { act, seedContact, seedTimesheets, seedWeek, weekdays } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const save = 'transaction.timesheet.save_draft'
const submit = 'transaction.timesheet.submit'

async function seedDraft(
  change: Parameters<typeof seedWeek>[1] = {},
): Promise<{ placement: SeededPlacement; sheet: SeededTimesheet }> {
  const placement = await seedWeek(world, change)
  const [sheet] = await seedTimesheets(world, placement)
  if (!sheet) throw new Error('no timesheet was generated')
  return { placement, sheet }
}

const { sql } = database
const detailsOf = (id: string) =>
  sql(
    'select date, units, contractor_rate, client_rate from transaction.timesheet_detail where timesheet_id = $1 and deleted_at is null order by date',
    id,
  )

test('draft: keeps the cells with totals and an activity; the cells sent are the whole timesheet', async () => {
  const { placement, sheet } = await seedDraft()
  const { viewer } = placement.contractor
  await act(world, viewer, save, { id: sheet.id, details: weekdays(sheet, placement.group_id) })
  const answer = await act(world, viewer, save, {
    id: sheet.id,
    details: [
      { date: '2025-06-02', group_id: placement.group_id, units: '7:30' },
      { date: '2025-06-03', group_id: placement.group_id, units: 's' },
      { date: '2025-06-04', group_id: placement.group_id, units: '' },
    ],
  })
  expect(answer).toEqual({
    id: sheet.id,
    status: 'draft',
    total_units: '15.0000',
    updated_at: world.clock.now(),
  })
  expect(await detailsOf(sheet.id)).toEqual([
    { date: '2025-06-02', units: '7.5000', contractor_rate: '20.0000', client_rate: '25.0000' },
    { date: '2025-06-03', units: '7.5000', contractor_rate: '20.0000', client_rate: '25.0000' },
  ])
  const [row] = await sql(
    'select total_units, contractor_amount, client_amount from transaction.timesheet where id = $1',
    sheet.id,
  )
  expect(row).toEqual({ total_units: '15.0000', contractor_amount: '300.00', client_amount: '375.00' })
  const activities = await sql(
    'select action, old_status, new_status, message, user_name from transaction.timesheet_activity where timesheet_id = $1 order by created_at, id',
    sheet.id,
  )
  expect(activities.at(-1)).toEqual({
    action: 'save_draft',
    old_status: 'draft',
    new_status: 'draft',
    message: 'Saved with 15 units',
    user_name: viewer.user_name,
  })
})

test('hours saved since the sender saw the timesheet are replaced neither by a save nor by a submission', async () => {
  const { placement, sheet } = await seedDraft()
  const { viewer } = placement.contractor
  const seen = async () => {
    const rows = await sql<{ at: string }>(
      'select updated_at as at from transaction.timesheet where id = $1',
      sheet.id,
    )
    return rows[0]?.at
  }
  const input = { id: sheet.id, details: weekdays(sheet, placement.group_id), updated_at: await seen() }
  await act(world, viewer, save, { id: sheet.id, details: [] })
  world.clock.advance({ minutes: 1 })
  await act(world, viewer, save, { ...input, details: [], updated_at: await seen() })
  for (const verb of [save, submit])
    expect(await refusalOf(act(world, viewer, verb, input))).toMatchObject({
      code: 'conflict',
      message: 'Somebody else changed this timesheet. Reload it.',
    })
  expect(await detailsOf(sheet.id)).toEqual([])
  const now = { ...input, updated_at: await seen() }
  expect(await act(world, viewer, submit, now)).toMatchObject({ status: 'submitted' })
})

test('a save whose answer was lost is the sender’s own: their next step goes on, and others stay a conflict', async () => {
  const { placement, sheet } = await seedDraft()
  const { viewer } = placement.contractor
  const details = weekdays(sheet, placement.group_id)
  const [{ at: seen } = { at: '' }] = await sql<{ at: string }>(
    'select updated_at as at from transaction.timesheet where id = $1',
    sheet.id,
  )
  const asked = { id: sheet.id, updated_at: seen }
  world.clock.advance({ minutes: 1 })
  await act(world, viewer, save, { ...asked, details: details.slice(0, 1) }, 'lost-1')
  world.clock.advance({ minutes: 1 })
  // Without its key it may be of another device.
  expect((await refusalOf(act(world, viewer, submit, { ...asked, details }))).code).toBe('conflict')
  const again = { ...asked, details: details.slice(0, 2), saved_keys: ['lost-1'] }
  await act(world, viewer, save, again, 'lost-2')
  world.clock.advance({ minutes: 1 })
  // Another device saves meanwhile.
  const other = { id: sheet.id, details: details.slice(0, 3) }
  await act(world, viewer, save, other, 'other-device')
  const saved_keys = ['lost-1', 'lost-2']
  expect((await refusalOf(act(world, viewer, submit, { ...asked, details, saved_keys }))).message).toBe(
    'Somebody else changed this timesheet. Reload it.',
  )
  expect(await detailsOf(sheet.id)).toHaveLength(3)
  const known = { ...asked, details, saved_keys: [...saved_keys, 'other-device'] }
  expect(await act(world, viewer, submit, known)).toMatchObject({ status: 'submitted' })
})

test('a period is submitted once, with an activity and an audit row', async () => {
  const { placement, sheet } = await seedDraft()
  const input = { id: sheet.id, details: weekdays(sheet, placement.group_id), comment: 'Full week' }
  const { viewer } = placement.contractor
  const first = await act(world, viewer, submit, input, 'key-1')
  expect(first).toEqual({ id: sheet.id, status: 'submitted', total_units: '37.5000' })
  // The same key is the same request: same answer, no second effect (I14).
  expect(await act(world, viewer, submit, input, 'key-1')).toEqual(first)
  expect(await refusalOf(act(world, viewer, submit, input))).toEqual({
    code: 'conflict',
    message: `Timesheet ${sheet.human_id} is already submitted`,
  })
  expect((await refusalOf(act(world, viewer, save, { id: sheet.id, details: [] }))).message).toBe(
    `Timesheet ${sheet.human_id} is submitted and cannot be changed`,
  )
  const audit = await sql(
    `select action_id, old_values->>'status' as old, new_values->>'status' as new from log.audit where entity_id = $1 order by id`,
    sheet.id,
  )
  expect(audit).toEqual([
    { action_id: 'contract.temp_placement.activate', old: null, new: 'draft' },
    { action_id: submit, old: 'draft', new: 'submitted' },
  ])
})

test.each([
  ['25', 'Max number is reached'],
  ['-1', 'Needs Positive Number'],
  ['eight', 'Please enter a valid number'],
])('%s hours a day: %s', async (units, message) => {
  const { placement, sheet } = await seedDraft()
  const details = [
    { date: '2025-06-02', group_id: placement.group_id, units: '8' },
    { date: '2025-06-03', group_id: placement.group_id, units },
  ]
  for (const action of [save, submit]) {
    const refused = await refusalOf(
      act(world, placement.contractor.viewer, action, { id: sheet.id, details }),
    )
    expect(refused).toEqual({ code: 'invalid', message, errors: { 'details.1.units': message } })
  }
  expect(await detailsOf(sheet.id)).toEqual([])
})

test('more than 24 hours over all rates of one day', async () => {
  const { placement, sheet } = await seedDraft({
    placement: {
      rates: [
        { name: 'Standard', contractor_rate: '20', client_rate: '25' },
        { name: 'Overtime', contractor_rate: '30', client_rate: '40' },
      ],
    },
  })
  const details = placement.group_ids.map((group_id) => ({ date: '2025-06-02', group_id, units: '13' }))
  const refused = await refusalOf(act(world, placement.contractor.viewer, submit, { id: sheet.id, details }))
  expect(refused.errors).toEqual({
    'details.0.units': 'Max number is reached',
    'details.1.units': 'Max number is reached',
  })
})

test('a day outside the placement or the period, a day twice, a rate that is not of the placement', async () => {
  const { placement, sheet } = await seedDraft({
    placement: { start_date: '2025-06-03', end_date: '2025-06-06' },
  })
  const { group_id } = placement
  const details = [
    { date: '2025-06-02', group_id, units: '1' },
    { date: '2025-06-07', group_id, units: '1' },
    { date: '2025-06-04', group_id, units: '1' },
    { date: '2025-06-04', group_id, units: '1' },
    { date: '2025-02-30', group_id, units: '1' },
  ]
  const refused = await refusalOf(act(world, placement.contractor.viewer, save, { id: sheet.id, details }))
  expect(refused.errors).toEqual({
    'details.0.date': 'Should be after 02/06/2025',
    'details.1.date': 'Should be before 07/06/2025',
    'details.3.date': 'Cannot reuse this date',
    'details.4.date': 'Please enter a valid Input',
  })
  const stranger = [{ date: '2025-06-04', group_id: sheet.id, units: '1' }]
  const unknown = await refusalOf(
    act(world, placement.contractor.viewer, save, { id: sheet.id, details: stranger }),
  )
  expect(unknown.errors).toEqual({ 'details.0.group_id': 'Please enter a valid Input' })
})

test('day without a rate in force: refused with the reason', async () => {
  const { placement, sheet } = await seedDraft({
    placement: {
      rates: [{ name: 'Standard', contractor_rate: '20', client_rate: '25', effective_to: '2025-06-04' }],
    },
  })
  const details = weekdays(sheet, placement.group_id)
  const refused = await refusalOf(act(world, placement.contractor.viewer, submit, { id: sheet.id, details }))
  expect(refused.errors).toEqual({
    'details.3.date': 'There is no rate in force on 05/06/2025',
    'details.4.date': 'There is no rate in force on 06/06/2025',
  })
})

test('an empty timesheet is not submitted', async () => {
  const { placement, sheet } = await seedDraft()
  const refused = await refusalOf(act(world, placement.contractor.viewer, submit, { id: sheet.id }))
  expect(refused.errors).toEqual({ details: 'Please enter the time worked before submitting' })
})

test('submission: prices saved days again at the rates of their days', async () => {
  const { placement, sheet } = await seedDraft()
  const { viewer } = placement.contractor
  await act(world, viewer, save, { id: sheet.id, details: weekdays(sheet, placement.group_id) })
  await database.owner.query(
    `update contract.rate set value_numeric = 21.5 where contract_id = $1 and sub_type = 'contractor_rate'`,
    [placement.id],
  )
  await act(world, viewer, submit, { id: sheet.id })
  const [row] = await sql(
    'select contractor_amount, client_amount from transaction.timesheet where id = $1',
    sheet.id,
  )
  expect(row).toEqual({ contractor_amount: '806.25', client_amount: '937.50' })
})

test('entry: by the contractor, or by the agency where the placement says so', async () => {
  const { placement, sheet } = await seedDraft()
  const input = { id: sheet.id, details: weekdays(sheet, placement.group_id) }
  const { agency, client } = placement
  expect(await refusalOf(act(world, agency.user, save, input))).toEqual({
    code: 'not_allowed',
    message: 'On this placement the contractor enters the timesheets',
  })
  expect((await refusalOf(act(world, agency.reader, save, input))).code).toBe('not_allowed')
  // The role is asked before the record: a draft that the client does not see answers as any other.
  const unknown = '00000000-0000-7000-8000-000000000000'
  for (const id of [sheet.id, unknown])
    expect(await refusalOf(act(world, client.approver, submit, { ...input, id }))).toEqual({
      code: 'not_allowed',
      message: 'You do not have permission to do this',
    })
  const theirs = await seedDraft({ placement: { timesheet_submit: 'agency' } })
  const details = weekdays(theirs.sheet, theirs.placement.group_id)
  const entered = await act(world, theirs.placement.agency.user, submit, { id: theirs.sheet.id, details })
  expect(entered).toMatchObject({ status: 'submitted' })
  const own = await seedDraft({ placement: { timesheet_submit: 'agency' } })
  expect(
    (await refusalOf(act(world, own.placement.contractor.viewer, save, { id: own.sheet.id, details: [] })))
      .message,
  ).toBe('On this placement the agency enters the timesheets')
})

test('another contractor or agency: the timesheet reads as missing', async () => {
  const { sheet } = await seedDraft()
  const { placement: other } = await seedDraft()
  const colleague = await seedContact(world, other.agency.admin, other.contractor.id, 'Cora', 'contractor')
  for (const viewer of [other.contractor.viewer, other.agency.user, colleague]) {
    const refused = await refusalOf(act(world, viewer, save, { id: sheet.id, details: [] }))
    expect(refused).toEqual({ code: 'not_found', message: 'Timesheet not found' })
  }
})
