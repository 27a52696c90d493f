import { expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import { present } from '#kernel/assert.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, seedAgency, seedProvider } from '#test/fixtures/world.ts'
import { csv, importing } from '#test/imports/run.ts'

const { database, world } = await freshWorld()
const imports = importing(world)
const { admin } = await seedAgency(world, await seedProvider(world))
const endpoint = new DataEndpoint({ database, clock: world.clock })

const file = (of: string) =>
  csv(['Name', 'Address Line 1', 'Temp Payment Terms'], [`${of} Ltd`, '1 High Street', '30'])

/** What the list says of one, and which of its filters finds it. */
async function listed(id: string): Promise<{ says: string; found_as: string[] }> {
  const states = ['checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'stopped']
  const found = states.map(
    (state) =>
      `${state}: platform_import(where: { id: { _eq: "${id}" }, work_status: { _eq: "${state}" } }) { id }`,
  )
  const query = `{ row: platform_import_by_pk(id: "${id}") { work_status } ${found.join(' ')} }`
  const { data, errors } = JSON.parse(await endpoint.execute(admin, { query }))
  expect(errors).toBeUndefined()
  return {
    says: data.row.work_status,
    found_as: states.filter((state) => data[state].length > 0),
  }
}
const as = (state: string) => ({ says: state, found_as: [state] })
const cancel = async (id: string) =>
  act(world, admin, 'platform.job.cancel', { id: (await imports.look(id)).job_id })

test('running import: shown as running; a cancelled one as stopped until resumed', async () => {
  const { id } = await imports.check(admin, 'business.client.create', file('Begun'))
  expect(await listed(id)).toEqual(as('checked'))
  await act(world, admin, 'platform.import.apply', { id, mode: 'valid' })
  expect(await listed(id)).toEqual(as('applying'))
  await cancel(id)
  expect(await listed(id)).toEqual(as('stopped'))
  await act(world, admin, 'platform.import.apply', { id, mode: 'valid' })
  expect(await listed(id)).toEqual(as('applying'))
  await imports.run(id)
  expect(await listed(id)).toEqual(as('applied'))
  await act(world, admin, 'platform.import.undo', { id })
  await cancel(id)
  expect(await listed(id)).toEqual(as('stopped'))
})

test('cancelled or failed check: shown as stopped', async () => {
  const id = await imports.upload(admin, 'business.client.create', file('Check'))
  expect(await listed(id)).toEqual(as('checking'))
  await cancel(id)
  expect(await listed(id)).toEqual(as('stopped'))
  const other = await imports.upload(admin, 'business.client.create', file('Fails'))
  const { job_id } = present(await imports.look(other), 'the import')
  await database.owner.query(`update platform.job set status = 'failed' where id = $1`, [job_id])
  expect(await listed(other)).toEqual(as('stopped'))
})
