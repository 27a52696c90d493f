/**
 * Pay of a director in a locked year that was wrong. By hand, from the rules of 2025-26: appointed in week 48, five weeks of the year’s
 * thresholds are £1,209 for the director and £481 for the employer, on all pay since then.
 */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { makeReportable, payRunsOn } from '#test/fixtures/pay-runs.ts'
import { act } from '#test/fixtures/world.ts'
import { judging } from '#test/payroll/hmrc-judge.ts'
import { brokenRules } from '#test/payroll/hmrc-tools.ts'

const database = await freshDatabase()
const { world, provider, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
/** The fixture writes addresses by itself. */
const by_hand = 'R12'
const operate = <T>(verb: string, input: object) => act<T>(world, provider.operations, verb, input)
const { placement, employment_id, contractor_id } = await steps.employed()
await makeReportable(sql, contractor_id)
await sql(
  `update business.employment set director_from = '2026-03-02', director_method = 'AN' where id = $1`,
  employment_id,
)

const file = ({ id }: { id: string }) =>
  operate('transaction.rti_submission.file_outside', { id, receipt: `Receipt ${id}` })
const monthOf = (first: number) =>
  [0, 1, 2, 3, 4].map((at) => `2026-03-${String(first + at).padStart(2, '0')}`)

async function paidWeek(pay_day: string, days: readonly string[]): Promise<void> {
  await steps.week(placement, days)
  const { id } = await steps.open(pay_day)
  await steps.calculate(id)
  await steps.answerAll(id)
  const { payslips } = await steps.approve(id, (await steps.check(id)).content_hash)
  await file(await operate<{ id: string }>('transaction.rti_submission.build_fps', { pay_run_id: id }))
  await operate('transaction.payslip.confirm_paid', { ids: payslips.map((slip) => slip.id) })
}

const toDate = async () => {
  const year = await operate<{ workers: { amounts: Record<string, string> }[]; against_p32: string[] }>(
    'transaction.payroll.year_to_date',
    { paye_scheme_id, tax_year: '2025-26' },
  )
  expect(year.against_p32).toEqual(['Tax, National Insurance and loans agree with the P32'])
  return year.workers[0]?.amounts
}
const contents = () =>
  sql<{ content: string }>(
    'select content from transaction.rti_submission where year_correction_id is not null order by human_id',
  )
type Made = { id: string; gross_pay: string; net_pay: string }
const correct = (change: object = {}) =>
  operate<Made>('transaction.year_correction.correct_pay', {
    ...{ employment_id, pay_day: '2026-03-20', pay_kind: 'basic', was: 'too_much', amount: '700.00' },
    reason: 'One day was worked, not five',
    ...change,
  })

test('two weeks of £896.56: contributions are of both together', async () => {
  world.clock.set(instant('2026-03-20T09:00:00.000Z'))
  await paidWeek('2026-03-20', monthOf(2))
  world.clock.set(instant('2026-03-27T09:00:00.000Z'))
  await paidWeek('2026-03-27', monthOf(9))
  world.clock.set(instant('2026-04-20T09:00:00.000Z'))
  await operate('transaction.tax_month.close', { paye_scheme_id, tax_year: '2025-26', tax_month: 12 })
  // 1,793.12: 8 % of 584.12 is 46.73, 15 % of 1,312.12 is 196.82.
  expect(await toDate()).toMatchObject({ employee_ni: '46.73', employer_ni: '196.82' })
})

test('pay that was too much: National Insurance of the year is computed again', async () => {
  const shown = await operate<{ lines: { name: string; amount: string; why: string }[] }>(
    'transaction.year_correction.preview_pay',
    { employment_id, pay_day: '2026-03-20', pay_kind: 'basic', was: 'too_much', amount: '700.00' },
  )
  // 1,093.12 is below 1,209: nothing is due; 15 % of 612.12 is 91.82. Tax of 196.56 on week 1 is none.
  expect(shown).toMatchObject({ net_pay: '-522.47', hmrc: '-282.53', pension: '0.00', relief: '805.00' })
  expect(shown.lines.map(({ name, amount }) => [name, amount])).toEqual([
    ['Pay', '-700.00'],
    ['Income tax', '130.80'],
    ['Employee NI', '46.73'],
    ['Apprenticeship levy', '-3.50'],
    ['Employer NI', '-105.00'],
  ])
  expect(shown.lines.find(({ name }) => name === 'Employer NI')?.why).toMatch(
    /^NI letter A on £1,093\.12 of the year: 15 % of £612\.12 above £481 is £91\.82, of which £196\.82/,
  )
  const made = await correct()
  expect(made).toMatchObject({ gross_pay: '-700.00', net_pay: '-522.47' })
  expect(await toDate()).toMatchObject({ gross_pay: '1093.12', employee_ni: '0.00', employer_ni: '91.82' })
  const built = await operate<{ id: string; status: string; faults: unknown[] }>(
    'transaction.rti_submission.build_correction',
    { year_correction_id: made.id },
  )
  expect(built).toMatchObject({ status: 'validated', faults: [] })
  const [row] = await contents()
  expect(row?.content).toContain('<DirectorsNIC>AN</DirectorsNIC>')
  expect(row?.content).toMatch(
    /<GrossEarningsForNICsInPd>-700\.00<.*<GrossEarningsForNICsYTD>1093\.12<.*<TotalEmpNICInPd>-105\.00<.*<TotalEmpNICYTD>91\.82<.*<EmpeeContribnsInPd>-46\.73<.*<EmpeeContribnsYTD>0\.00</,
  )
  await file(built)
})

test('a second correction counts the first', async () => {
  const back = await correct({ was: 'too_little', amount: '196.56', reason: 'One day more was worked' })
  // 1,289.68: 8 % of 80.68 is 6.45, 15 % of 808.68 is 121.30. Tax of 393.12 is 20 % of 151.
  expect(back).toMatchObject({ gross_pay: '196.56', net_pay: '159.91' })
  expect(await toDate()).toMatchObject({ employee_ni: '6.45', employer_ni: '121.30' })
  expect(
    (await verifyDatabase(database)).filter(({ id, broken }) => id !== by_hand && broken.length > 0),
  ).toEqual([])
})

judging('HMRC’s schema and rules of that year take the return', async () => {
  for (const { content } of await contents())
    expect(brokenRules(content, { kind: 'fps', tax_year: 2025 })).toEqual([])
})
