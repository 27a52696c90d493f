import { expect, test } from 'vitest'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedPlacement, seedSubmittedTimesheet, seedTimesheets, seedWeek } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const cancel = 'transaction.timesheet.cancel'

test('a week that will not be worked is cancelled with its reason, once, and is not generated again', async () => {
  const placement = await seedWeek(world)
  const [first, second] = await seedTimesheets(world, placement)
  const { agency } = placement
  const input = { ids: [second?.id], comment: 'Site closed' }
  expect((await refusalOf(act(world, agency.user, cancel, { ids: [second?.id] }))).errors).toEqual({
    comment: 'Please specify the reason',
  })
  expect((await refusalOf(act(world, placement.contractor.viewer, cancel, input))).code).toBe('not_allowed')
  expect((await refusalOf(act(world, agency.reader, cancel, input))).code).toBe('not_allowed')
  const other = await seedWeek(world)
  expect((await refusalOf(act(world, other.agency.user, cancel, input))).code).toBe('not_found')
  await act(world, agency.user, cancel, input)
  expect((await refusalOf(act(world, agency.user, cancel, input))).code).toBe('conflict')
  expect((await seedTimesheets(world, placement)).map((sheet) => sheet.id)).toEqual([first?.id])
  await seedSubmittedTimesheet(world, placement, first)
  expect(await refusalOf(act(world, agency.user, cancel, { ids: [first?.id], comment: 'x' }))).toEqual({
    code: 'precondition',
    message: `Timesheet ${first?.human_id} is submitted and cannot be cancelled`,
  })
  const { rows } = await database.owner.query(
    `select a.old_status, a.new_status, a.comment, l.new_values->>'status' as audited from transaction.timesheet_activity a
     join log.audit l on l.entity_id = a.timesheet_id and l.action_id = $2 where a.timesheet_id = $1`,
    [second?.id, cancel],
  )
  expect(rows).toEqual([
    { old_status: 'draft', new_status: 'cancelled', comment: 'Site closed', audited: 'cancelled' },
  ])
})

const verb = (name: string) => `transaction.timesheet.${name}`
const { sql } = database

test('made by hand: the agency makes and enters it, and no day is entered twice', async () => {
  const placement = await seedWeek(world)
  const { agency, group_id, contractor } = placement
  const wanted = { contract_id: placement.id, start_date: '2025-06-04', end_date: '2025-06-06' }
  const create = (change: object = {}, by = agency.user) =>
    act<{ id: string; human_id: string; type: string }>(world, by, verb('create'), { ...wanted, ...change })
  expect((await refusalOf(create({}, contractor.viewer))).code).toBe('not_allowed')
  expect((await refusalOf(create({}, (await seedWeek(world)).agency.user))).code).toBe('not_found')
  expect((await refusalOf(create({ start_date: '2025-06-01' }))).errors).toEqual({
    start_date: 'Should be after 01/06/2025',
  })
  expect((await refusalOf(create({ end_date: '2025-06-03' }))).errors).toEqual({
    end_date: 'Should be after 03/06/2025',
  })
  expect((await refusalOf(create({ start_date: '' }))).errors).toEqual({ start_date: 'Mandatory' })
  const made = await create()
  expect(made.type).toBe('manual')
  expect((await refusalOf(create())).errors).toEqual({ start_date: 'Cannot reuse this date' })
  // The weeks of the calendar are made all the same.
  const [week] = await seedTimesheets(world, placement)
  expect(week?.start_date).toBe('2025-06-02')
  const details = [{ date: '2025-06-05', group_id, units: '3' }]
  const entered = act(world, contractor.viewer, verb('submit'), { id: made.id, details })
  expect((await refusalOf(entered)).code).toBe('not_allowed')
  await act(world, agency.user, verb('submit'), { id: made.id, details })
  const twice = act(world, contractor.viewer, verb('save_draft'), {
    id: week?.id,
    details: [{ date: '2025-06-04', group_id, units: '' }, ...details],
  })
  expect((await refusalOf(twice)).errors).toEqual({ 'details.1.date': 'Cannot reuse this date' })
})

test('suspense by hand: nobody decides or raises it until it is released by a side that may', async () => {
  const placement = await seedWeek(world)
  const { agency, client } = placement
  const { id, human_id } = await seedSubmittedTimesheet(world, placement)
  const ids = [id]
  const suspend = (by = agency.user) =>
    act(world, by, verb('suspend'), { ids, comment: 'The rate is in question' })
  expect((await refusalOf(act(world, agency.user, verb('suspend'), { ids }))).errors).toEqual({
    comment: 'Please specify the reason',
  })
  await suspend()
  expect((await refusalOf(suspend())).code).toBe('conflict')
  expect((await refusalOf(act(world, client.approver, verb('approve'), { ids }))).message).toBe(
    `Timesheet ${human_id} is in suspense and cannot be approved`,
  )
  expect((await refusalOf(act(world, agency.user, verb('raise'), { ids }))).message).toBe(
    `Timesheet ${human_id} is put in suspense by hand: release it first`,
  )
  await act(world, agency.user, verb('release'), { ids })
  await suspend(agency.provider.operations)
  expect((await refusalOf(act(world, agency.user, verb('release'), { ids }))).code).toBe('not_allowed')
  await act(world, agency.provider.operations, verb('release'), { ids })
  expect(
    await sql('select status, held_by, suspense_reason from transaction.timesheet where id = $1', id),
  ).toEqual([{ status: 'submitted', held_by: null, suspense_reason: null }])
  // Approved work that waits for a fee rule is held, too, and released with its documents.
  const fees = (deleted: string) =>
    sql(`update contract.service_charge set deleted_at = ${deleted} where agency_id = $1`, agency.id)
  await fees('now()')
  await act(world, client.approver, verb('approve'), { ids })
  await fees('null')
  await suspend()
  expect(await act(world, agency.user, verb('release'), { ids })).toEqual({
    timesheets: [{ id, human_id, status: 'approved' }],
  })
})

test('no resubmission: the rejection is final, with its reason', async () => {
  const placement = await seedWeek(world)
  const { id, human_id } = await seedSubmittedTimesheet(world, placement)
  const close = (comment: string) =>
    act(world, placement.client.approver, verb('reject_finally'), { ids: [id], comment })
  expect((await refusalOf(close(' '))).errors).toEqual({ comment: 'Please specify the reason' })
  await close('Nobody was on site')
  const again = act(world, placement.contractor.viewer, verb('submit'), { id })
  expect((await refusalOf(again)).message).toBe(`Timesheet ${human_id} is cancelled and cannot be submitted`)
})

test('days: parts as typed, marks that take no time, and one unit of a combo a day', async () => {
  const first = await seedWeek(world)
  const placement = await seedPlacement(world, first, {
    unit_type: 'daily',
    rates: [
      { name: 'Standard', contractor_rate: '150.00', client_rate: '187.50' },
      { name: 'Standard', unit_type: 'hourly', contractor_rate: '20.00', client_rate: '25.00' },
    ],
  })
  const [days = '', hours = ''] = (placement as unknown as { group_ids: string[] }).group_ids
  const { viewer } = placement.contractor
  const [sheet] = await seedTimesheets(world, placement)
  const id = sheet?.id
  const save = (details: object[]) =>
    act<{ total_units: string }>(world, viewer, verb('save_draft'), { id, details })
  const note = (input: object) => act(world, viewer, verb('note_day'), { id, ...input })
  const day = (date: string, units: string, group_id = days) => ({ date, group_id, units })
  expect(
    await save([day('2025-06-02', '1/2'), day('2025-06-03', '1'), day('2025-06-04', '4', hours)]),
  ).toMatchObject({
    total_units: '5.5000',
  })
  expect((await refusalOf(save([day('2025-06-02', '1'), day('2025-06-02', '2', hours)]))).errors).toEqual({
    'details.1.units': 'Duplicate Value',
  })
  expect((await refusalOf(note({ date: '2025-06-02', availability: 'holiday' }))).errors).toEqual({
    availability: 'There is time on this day: take it off first',
  })
  expect((await refusalOf(note({ date: '2025-06-10', availability: 'holiday' }))).errors).toEqual({
    date: 'Should be before 09/06/2025',
  })
  await note({ date: '2025-06-02', description: 'Half a day: handover' })
  await note({ date: '2025-06-05', availability: 'sickness' })
  expect((await refusalOf(save([day('2025-06-05', '1')]))).errors).toEqual({
    'details.0.units': 'This day is marked sickness',
  })
  await act(world, viewer, verb('submit'), { id })
  expect(
    await sql(
      `select date::text, units, unit_fraction, unit_type, availability, description from transaction.timesheet_detail
       where timesheet_id = $1 and deleted_at is null order by date`,
      id,
    ),
  ).toEqual([
    {
      date: '2025-06-02',
      units: '0.5000',
      unit_fraction: '1/2',
      unit_type: 'daily',
      availability: null,
      description: 'Half a day: handover',
    },
    {
      date: '2025-06-03',
      units: '1.0000',
      unit_fraction: null,
      unit_type: 'daily',
      availability: null,
      description: null,
    },
    {
      date: '2025-06-04',
      units: '4.0000',
      unit_fraction: null,
      unit_type: 'hourly',
      availability: null,
      description: null,
    },
    {
      date: '2025-06-05',
      units: '0.0000',
      unit_fraction: null,
      unit_type: 'daily',
      availability: 'sickness',
      description: null,
    },
  ])
  expect(await sql('select client_amount from transaction.timesheet where id = $1', id)).toEqual([
    { client_amount: '381.25' },
  ])
})
