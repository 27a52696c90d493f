/** Pay of a pay run is in the report of payments to contractors, which agrees with the ledger. */
import { expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { act } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, agency, provider, ...steps } = await payRunsOn(database)
const endpoint = new DataEndpoint({ database, clock: world.clock })

async function agreed(args = '') {
  const query = `{ lines: get_contractor_payments_agreement${args} { reported posted difference } }`
  const { data, errors } = JSON.parse(await endpoint.execute(agency.admin, { query }))
  expect(errors).toBeUndefined()
  return data.lines
}

test('paid payslips: reported pay is in the books, on its day, and in no report without employees', async () => {
  const { placement } = await steps.employed()
  await steps.week(placement, weeks.first)
  const run = await steps.open('2025-06-20')
  await steps.calculate(run.id)
  await steps.answerAll(run.id)
  const { payslips } = await steps.approve(run.id, (await steps.check(run.id)).content_hash)
  expect(await agreed()).toEqual([])

  world.clock.set(instant('2025-06-20T12:00:00.000Z'))
  const ids = payslips.map(({ id }) => id)
  await act(world, provider.operations, 'transaction.payslip.confirm_paid', { ids })
  const [line, ...others] = await agreed()
  expect(others).toEqual([])
  expect(line.reported).toBeGreaterThan(0)
  expect(line).toEqual({ reported: line.reported, posted: line.reported, difference: 0 })
  expect(await agreed('(args: { paid_from: "2025-06-20", paid_to: "2025-06-20" })')).toEqual([line])
  expect(await agreed('(args: { paid_to: "2025-06-19" })')).toEqual([])
  expect(await agreed('(args: { without_paye: true })')).toEqual([])
})
