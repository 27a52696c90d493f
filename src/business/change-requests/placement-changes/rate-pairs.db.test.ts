/** Rates that are added to a placement in force by request, and rates that end (decision 0212). */
import { expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Viewer } from '#entity/access.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedContractor, seedParties, seedPlacement, seedTimesheets } from '#test/fixtures/world.ts'
import type { Compared } from '../request/change-request.rules.ts'

const { database, world } = await freshWorld()
const endpoint = new DataEndpoint({ database, clock: world.clock })
const { agency, client, contractor } = await seedParties(world)
const placed = (change = {}) => seedPlacement(world, { agency, client, contractor }, change)

type Made = { id: string; human_id: string; waits_for: string }
const ask = (contract_id: string, change: Record<string, unknown>, by: Viewer = agency.admin) =>
  act<Made>(world, by, 'request.change_request.create', { contract_id, comment: 'As agreed', ...change })
const errorsOf = async (made: Promise<unknown>) => (await refusalOf(made)).errors
const compare = (by: Viewer, id: string) => act<Compared>(world, by, 'request.change_request.compare', { id })
const approve = (by: Viewer, id: string) =>
  act<{ requests: { status: string; waits_for: string | null }[] }>(
    world,
    by,
    'request.change_request.approve',
    {
      ids: [id],
    },
  )
const bothApprove = async (id: string) => {
  await approve(client.invoice_contact, id)
  return (await approve(contractor.viewer, id)).requests
}
const sql = async <R>(text: string, ...params: unknown[]): Promise<R[]> =>
  (await database.owner.query(text, params)).rows as R[] // The test names the row of its own SQL.
const rates = (contract_id: string, name: string) =>
  sql<{ group_id: string; side: string; value: string; from: string; to: string | null }>(
    `select group_id, sub_type as side, value_text as unit, value_numeric::text as value, value_boolean as rolled,
       value_jsonb_object as details, effective_from::text as from, effective_to::text as to
     from contract.rate where contract_id = $1 and name = $2 and deleted_at is null order by sub_type desc, effective_from`,
    contract_id,
    name,
  )

const overtime = { name: 'Overtime', unit_type: 'hourly', contractor_rate: '30', client_rate: '37.50' }
const adding = (change = {}) => ({ effective_from: '2025-06-09', added_rates: [{ ...overtime, ...change }] })

test('added rate: each side reads and approves its own, and a timesheet is paid and charged by it', async () => {
  const placement = await placed()
  const { id: contract_id } = placement
  const { id, waits_for } = await ask(
    contract_id,
    adding({ standard_units: '4', effective_to: '2025-06-30' }),
  )
  expect(waits_for).toBe('client')
  const shared = [
    { label: 'Unit of Overtime', old: null, new: 'Hourly' },
    { label: 'Standard day of Overtime', new: '4 hours' },
    { label: 'Last day of Overtime', kind: 'day', old: null, new: '2025-06-30' },
  ]
  const own = (side: string, value: string) => ({ label: `Overtime ${side} rate`, old: null, new: value })
  const read = async (by: Viewer) => (await compare(by, id)).rows
  expect(await read(client.invoice_contact)).toMatchObject([own('client', '37.50'), ...shared])
  expect(await read(contractor.viewer)).toMatchObject([own('contractor', '30.00'), ...shared])
  expect(await read(client.manager)).toEqual([])
  for (const [by, foreign] of [
    [client.invoice_contact, '30.00'],
    [contractor.viewer, '37.50'],
  ] as const)
    expect(JSON.stringify(await compare(by, id))).not.toContain(foreign)
  expect(await compare(agency.admin, id)).toMatchObject({
    margins: [{ name: 'Overtime', before: '', after: '7.50' }],
    timesheets: null,
  })
  expect((await refusalOf(approve(client.manager, id))).code).toBe('not_allowed')
  expect(await rates(contract_id, 'Overtime')).toEqual([])
  expect(await bothApprove(id)).toMatchObject([{ status: 'approved' }])
  const fact = {
    unit: 'hourly',
    rolled: null,
    details: { standard_units: '4.0000' },
    from: '2025-06-09',
    to: '2025-06-30',
  }
  const pair = await rates(contract_id, 'Overtime')
  expect(pair).toMatchObject([
    { side: 'contractor_rate', value: '30.0000', ...fact },
    { side: 'client_rate', value: '37.5000', ...fact },
  ])
  expect(await rates(contract_id, 'Standard')).toMatchObject([{ to: null }, { to: null }])
  const mails = await sql<{ text: string }>(
    `select payload::text as text from platform.outbox where payload->>'change_request_id' = $1`,
    id,
  )
  expect(mails.length).toBeGreaterThan(0)
  expect(mails.filter(({ text }) => /37\.5|30\.00/.test(text))).toEqual([])

  const group_id = pair[0]?.group_id ?? ''
  const query = `{ contract_rate(where: { group_id: { _eq: "${group_id}" } }) { sub_type } }`
  const readBy = async (by: Viewer) => JSON.parse(await endpoint.execute(by, { query }))
  expect(await readBy(client.invoice_contact)).toEqual({
    data: { contract_rate: [{ sub_type: 'client_rate' }] },
  })
  expect(await readBy(contractor.viewer)).toEqual({
    data: { contract_rate: [{ sub_type: 'contractor_rate' }] },
  })
  // A hiring manager reads no rates.
  expect(await readBy(client.manager)).not.toHaveProperty('data')
  const [first, second] = await seedTimesheets(world, placement)
  const submit = (sheet: { id: string; start_date: string } | undefined) =>
    act(world, contractor.viewer, 'transaction.timesheet.submit', {
      id: sheet?.id,
      details: [
        { date: sheet?.start_date, group_id: placement.group_id, units: '7.5' },
        { date: sheet?.start_date, group_id, units: 's' },
      ],
    })
  expect((await refusalOf(submit(first))).errors).toHaveProperty(['details.1.date'])
  await submit(second)
  await act(world, client.approver, 'transaction.timesheet.approve', { ids: [second?.id] })
  const [sheet] = await sql(
    `select contractor_amount::text as pay, client_amount::text as charge
     from transaction.timesheet where id = $1`,
    second?.id,
  )
  // 7.5 × 20 + 4 × 30; 7.5 × 25 + 4 × 37.50.
  expect(sheet).toMatchObject({
    pay: expect.stringMatching(/^270/),
    charge: expect.stringMatching(/^337\.5/),
  })

  // The pair has work on 9 June, so that it cannot end before.
  const end = (effective_to: string) => ask(contract_id, { rates: [{ group_id, effective_to }] })
  expect(await errorsOf(end('2025-06-08'))).toEqual({ 'rates.0.effective_to': 'Should be after 08/06/2025' })
  expect(await errorsOf(end('2025-07-01'))).toEqual({ 'rates.0.effective_to': 'Should be before 01/07/2025' })
  const ended = await end('2025-06-15')
  expect((await compare(contractor.viewer, ended.id)).rows).toEqual([
    { label: 'Last day of Overtime', kind: 'day', old: '2025-06-30', new: '2025-06-15' },
  ])
  expect(await bothApprove(ended.id)).toMatchObject([{ status: 'approved' }])
  expect(await rates(contract_id, 'Overtime')).toMatchObject([{ to: '2025-06-15' }, { to: '2025-06-15' }])
  // Its name is free again afterwards.
  await ask(contract_id, { ...adding(), effective_from: '2025-06-16' })
})

test('added rate: the rules of a new placement', async () => {
  const { id: contract_id } = await placed({ title: 'Rules' })
  const at = (field: string, says: string) => ({ [`added_rates.0.${field}`]: says })
  const faulty = (change: object) => errorsOf(ask(contract_id, adding(change)))
  expect(await faulty({ contractor_rate: '37.51' })).toEqual(
    at('contractor_rate', 'Contractor rate should be less than Client rate'),
  )
  expect(await faulty({ client_rate: '' })).toEqual(at('client_rate', 'Mandatory'))
  expect(await faulty({ name: 'Standard' })).toEqual(at('name', 'Rate Name Already Exists'))
  expect(await faulty({ name: 'standard', unit_type: 'daily' })).toEqual(
    at('name', 'Rate name already exists'),
  )
  expect(await faulty({ standard_units: '25' })).toEqual(at('standard_units', 'Max number is reached'))
  expect(await faulty({ effective_to: '2025-06-08' })).toEqual(
    at('effective_to', 'Should be after 08/06/2025'),
  )
  expect(await faulty({ contractor_rate: '9999', client_rate: '9999' })).toMatchObject(
    at('contractor_rate', expect.any(String)),
  )
  expect(await faulty({ holiday_pay_type: 'rolled_up_holiday', holiday_pay_percent: '12' })).toHaveProperty([
    'added_rates.0.holiday_pay_percent',
  ])
  expect(await faulty({ holiday_pay_type: 'rolled_up_holiday', holiday_pay_percent: '12.07' })).toEqual(
    at('holiday_pay_type', 'Only workers on PAYE have holiday pay'),
  )
  expect(await errorsOf(ask(contract_id, { ...adding(), effective_from: undefined }))).toEqual({
    effective_from: 'Mandatory',
  })
  const twice = { ...adding(), added_rates: [overtime, overtime] }
  expect(await errorsOf(ask(contract_id, twice))).toEqual({
    'added_rates.1.name': 'Rate Name Already Exists',
  })
  // A combo: one name, in hours and in days.
  const combo = { name: 'Standard', unit_type: 'daily', contractor_rate: '150', client_rate: '187.50' }
  expect((await ask(contract_id, adding(combo))).waits_for).toBe('client')
})

test('added rate of a worker on PAYE: minimum wage, and holiday pay on top of the typed rate', async () => {
  const worker = await seedContractor(world, agency, { payment_type: 'paye' })
  const { id: contract_id } = await seedPlacement(world, { agency, client, contractor: worker })
  expect(await errorsOf(ask(contract_id, adding({ contractor_rate: '12.20' })))).toEqual({
    'added_rates.0.contractor_rate': 'Below the National Minimum Wage of £12.21',
  })
  const holiday = { holiday_pay_type: 'rolled_up_holiday', holiday_pay_percent: '12.07' }
  // 30 with 12.07% is 33.6210.
  expect(await errorsOf(ask(contract_id, adding({ ...holiday, client_rate: '33.62' })))).toEqual({
    'added_rates.0.contractor_rate': 'Contractor rate should be less than Client rate',
  })
  const { id } = await ask(contract_id, adding(holiday))
  expect(await compare(worker.viewer, id)).toMatchObject({
    effects: ['Overtime: holiday pay 3.6210, total rate 33.6210.'],
  })
  expect((await compare(client.invoice_contact, id)).effects).toEqual([])
  await approve(client.invoice_contact, id)
  await approve(worker.viewer, id)
  expect(await rates(contract_id, 'Overtime')).toMatchObject([
    { value: '33.6210', rolled: true, details: { holiday_pay_percent: '12.0700' } },
    { value: '37.5000', rolled: null, details: {} },
  ])
})

test('ended rate: no day of the placement is left without any rate', async () => {
  const { id: contract_id, group_id } = await placed({ title: 'Ends' })
  const end = { rates: [{ group_id, effective_to: '2025-06-30' }] }
  expect(await errorsOf(ask(contract_id, end))).toEqual({
    'rates.0.effective_to': 'No rate covers 01/07/2025 and after',
  })
  const later = { ...end, effective_from: '2025-07-01', added_rates: [{ ...overtime, name: 'Night' }] }
  const { id } = await ask(contract_id, later)
  expect(await bothApprove(id)).toMatchObject([{ status: 'approved' }])
  expect(await rates(contract_id, 'Standard')).toMatchObject([{ to: '2025-06-30' }, { to: '2025-06-30' }])
  expect(await rates(contract_id, 'Night')).toMatchObject([{ from: '2025-07-01' }, { from: '2025-07-01' }])
})

test('ended rate: it stays ended when the placement is shortened and goes on again', async () => {
  const { id: contract_id, group_ids } = await placed({
    title: 'Longer',
    end_date: '2025-12-31',
    rates: [{ name: 'Standard', contractor_rate: '20', client_rate: '25' }, overtime],
  })
  const ended = await ask(contract_id, { rates: [{ group_id: group_ids[1], effective_to: '2025-11-20' }] })
  await bothApprove(ended.id)
  for (const end_date of ['2025-11-10', '2026-01-31'])
    await bothApprove((await ask(contract_id, { end_date })).id)
  expect(await rates(contract_id, 'Overtime')).toMatchObject([{ to: '2025-11-20' }, { to: '2025-11-20' }])
  expect(await rates(contract_id, 'Standard')).toMatchObject([{ to: '2026-01-31' }, { to: '2026-01-31' }])
})

test('ended rate: work that is entered meanwhile keeps the rate', async () => {
  const placement = await placed({
    title: 'Meanwhile',
    rates: [{ name: 'Standard', contractor_rate: '20', client_rate: '25' }, overtime],
  })
  const group_id = placement.group_ids[1]
  const { id } = await ask(placement.id, { rates: [{ group_id, effective_to: '2025-06-03' }] })
  const [first] = await seedTimesheets(world, placement)
  await act(world, contractor.viewer, 'transaction.timesheet.save_draft', {
    id: first?.id,
    details: [{ date: '2025-06-05', group_id, units: '2' }],
  })
  await approve(client.invoice_contact, id)
  expect(await refusalOf(approve(contractor.viewer, id))).toMatchObject({
    code: 'precondition',
    message: 'Work has been entered after the last day of its rate',
  })
})

test('changed rate under an open timesheet: it is priced day by day on submission', async () => {
  const placement = await placed({ title: 'Open' })
  const { id: contract_id, group_id } = placement
  const [first] = await seedTimesheets(world, placement)
  const details = ['2025-06-03', '2025-06-05'].map((date) => ({ date, group_id, units: '7.5' }))
  await act(world, contractor.viewer, 'transaction.timesheet.save_draft', { id: first?.id, details })
  const { id } = await ask(contract_id, {
    effective_from: '2025-06-05',
    rates: [{ group_id, contractor_rate: '22', client_rate: '28' }],
  })
  await bothApprove(id)
  await act(world, contractor.viewer, 'transaction.timesheet.submit', { id: first?.id, details })
  const priced = await sql(
    `select d.date::text as date, p.value_numeric::float as pay, c.value_numeric::float as charge
     from transaction.timesheet_detail d
     join contract.rate p on p.id = d.contractor_rate_id join contract.rate c on c.id = d.client_rate_id
     where d.timesheet_id = $1 and d.deleted_at is null and d.units > 0 order by d.date`,
    first?.id,
  )
  expect(priced).toEqual([
    { date: '2025-06-03', pay: 20, charge: 25 },
    { date: '2025-06-05', pay: 22, charge: 28 },
  ])
})
