/** Rates of workers on PAYE below the minimum wage: refused in a new draft, its change and a request (decision 0098). */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedContractor, seedParties, seedPlacement } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const {
  agency,
  client,
  contractor: worker,
} = await seedParties(world, { contractor: { payment_type: 'paye' } })

const input = (contractor_rate: string, change: object = {}) => ({
  client_id: client.id,
  contractor_id: worker.id,
  title: 'Packer',
  start_date: '2025-06-02',
  funding_type: 'funded',
  contractor_payment_terms: 7,
  rates: [{ name: 'Standard', contractor_rate, client_rate: '25.00' }],
  ...change,
})
const create = (by: Viewer, contractor_rate: string, change: object = {}) =>
  act<{ id: string }>(world, by, 'contract.temp_placement.create', input(contractor_rate, change))
const errorsOf = async (made: Promise<unknown>) => (await refusalOf(made)).errors
const below = (figure: string) => ({
  'rates.0.contractor_rate': `Below the National Minimum Wage of £${figure}`,
})
const bornOn = (date: string | null) =>
  database.owner.query(
    'update business.individual set date_of_birth = $2 where id = (select individual_id from business.business where id = $1)',
    [worker.id, date],
  )

test('a draft and its change: by the age on the first day, as 21 for people who do not read it', async () => {
  expect(await errorsOf(create(agency.admin, '12.20'))).toEqual(below('12.21'))
  expect(await errorsOf(create(agency.user, '12.20'))).toEqual(below('12.21'))
  const { id } = await create(agency.admin, '12.21')
  const update = (rate: string, by = agency.admin) =>
    act(world, by, 'contract.temp_placement.update', { id, ...input(rate) })
  expect(await errorsOf(update('12.20'))).toEqual(below('12.21'))
  await bornOn('2004-06-03')
  await update('10.00')
  expect(await errorsOf(update('9.99'))).toEqual(below('10.00'))
  // The answer does not reveal the age.
  expect(await errorsOf(update('9.99', agency.user))).toEqual(below('12.21'))
  expect(await errorsOf(update('10.00', agency.user))).toEqual(below('12.21'))
  await bornOn('2004-06-02')
  expect(await errorsOf(update('12.20'))).toEqual(below('12.21'))
  await bornOn(null)
})

test('a day: 7.5 hours; another payee: no minimum', async () => {
  expect(await errorsOf(create(agency.admin, '24.00', { unit_type: 'daily' }))).toEqual(below('12.21'))
  const limited = await seedContractor(world, agency)
  await create(agency.admin, '5.00', { contractor_id: limited.id })
})

test('a new rate by request: without the holiday pay that is rolled up in it', async () => {
  const placed = await seedPlacement(
    world,
    { agency, client, contractor: worker },
    { holiday_pay_type: 'rolled_up_holiday', holiday_pay_percent: '12.07' },
  )
  const ask = (by: Viewer, contractor_rate: string) =>
    act(world, by, 'request.change_request.create', {
      contract_id: placed.id,
      comment: 'As agreed',
      effective_from: '2025-07-01',
      rates: [{ group_id: placed.group_id, contractor_rate }],
    })
  // 12.21 with 12.07% is 13.6837.
  expect(await errorsOf(ask(agency.admin, '13.68'))).toEqual(below('12.21'))
  expect(await errorsOf(ask(agency.user, '13.68'))).toEqual(below('12.21'))
  await ask(agency.admin, '13.6837')
})
