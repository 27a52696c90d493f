/** A placement names no change request that its reader does not read (data-api; experience.md, tension 15). */
import { expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Viewer } from '#entity/access.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, seedParties, seedPlacement } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const { agency, client, contractor } = await seedParties(world)
const endpoint = new DataEndpoint({ database, clock: world.clock })

type Made = { readonly id: string }

const ask = (contract_id: string, change: object) =>
  act<Made>(world, agency.admin, 'request.change_request.create', {
    contract_id,
    comment: 'As agreed',
    ...change,
  })

/** All that a reader learns about the newest request of a placement. */
async function toldTo(viewer: Viewer, contract_id: string) {
  const facts = `(where: { id: { _eq: "${contract_id}" } }) { change_request_id change_request { id status } }`
  const query = `{
    placement: contract_temp_placement${facts}
    contract: contract_contract${facts}
    with_one: contract_temp_placement_aggregate(
      where: { id: { _eq: "${contract_id}" }, change_request_id: { _is_null: false } }
    ) { aggregate { count } }
    pending: contract_temp_placement_aggregate(
      where: { id: { _eq: "${contract_id}" }, change_request: { status: { _eq: "pending" } } }
    ) { aggregate { count } }
    sorted: contract_temp_placement(
      where: { id: { _eq: "${contract_id}" } }, order_by: { change_request: { status: asc } }
    ) { change_request_id }
  }`
  const { data, errors } = JSON.parse(await endpoint.execute(viewer, { query }))
  expect(errors).toBeUndefined()
  return data
}

const told = (request: { id: string; status: string } | null) => {
  const fact = { change_request_id: request?.id ?? null, change_request: request }
  return {
    placement: [fact],
    contract: [fact],
    with_one: { aggregate: { count: request === null ? 0 : 1 } },
    pending: { aggregate: { count: request?.status === 'pending' ? 1 : 0 } },
    sorted: [{ change_request_id: request?.id ?? null }],
  }
}

test('a request about the contractor’s rate alone changes no answer for the client', async () => {
  const { id, group_id } = await seedPlacement(world, { agency, client, contractor })
  const { invoice_contact, manager } = client
  const made = await ask(id, {
    effective_from: '2025-07-01',
    rates: [{ group_id, contractor_rate: '21.00' }],
  })
  const pending = { id: made.id, status: 'pending' }
  for (const reader of [invoice_contact, manager]) expect(await toldTo(reader, id)).toEqual(told(null))
  for (const reader of [contractor.viewer, agency.admin, agency.provider.admin])
    expect(await toldTo(reader, id)).toEqual(told(pending))

  await act(world, contractor.viewer, 'request.change_request.approve', { ids: [made.id] })
  expect(await toldTo(invoice_contact, id)).toEqual(told(null))
  expect(await toldTo(contractor.viewer, id)).toEqual(told({ id: made.id, status: 'approved' }))
})

test('each side goes on with the newest request that it reads', async () => {
  const { id, group_id } = await seedPlacement(world, { agency, client, contractor })
  const of_client = await ask(id, {
    effective_from: '2025-07-01',
    rates: [{ group_id, client_rate: '26.00' }],
  })
  const reason = { comment: 'Not agreed' }
  await act(world, client.invoice_contact, 'request.change_request.reject', {
    ids: [of_client.id],
    ...reason,
  })
  const later = await ask(id, {
    effective_from: '2025-07-01',
    rates: [{ group_id, contractor_rate: '21.00' }],
  })
  expect(await toldTo(client.manager, id)).toEqual(told({ id: of_client.id, status: 'rejected' }))
  expect(await toldTo(contractor.viewer, id)).toEqual(told({ id: later.id, status: 'pending' }))
  expect(await toldTo(agency.admin, id)).toEqual(told({ id: later.id, status: 'pending' }))
})
