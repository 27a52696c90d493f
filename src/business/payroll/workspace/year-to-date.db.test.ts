/** The year to date of workers: payslips of runs and the payroll before, beside the P32, for the employer alone. */
import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, provider, agency, paye_scheme_id, ...steps } = await payRunsOn(database)

type Year = {
  workers: {
    employment_id: string
    payroll_id: string
    payslip_count: number
    amounts: Record<string, string>
  }[]
  totals: Record<string, string>
  against_p32: string[]
}
const yearOf = (tax_year: string, by = agency.admin) =>
  act<Year>(world, by, 'transaction.payroll.year_to_date', { paye_scheme_id, tax_year })

test('each worker with the sums of their payslips in the tax year, which agree with the P32', async () => {
  const first = await steps.employed()
  const second = await steps.employed()
  await steps.employed()
  await steps.week(first.placement, weeks.first)
  await steps.week(second.placement, weeks.first, '6')
  const run = async (pay_day: string) => {
    const { id } = await steps.open(pay_day)
    await steps.calculate(id)
    await steps.answerAll(id)
    await steps.approve(id, (await steps.check(id)).content_hash)
  }
  await run('2025-06-20')
  await steps.week(first.placement, weeks.second)
  await run('2025-06-27')

  const year = await yearOf('2025-26')
  expect(year.workers.map(({ payroll_id, payslip_count }) => [payroll_id, payslip_count])).toEqual([
    ['W1', 2],
    ['W2', 1],
  ])
  // Two weeks of £896.56, and one of three quarters of it.
  expect(year.workers.map(({ amounts }) => amounts.gross_pay)).toEqual(['1793.12', '672.42'])
  expect(year.totals).toMatchObject({ gross_pay: '2465.54' })
  expect(year.against_p32).toEqual(['Tax, National Insurance and loans agree with the P32'])
  expect((await yearOf('2026-27')).workers).toEqual([])
  const of = { paye_scheme_id, tax_year: '2025-26', employment_id: second.employment_id }
  const own = await act<Year>(world, agency.admin, 'transaction.payroll.year_to_date', of)
  expect([own.workers, own.against_p32]).toEqual([year.workers.slice(1), []])
  expect(await yearOf('2025-26', provider.operations)).toEqual(year)
  const other = await seedAgency(world, provider)
  expect((await refusalOf(yearOf('2025-26', other.admin))).code).toBe('not_found')
})
