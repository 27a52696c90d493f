/** Fee rules of the provider: a fixed fee and its currency, and the placement of a rule. */
import { expect, test } from 'vitest'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedParties } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const { provider, agency, client, contractor } = await seedParties(world)
const create = 'contract.temp_placement.create'
const base = placementInput({ client, contractor })

test('a fee rule that becomes a fixed fee names its currency, and a share has none', async () => {
  const { id } = await act<{ id: string }>(world, provider.admin, 'contract.service_charge.create', {
    agency_id: agency.id,
    service_type: 'perm_placement',
    type: 'percent',
    value: '2.5',
    effective_from: '2025-01-01',
  })
  const supersede = (of: string, input: object) =>
    act<{ id: string }>(world, provider.admin, 'contract.service_charge.supersede', { id: of, ...input })
  const fixed = { type: 'fixed', value: '7.00', effective_from: '2025-07-01' }
  expect((await refusalOf(supersede(id, fixed))).errors).toEqual({ currency: 'Mandatory' })
  const euro = await supersede(id, { ...fixed, currency: 'EUR' })
  const share = { type: 'percent', value: '2', effective_from: '2025-08-01' }
  expect((await refusalOf(supersede(euro.id, { ...share, currency: 'EUR' }))).errors).toEqual({
    currency: 'A share of the charge has no currency',
  })
  // A fixed fee stays in its currency.
  const dearer = await supersede(euro.id, { value: '8.00', effective_from: '2025-07-15' })
  const last = await supersede(dearer.id, share)
  const { rows } = await database.owner.query<{ type: string; currency: string | null }>(
    `select s.type, c.alpha_code as currency from contract.service_charge s
     left join platform.currency c on c.id = s.currency_id where s.id = any ($1) order by s.effective_from`,
    [[euro.id, dearer.id, last.id]],
  )
  expect(rows).toEqual([
    { type: 'fixed', currency: 'EUR' },
    { type: 'fixed', currency: 'EUR' },
    { type: 'percent', currency: null },
  ])
})

test('a fee rule of one placement: is for the kind of work of that placement', async () => {
  const temp = await act<{ id: string }>(world, agency.admin, create, base)
  const rule = { agency_id: agency.id, type: 'percent', value: '2', effective_from: '2025-01-01' }
  const make = (service_type: string) =>
    act(world, provider.admin, 'contract.service_charge.create', {
      ...rule,
      service_type,
      contract_id: temp.id,
    })
  expect((await refusalOf(make('perm_placement'))).errors).toEqual({
    contract_id: 'Please enter a valid Input',
  })
  await make('temp_placement')
})
