/** A payroll id that changes several times: HMRC is told of each id once, with the one that it knows (decision 0171). */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '#test/database.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act } from '#test/fixtures/world.ts'
import { verifyReturns } from './verify-returns.server.ts'

const database = await freshDatabase()
const { world, provider, agency, sql, ...steps } = await payRunsOn(database)
const { placement, employment_id, contractor_id } = await steps.employed()
await database.app.query(
  `with made as (insert into business.address (id, line_1, city, zipcode, country, country_code, created_at, updated_at)
     values (gen_random_uuid(), '1 High Street', 'Leeds', 'LS1 4AP', 'United Kingdom', 'GB', now(), now()) returning id)
   update business.individual set gender = 'F', ni_number = 'AB123456A', address_id = (select id from made)
   where id = (select individual_id from business.business where id = $1)`,
  [contractor_id],
)

const operate = <T = unknown>(verb: string, input: object) => act<T>(world, provider.operations, verb, input)
const renumber = (payroll_id: string, effective_from: string) =>
  act(world, agency.admin, 'business.employment.renumber', { id: employment_id, payroll_id, effective_from })
const numbers = () =>
  sql(
    'select payroll_id, former_payroll_id, payroll_id_from::text from business.employment where id = $1',
    employment_id,
  )

async function approved(pay_day: string): Promise<string> {
  const { id } = await steps.open(pay_day)
  await steps.calculate(id)
  await steps.answerAll(id)
  await steps.approve(id, (await steps.check(id)).content_hash)
  return id
}

async function built(pay_run_id: string) {
  const { id, faults } = await operate<{ id: string; faults: unknown[] }>(
    'transaction.rti_submission.build_fps',
    { pay_run_id },
  )
  expect(faults).toEqual([])
  const [row] = await sql<{ content: string }>(
    'select content from transaction.rti_submission where id = $1',
    id,
  )
  const [said, now, former = null] =
    /<PayId>(\w+)<\/PayId>(?:<PayIdChgd>.*<OldPayrollId>(\w+)<\/OldPayrollId><\/PayIdChgd>)?/.exec(
      row?.content ?? '',
    ) ?? []
  expect(said).toBeDefined()
  return { id, ids: [now, former] }
}
const sick = (first_day: string, last_day: string) =>
  act(world, agency.admin, 'transaction.statutory_absence.record', {
    ...{ employment_id, kind: 'ssp', first_day, last_day, qualifying_days: 'Mon Tue Wed Thu Fri' },
    evidence: 'Fit note',
  })
const filed = (id: string) =>
  operate('transaction.rti_submission.file_outside', { id, receipt: 'By another program' })

test('payroll ids: an id that changes before the first payslip was told to nobody', async () => {
  await renumber('N1', '2025-06-03')
  await steps.week(placement, weeks.first)
  const run = await approved('2025-06-13')
  const { id, ids } = await built(run)
  expect(ids).toEqual(['N1', null])
  await filed(id)
})

test('payroll ids: two changes between two returns state the id that HMRC knows, then the one in the middle', async () => {
  await renumber('N2', '2025-06-14')
  await steps.week(placement, weeks.second)
  const second = await approved('2025-06-20')
  // The return of the second day waits, and the id changes again.
  await renumber('N3', '2025-06-21')
  await renumber('N4', '2025-06-22')
  const { id, ids } = await built(second)
  expect(ids).toEqual(['N2', 'N1'])
  await filed(id)
  await sick('2025-06-16', '2025-06-27')
  const third = await approved('2025-06-27')
  const last = await built(third)
  expect(last.ids).toEqual(['N4', 'N2'])
  await filed(last.id)
  // Returns that left name the ids of their days.
  expect(await inTransaction(database, (tx) => verifyReturns(tx, 10))).toEqual([])
})

test('payroll ids: ids that payslips had are not used again, and an unused change is taken back', async () => {
  for (const id of ['N1', 'N2', 'N4'])
    expect((await refusalOf(renumber(id, '2025-06-28'))).errors).toEqual({ payroll_id: 'Already Existing' })
  const before = await numbers()
  await renumber('N5', '2025-06-28')
  await renumber('N4', '2025-06-28')
  expect(await numbers()).toEqual(before)
})

test('payroll ids: a change is told of once, not again in the next tax year', async () => {
  world.clock.set(instant('2026-04-10T09:00:00.000Z'))
  await sick('2026-04-06', '2026-04-10')
  const run = await approved('2026-04-10')
  expect((await built(run)).ids).toEqual(['N4', null])
})
