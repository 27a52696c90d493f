/** A deduction by agreement: entered with its paper, taken by runs until its total is reached, and owed to the employer. */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, provider, agency, client, sql, ...steps } = await payRunsOn(database)

const agreement = {
  ...{ purpose: 'Uniform', agreed_on: '2025-06-02', evidence: 'Signed form', amount: '20.00' },
  ...{ total: '30.00', effective_from: '2025-06-20' },
}
type Made = { id: string }

async function paid(pay_day: string) {
  const { id } = await steps.open(pay_day)
  await steps.calculate(id)
  await steps.answerAll(id)
  const { payslips } = await steps.approve(id, (await steps.check(id)).content_hash)
  const [slip] = await sql<{
    other_deductions: string
    lines: { name: string; amount: string; why: string }[]
  }>('select other_deductions, lines from transaction.pay_run_payslip where pay_run_id = $1', id)
  return { payslips, taken: slip?.other_deductions, lines: slip?.lines ?? [] }
}

test('an agreed deduction is refused without its paper, below nothing, ahead of its day, and for others', async () => {
  const { employment_id } = await steps.employed()
  const add = (change: object, by = agency.admin) =>
    act<Made>(world, by, 'business.agreed_deduction.add', { employment_id, ...agreement, ...change })
  for (const [change, errors] of [
    [{ purpose: '' }, { purpose: 'Mandatory' }],
    [{ evidence: '' }, { evidence: 'Mandatory' }],
    [{ amount: '0' }, { amount: 'Needs Positive Number' }],
    [{ total: '19.99' }, { total: 'The total is less than one deduction' }],
    [{ agreed_on: '2027-01-01', effective_from: '2027-01-01' }, { agreed_on: expect.any(String) }],
    [{ effective_from: '2025-06-01' }, { effective_from: 'Should be after 01/06/2025' }],
  ] as const)
    expect((await refusalOf(add(change))).errors).toEqual(errors)
  expect((await refusalOf(add({}, client.approver))).code).toBe('not_allowed')
})

test('runs take it until the total is reached, and the employer is owed it', async () => {
  const { employment_id, placement } = await steps.employed()
  const { id } = await act<Made>(world, agency.admin, 'business.agreed_deduction.add', {
    employment_id,
    ...agreement,
  })
  await steps.week(placement, weeks.first)
  const first = await paid('2025-06-20')
  expect(first.taken).toBe('20.00')
  // As the printed payslip names it.
  expect(await sql('select other_deductions_for from transaction.payroll_figure')).toEqual([
    { other_deductions_for: 'Uniform' },
  ])
  expect(first.lines).toContainEqual({
    ...{ part: 'deduction', name: 'Agreed deduction', amount: '-20.00' },
    why: 'Uniform, agreed on 02/06/2025: £20.00',
  })
  await steps.week(placement, weeks.second)
  expect((await paid('2025-06-27')).taken).toBe('10.00')

  world.clock.set(instant('2025-06-27T12:00:00.000Z'))
  await act(world, provider.operations, 'transaction.payslip.confirm_paid', {
    ids: first.payslips.map((one) => one.id),
  })
  expect(
    await sql(`select payee_id, amount from transaction.payroll_payment where kind = 'attachment'`),
  ).toEqual([{ payee_id: agency.id, amount: '20.00' }])

  const end = { id, ended_on: '2025-06-28', reason: 'Paid back in full' }
  expect(
    (
      await refusalOf(
        act(world, agency.admin, 'business.agreed_deduction.end', { ...end, ended_on: '2025-06-19' }),
      )
    ).errors,
  ).toEqual({ ended_on: 'Should be after 19/06/2025' })
  await act(world, agency.admin, 'business.agreed_deduction.end', end)
  expect((await refusalOf(act(world, agency.admin, 'business.agreed_deduction.end', end))).message).toBe(
    'This deduction has ended',
  )
})
