/** The deciding party of IR35 and the role for equal treatment of a placement in force, changed by request. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedApprovedTimesheet, seedParties, seedPlacement } from '#test/fixtures/world.ts'
import type { Compared } from '../request/change-request.rules.ts'

const { database, world } = await freshWorld()
const parties = await seedParties(world, {
  agency: { funding_model: 'indirect' },
  contractor: { payment_type: 'umbrella' },
})
const { provider, agency, client, contractor: worker } = parties
const funder = present(agency.funder, 'the funder of the agency')

type Made = { id: string; human_id: string; waits_for: string }
const ask = (contract_id: string, change: Record<string, unknown>, by: Viewer = agency.admin) =>
  act<Made>(world, by, 'request.change_request.create', { contract_id, comment: 'As agreed', ...change })
const compare = (by: Viewer, id: string) => act<Compared>(world, by, 'request.change_request.compare', { id })
const approve = (by: Viewer, id: string) =>
  act<{ requests: { status: string }[] }>(world, by, 'request.change_request.approve', { ids: [id] })
const contractOf = async (id: string) =>
  (
    await database.owner.query(
      'select ir35_determined_by, awr_role, awr_qualifying_date::text as awr_from from contract.contract where id = $1',
      [id],
    )
  ).rows[0]

test('deciding party of IR35: client and contractor agree, and the funder reads nothing of it', async () => {
  const { id: contract_id } = await seedPlacement(world, parties, { title: 'Analyst' })
  expect((await refusalOf(ask(contract_id, { ir35_determined_by: null }))).message).toBe(
    'Nothing differs from what stands',
  )
  const only = await ask(contract_id, { ir35_determined_by: 'client' })
  expect((await refusalOf(compare(funder.admin, only.id))).code).toBe('not_found')
  await act(world, agency.admin, 'request.change_request.cancel', { ids: [only.id], comment: 'With a title' })
  const { id, waits_for } = await ask(contract_id, { ir35_determined_by: 'client', title: 'Lead analyst' })
  expect(waits_for).toBe('client')
  for (const reader of [client.manager, worker.viewer, agency.admin, provider.admin])
    expect(await compare(reader, id)).toMatchObject({
      rows: [{ label: 'Title' }, { label: 'IR35 Determined By', old: null, new: 'The client' }],
      effects: ['The client gives a statement of its decision on the IR35 status.'],
    })
  const read = await compare(funder.admin, id)
  expect([...read.rows, ...read.unchanged].map(({ label }) => label)).not.toContain('IR35 Determined By')
  expect([read.rows.map(({ label }) => label), read.effects]).toEqual([['Title'], []])
  await approve(client.manager, id)
  expect((await approve(worker.viewer, id)).requests).toMatchObject([{ status: 'approved' }])
  expect(await contractOf(contract_id)).toMatchObject({ ir35_determined_by: 'client' })
  await act(world, client.manager, 'business.client.set_size', {
    client_id: client.id,
    tax_year: 2025,
    size: 'medium_large',
    stated_by: 'Its finance director',
    stated_on: world.clock.today(),
  })
  expect((await refusalOf(ask(contract_id, { ir35_determined_by: 'contractor' }))).errors).toEqual({
    ir35_determined_by: 'The client is not small in 2025-26, so it determines the status',
  })
})

test('role for equal treatment: agency and provider alone, and the days of the worker’s placements follow', async () => {
  const first = await seedPlacement(world, parties, { title: 'Fitter' })
  await seedApprovedTimesheet(world, first)
  const second = await seedPlacement(world, parties, { title: 'Cook', start_date: '2025-06-16' })
  expect((await contractOf(second.id))?.awr_from).toBe('2025-09-08')
  const { id, waits_for } = await ask(second.id, { awr_role: ' fitter ' })
  expect(waits_for).toBe('provider')
  for (const reader of [client.manager, client.invoice_contact, worker.viewer, funder.admin])
    expect((await refusalOf(compare(reader, id))).code).toBe('not_found')
  expect((await compare(agency.user, id)).rows).toMatchObject([
    { label: 'Role for Equal Treatment', old: null, new: 'fitter' },
  ])
  expect((await refusalOf(approve(agency.admin, id))).message).toContain('waits for the provider')
  await approve(provider.admin, id)
  expect(await contractOf(second.id)).toMatchObject({ awr_role: 'fitter', awr_from: '2025-08-25' })
  // A title is the role where none is said: the other placement counts for itself again.
  const renamed = await ask(first.id, { title: 'Welder' })
  await approve(client.manager, renamed.id)
  await approve(worker.viewer, renamed.id)
  expect((await contractOf(second.id))?.awr_from).toBe('2025-09-08')
  // Asked by the provider, the agency answers first, then another person of the provider.
  const cleared = await ask(second.id, { awr_role: '' }, provider.operations)
  expect(cleared.waits_for).toBe('agency')
  await approve(agency.admin, cleared.id)
  await approve(provider.admin, cleared.id)
  expect(await contractOf(second.id)).toMatchObject({ awr_role: null })
})
