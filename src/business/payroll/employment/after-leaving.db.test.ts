/** Pay after leaving: once the leaving is settled, code 0T, and the return says so. */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { makeReportable, payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { act } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, provider, agency, sql, ...steps } = await payRunsOn(database)
const { employed, week, open, calculate, answerAll, check, approve } = steps
const operate = <T>(verb: string, input: object) => act<T>(world, provider.operations, verb, input)

async function draft(pay_day: string) {
  const { id } = await open(pay_day)
  await calculate(id)
  return id
}
const issue = async (id: string) => {
  await answerAll(id)
  await approve(id, (await check(id)).content_hash)
}
const taxOf = async (id: string, employment_id: string) =>
  (
    await sql<{ why: string }>(
      `select l ->> 'why' as why from transaction.pay_run_payslip p cross join jsonb_array_elements(p.lines) l
       where p.pay_run_id = $1 and p.employment_id = $2 and l ->> 'name' = 'Income tax'`,
      id,
      employment_id,
    )
  )[0]?.why ?? ''
const returnOf = async (pay_run_id: string) => {
  const { id } = await operate<{ id: string }>('transaction.rti_submission.build_fps', { pay_run_id })
  const [row] = await sql<{ content: string }>(
    'select content from transaction.rti_submission where id = $1',
    id,
  )
  return { id, content: row?.content ?? '' }
}

test('paid on the leave day, in arrears: the last week keeps its code until the P45 or a filed return settles the leaving', async () => {
  const told = await employed()
  const given = await employed()
  const both = [told, given]
  for (const { contractor_id, placement } of both) {
    await makeReportable(sql, contractor_id)
    await week(placement, weeks.first)
    await week(placement, weeks.second)
  }
  const leave = ({ employment_id }: typeof told) =>
    act(world, agency.admin, 'business.employment.leave', { id: employment_id, leave_date: '2025-06-20' })
  const first = await open('2025-06-20')
  await calculate(first.id)
  for (const { id } of await sql<{ id: string }>(
    `select id from transaction.timesheet where start_date >= '2025-06-09' and status = 'suspense'`,
  ))
    await operate('transaction.pay_run.leave_out', {
      ...{ id: first.id, timesheet_id: id },
      reason: 'Paid with the next run',
    })
  await calculate(first.id)
  await issue(first.id)
  await leave(told)
  await leave(given)
  world.clock.set(instant('2025-06-20T09:00:00.000Z'))
  const second = await draft('2025-06-27')
  // The payslip of the leave day settles nothing by itself.
  for (const { employment_id } of both) expect(await taxOf(second, employment_id)).toContain('1257L')

  const filed = await returnOf(first.id)
  expect(filed.content).toContain('<LeavingDate>2025-06-20</LeavingDate>')
  expect(filed.content).not.toContain('PmtAfterLeaving')
  await operate('transaction.tax_form.issue', { employment_id: given.employment_id, kind: 'p45' })
  await calculate(second)
  expect(await taxOf(second, told.employment_id)).toContain('1257L')
  expect(await taxOf(second, given.employment_id)).toContain('Tax code 0T')

  await operate('transaction.rti_submission.file_outside', { id: filed.id, receipt: 'HMRC-1' })
  await calculate(second)
  for (const { employment_id } of both) expect(await taxOf(second, employment_id)).toContain('Tax code 0T')
  await issue(second)
  expect((await returnOf(second)).content.match(/<PmtAfterLeaving>yes/g)).toHaveLength(2)
})
