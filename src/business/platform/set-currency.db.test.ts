/** Currencies of new work: switched off where nothing is in them. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { messageOf, refusalOf } from '#test/fixtures/refusal.ts'
import { act, companyInput, seedParties } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const { provider, agency, client, contractor } = await seedParties(world)

const set = (by: Viewer, alpha_code: string, is_active: boolean) =>
  act(world, by, 'platform.currency.set', { alpha_code, is_active })
const newClient = (currency: string) =>
  act(world, provider.admin, 'business.client.create', {
    agency_id: agency.id,
    company: companyInput('Client'),
    temp_payment_terms: 30,
    currency,
  })

test('a currency that is off: takes no new business, until it is on again', async () => {
  await set(provider.admin, 'PLN', false)
  expect((await refusalOf(newClient('PLN'))).errors).toEqual({ currency: 'Polish Zloty is switched off' })
  await set(provider.admin, 'PLN', false)
  await set(provider.admin, 'PLN', true)
  await newClient('PLN')
  const { rows } = await database.owner.query(
    `select new_values from log.audit where action_id = 'platform.currency.set' order by id`,
  )
  expect(rows).toEqual([{ new_values: { is_active: false } }, { new_values: { is_active: true } }])
})

test('a currency in use, and sterling: stay on', async () => {
  expect(await messageOf(set(provider.admin, 'PLN', false))).toBe('Polish Zloty is in use: 1 business')
  expect(await messageOf(set(provider.admin, 'GBP', false))).toBe(
    'Pound Sterling stays on: payroll and tax are in it',
  )
  const { id } = await act<{ id: string }>(
    world,
    agency.admin,
    'contract.temp_placement.create',
    placementInput({ client, contractor }, { currency: 'SEK' }),
  )
  // A draft holds nothing.
  await set(provider.admin, 'SEK', false)
  await set(provider.admin, 'SEK', true)
  await act(world, agency.admin, 'contract.temp_placement.submit', { id })
  expect(await messageOf(set(provider.admin, 'SEK', false))).toBe('Swedish Krona is in use: 1 placement')
})

test('currencies: are switched by administrators of the provider alone', async () => {
  for (const by of [provider.operations, provider.approver, agency.admin])
    expect((await refusalOf(set(by, 'USD', false))).code).toBe('not_allowed')
})
