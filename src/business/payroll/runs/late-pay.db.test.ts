/** A run of a new tax year that pays work of the year before: it says so, and counts the pay in its own year. */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { hoursOf } from '#test/fixtures/documents.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { act } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, agency, sql, ...steps } = await payRunsOn(database)

const late = async (id: string) =>
  (
    await sql<{ sentence: string }>(
      `select sentence from transaction.pay_run_check where pay_run_id = $1 and code = 'N11' and level = 'warning' order by sentence`,
      id,
    )
  ).map(({ sentence }) => sentence)

test('late pay: late work and a correction of last year are pay of the new year, with a reason of the preparer', async () => {
  const { placement } = await steps.employed()
  const sheet = await steps.week(placement, weeks.first)
  const first = await steps.open('2025-06-20')
  await steps.calculate(first.id)
  expect(await late(first.id)).toEqual([])
  await steps.answerAll(first.id)
  await steps.approve(first.id, (await steps.check(first.id)).content_hash)

  world.clock.set(instant('2026-04-08T09:00:00.000Z'))
  await steps.week(placement, weeks.second)
  await act(world, agency.user, 'transaction.timesheet.refine', {
    ...{ id: sheet.id, mode: 'full', reason: 'Went home early' },
    details: hoursOf(placement, weeks.first, '7'),
  })
  const { id } = await steps.open('2026-04-10')
  await steps.calculate(id)
  expect(await late(id)).toEqual([
    '1 timesheet of work until 05/04/2026 was approved after it: the pay counts in the tax year 2026-27, in which it is paid',
    `Timesheet ${sheet.human_id} corrects pay of 20/06/2025: the difference counts in the tax year 2026-27, and not in 2025-26`,
  ])
  await expect(steps.check(id)).rejects.toThrow(/without a reason$/)

  // The code of the starter declaration is carried over without its week 1 basis.
  const codes = await sql(
    `select r.pay_day::text, p.tax_code from transaction.pay_run_payslip p join transaction.pay_run r on r.id = p.pay_run_id order by 1`,
  )
  expect(codes).toEqual([
    { pay_day: '2025-06-20', tax_code: '1257L W1/M1' },
    { pay_day: '2026-04-10', tax_code: '1257L' },
  ])
})
