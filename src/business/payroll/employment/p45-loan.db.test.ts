import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { seedPayePlacement } from '#test/fixtures/documents.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { act } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, agency, client, paye_scheme_id, sql, week, open, calculate } = await payRunsOn(database)

const warnings = async (pay_run_id: string) =>
  (
    await sql<{ sentence: string }>(
      `select sentence from transaction.pay_run_check where pay_run_id = $1 and code = 'N15'`,
      pay_run_id,
    )
  ).map(({ sentence }) => sentence)

test('a loan that continues by the P45: the run asks for its plan, until it is started', async () => {
  const placement = await seedPayePlacement(world, { agency, client })
  await database.app.query(
    `update business.individual set date_of_birth = '1990-05-01' where id = (select individual_id from business.business where id = $1)`,
    [placement.contractor.id],
  )
  const { id: employment_id } = await act<{ id: string }>(world, agency.admin, 'business.employment.start', {
    ...{
      contractor_id: placement.contractor.id,
      paye_scheme_id,
      payroll_id: 'P45',
      start_date: '2025-06-02',
    },
    ...{ pay_frequency: 'week', p45_leave_date: '2025-05-23', p45_tax_code: '1257L' },
    ...{ p45_pay_to_date: '3000.00', p45_tax_to_date: '200.00', p45_student_loan: true },
  })
  await act(world, agency.admin, 'business.ni_category.add', {
    ...{ employment_id, letter: 'A', effective_from: '2025-06-02', reason: 'Certificate seen' },
  })
  await week(placement, weeks.first)
  const { id } = await open('2025-06-20')
  await calculate(id)
  expect(await warnings(id)).toEqual([
    expect.stringMatching(
      /^The P45 of .+ says that a student loan continues: ask for its plan, and start it$/,
    ),
  ])
  await act(world, agency.admin, 'business.student_loan.start', {
    ...{ employment_id, plan: 'plan_2', source: 'p45', effective_from: '2025-06-20' },
  })
  await calculate(id)
  expect(await warnings(id)).toEqual([])
})
