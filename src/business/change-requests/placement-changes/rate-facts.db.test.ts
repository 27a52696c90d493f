/** Holiday pay and standard days of rates in force, changed by request (decision 0102). */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedContractor, seedParties, seedPlacement, seedTimesheets } from '#test/fixtures/world.ts'
import type { Compared } from '../request/change-request.rules.ts'

const { database, world } = await freshWorld()
const { agency, client, contractor } = await seedParties(world)
const { id: paye_scheme_id } = await act<{ id: string }>(world, agency.admin, 'business.paye_scheme.create', {
  employer_reference: '123/HOL1',
  accounts_office_reference: '123pa00012345',
  payment_frequency: 'monthly',
  levy_charge: 'none',
})

type Made = { id: string; human_id: string; waits_for: string }
const ask = (contract_id: string, change: Record<string, unknown>) =>
  act<Made>(world, agency.admin, 'request.change_request.create', {
    contract_id,
    comment: 'As agreed',
    effective_from: '2025-06-09',
    ...change,
  })
const errorsOf = async (made: Promise<unknown>) => (await refusalOf(made)).errors
const compare = (by: Viewer, id: string) => act<Compared>(world, by, 'request.change_request.compare', { id })
const approve = (by: Viewer, id: string) =>
  act<{ requests: { status: string }[] }>(world, by, 'request.change_request.approve', { ids: [id] })
const rates = async (contract_id: string, sub_type: string) =>
  (
    await database.owner.query(
      `select value_numeric as value, value_boolean as rolled, value_jsonb_object as details, effective_from::text as from,
         effective_to::text as to
       from contract.rate where contract_id = $1 and sub_type = $2 and deleted_at is null order by effective_from`,
      [contract_id, sub_type],
    )
  ).rows

const employed = async (rolled_up_percent?: string) => {
  const worker = await seedContractor(world, agency, { payment_type: 'paye' })
  const placement = await seedPlacement(
    world,
    { agency, client, contractor: worker },
    { holiday_pay_type: 'rolled_up_holiday', holiday_pay_percent: '12.07' },
  )
  const pay = { pay_frequency: 'week', is_irregular_hours: true }
  const start = (percent: string) =>
    act<{ id: string }>(world, agency.admin, 'business.employment.start', {
      ...pay,
      contractor_id: worker.id,
      paye_scheme_id,
      payroll_id: worker.id.slice(-8),
      start_date: '2025-06-02',
      starter_declaration: 'A',
      rolled_up_percent: percent,
    })
  const employment = rolled_up_percent === undefined ? null : await start(rolled_up_percent)
  const change = (percent: string) =>
    act(world, agency.admin, 'business.employment.change', {
      ...pay,
      id: employment?.id,
      rolled_up_percent: percent,
    })
  return { ...placement, worker, start, change }
}

test('holiday pay: another percent keeps the rate without it, and the worker alone agrees', async () => {
  const { id: contract_id, group_id, worker } = await employed()
  const of = (rate: object) => ({ rates: [{ group_id, ...rate }] })
  expect(await errorsOf(ask(contract_id, of({ holiday_pay_percent: '12.06' })))).toEqual({
    'rates.0.holiday_pay_percent':
      'Value must be 12.07% or higher to meet legal statutory holiday entitlement.',
  })
  expect(
    await errorsOf(ask(contract_id, { ...of({ holiday_pay_percent: '13' }), effective_from: undefined })),
  ).toEqual({ effective_from: 'Mandatory' })
  // 20.00 with 25.01% is 25.0020, above the client's 25.00.
  expect(await errorsOf(ask(contract_id, of({ holiday_pay_percent: '25.01' })))).toEqual({
    'rates.0.holiday_pay_percent': 'Contractor rate should be less than Client rate',
  })
  expect((await refusalOf(ask(contract_id, of({ holiday_pay_percent: '12.070' })))).message).toBe(
    'Nothing differs from what stands',
  )
  const { id, waits_for } = await ask(contract_id, of({ holiday_pay_percent: '13' }))
  expect(waits_for).toBe('contractor')
  expect(await refusalOf(compare(client.invoice_contact, id))).toMatchObject({ code: 'not_found' })
  expect(await compare(worker.viewer, id)).toMatchObject({
    rows: [
      { label: 'Standard contractor rate', old: '22.414', new: '22.60', closes: '2025-06-08' },
      {
        label: 'Holiday pay of Standard',
        old: '12.07%, rolled up in the rate',
        new: '13.00%, rolled up in the rate',
      },
    ],
    effects: ['Standard: holiday pay 2.6000, total rate 22.6000.'],
    margins: null,
  })
  expect((await compare(agency.admin, id)).margins).toEqual([
    { name: 'Standard', before: '2.586', after: '2.40' },
  ])
  expect((await approve(worker.viewer, id)).requests).toMatchObject([{ status: 'approved' }])
  const held = { rolled: true, from: '2025-06-02', to: '2025-06-08' }
  expect(await rates(contract_id, 'contractor_rate')).toEqual([
    { ...held, value: '22.4140', details: { holiday_pay_percent: '12.0700' } },
    {
      value: '22.6000',
      rolled: true,
      details: { holiday_pay_percent: '13.0000' },
      from: '2025-06-09',
      to: null,
    },
  ])
  expect(await rates(contract_id, 'client_rate')).toHaveLength(1)
  // Retained: the rate alone is paid. A rate that is typed beside it is meant as typed.
  const retained = await ask(
    contract_id,
    of({ holiday_pay_type: 'retained_holiday', contractor_rate: '20.50' }),
  )
  await approve(worker.viewer, retained.id)
  expect((await rates(contract_id, 'contractor_rate')).at(-1)).toMatchObject({
    value: '20.5000',
    rolled: false,
    details: { holiday_pay_percent: '13.0000' },
  })
})

test('holiday pay: agrees with the employment at the request and at its approval', async () => {
  const { id: contract_id, group_id, worker, start } = await employed()
  const of = (rate: object) => ({ rates: [{ group_id, ...rate }] })
  const early = await ask(contract_id, of({ holiday_pay_percent: '13' }))
  await start('12.07')
  const fault = 'The employment of this worker rolls up holiday pay of 12.07%'
  expect(await refusalOf(approve(worker.viewer, early.id))).toMatchObject({
    code: 'precondition',
    message: fault,
  })
  await act(world, agency.admin, 'request.change_request.cancel', { ids: [early.id], comment: 'Not now' })
  expect(await errorsOf(ask(contract_id, of({ holiday_pay_percent: '13' })))).toEqual({
    'rates.0.holiday_pay_type': fault,
  })
  const other = await seedPlacement(world, { agency, client, contractor })
  expect(
    await errorsOf(
      ask(other.id, {
        rates: [
          { group_id: other.group_id, holiday_pay_type: 'rolled_up_holiday', holiday_pay_percent: '12.07' },
        ],
      }),
    ),
  ).toEqual({ 'rates.0.holiday_pay_type': 'Only workers on PAYE have holiday pay' })
})

test('holiday pay: removed, it leaves the percent to the employment, and is agreed again from the same day', async () => {
  const { id: contract_id, group_id, worker, change } = await employed('12.07')
  expect(await errorsOf(change('13'))).toHaveProperty('rolled_up_percent')
  const removed = await ask(contract_id, { rates: [{ group_id, holiday_pay_type: null }] })
  expect((await compare(worker.viewer, removed.id)).rows).toMatchObject([
    { old: '22.414', new: '20.00' },
    { label: 'Holiday pay of Standard', new: 'As the employment says' },
  ])
  await approve(worker.viewer, removed.id)
  // Paid through a company, the worker has no holiday pay in the rates.
  const paidBy = (effective_from: string) =>
    act<{ effects: string[] }>(world, agency.admin, 'business.contractor.preview_payment', {
      contractor_id: worker.id,
      payment_type: 'limited',
      payment_company_id: contractor.payment_company_id,
      effective_from,
    })
  expect(await errorsOf(paidBy('2025-06-08'))).toMatchObject({
    payment_type: expect.stringContaining('holiday pay in its rates'),
  })
  expect((await paidBy('2025-06-09')).effects).not.toEqual([])
  await change('13')
  const again = await ask(contract_id, {
    rates: [{ group_id, holiday_pay_type: 'rolled_up_holiday', holiday_pay_percent: '13' }],
  })
  await approve(worker.viewer, again.id)
  expect(await rates(contract_id, 'contractor_rate')).toMatchObject([
    { value: '22.4140', to: '2025-06-08' },
    { value: '22.6000', from: '2025-06-09', to: null },
  ])
  // The rate in force counts.
  expect(await errorsOf(change('12.07'))).toHaveProperty('rolled_up_percent')
})

test('minimum wage: a rate that is typed beside a new allowance counts without it', async () => {
  const { id: contract_id, group_id } = await employed()
  const typed = (contractor_rate: string) =>
    ask(contract_id, { rates: [{ group_id, contractor_rate, holiday_pay_percent: '20' }] })
  // 12.21 with 20% is 14.652.
  expect(await errorsOf(typed('14.65'))).toEqual({
    'rates.0.contractor_rate': 'Below the National Minimum Wage of £12.21',
  })
  await typed('14.652')
})

test('standard day of a rate: both sides agree, weeks before keep theirs, and no price changes', async () => {
  const placement = await seedPlacement(world, { agency, client, contractor }, { title: 'Days' })
  const { id: contract_id, group_id } = placement
  const day = (standard_units: string | null) => ask(contract_id, { rates: [{ group_id, standard_units }] })
  expect(await errorsOf(day('25'))).toEqual({ 'rates.0.standard_units': 'Max number is reached' })
  expect((await refusalOf(day(null))).message).toBe('Nothing differs from what stands')
  const { id, waits_for } = await day('8')
  expect(waits_for).toBe('client')
  for (const reader of [client.invoice_contact, contractor.viewer, agency.admin])
    expect(await compare(reader, id)).toMatchObject({
      rows: [{ label: 'Standard day of Standard', old: 'As the placement', new: '8 hours' }],
      timesheets: null,
    })
  expect((await compare(client.manager, id)).rows).toEqual([])
  expect((await refusalOf(approve(client.manager, id))).code).toBe('not_allowed')
  for (const by of [client.invoice_contact, contractor.viewer]) await approve(by, id)
  for (const side of ['client_rate', 'contractor_rate']) {
    const [before, after] = await rates(contract_id, side)
    expect(before).toMatchObject({ details: {}, to: '2025-06-08' })
    expect(after).toMatchObject({ value: before.value, details: { standard_units: '8.0000' } })
  }
  const sheets = await seedTimesheets(world, placement)
  const hours = async (at: number) => {
    const sheet = sheets[at]
    await act(world, contractor.viewer, 'transaction.timesheet.submit', {
      id: sheet?.id,
      details: [{ date: sheet?.start_date, group_id, units: 's' }],
    })
    return (
      await database.owner.query('select total_units::float from transaction.timesheet where id = $1', [
        sheet?.id,
      ])
    ).rows
  }
  expect(await hours(0)).toEqual([{ total_units: 7.5 }])
  expect(await hours(1)).toEqual([{ total_units: 8 }])
  const back = await ask(contract_id, {
    effective_from: '2025-06-16',
    rates: [{ group_id, standard_units: null }],
  })
  for (const by of [client.invoice_contact, contractor.viewer]) await approve(by, back.id)
  expect((await rates(contract_id, 'client_rate')).at(-1)).toMatchObject({ details: {}, from: '2025-06-16' })
})

test('a rate by the day has no standard day', async () => {
  const { id, group_id } = await seedPlacement(
    world,
    { agency, client, contractor },
    { unit_type: 'daily', rates: [{ name: 'Standard', contractor_rate: '150', client_rate: '180' }] },
  )
  expect(await errorsOf(ask(id, { rates: [{ group_id, standard_units: '8' }] }))).toEqual({
    'rates.0.standard_units': 'Please enter a valid Input',
  })
})
