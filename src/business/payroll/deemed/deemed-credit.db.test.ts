/** Credits of self-bills inside IR35 after their deduction (decision 0121). */
import { expect, test } from 'vitest'
import { verifyDatabase } from '#server/verify.server.ts'
import { expectVerified } from '#test/fixtures/corrections.ts'
import { deductedOn } from '#test/fixtures/off-payroll.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'

/** £2,500.00 with £500.00 VAT was deducted from in week 1 of 2026-27, and the company paid £2,153.14. */
const paidOut = () => deductedOn({ is_paid: true })

const expectSound = async (stage: Awaited<ReturnType<typeof paidOut>>) =>
  expect((await verifyDatabase(stage.database)).filter((one) => one.broken.length > 0)).toEqual([])

test('deemed pay: after a credit of £500.00 the next payslip takes it off, and the next payment its £600.00', async () => {
  const stage = await paidOut()
  await stage.refine('difference', '6.4')
  expect(await stage.notes()).toEqual([{ total_amount: '-600.00', outstanding_balance: '-600.00' }])
  await expectVerified(stage.database)
  stage.at('2026-04-13')
  await stage.week(stage.placement)
  // A batch before the run leaves the new fee whole.
  expect(await stage.heldBatch('2026-04-17')).toEqual([{ status: 'held', amount: '3000.00' }])
  const { payslips } = await stage.run('2026-04-17')
  // 4,500.00 to date less 483.68 free pay: 1,450.00 at 20 % and 2,566.00 at 40 % are 1,316.40, of which 758.20 was taken.
  // National Insurance is 88.66 of the new fee, less 2 % of 500.00; the employer's 360.60, less 15 % of 500.00.
  expect(await stage.slip(payslips[0]?.id)).toMatchObject({
    ...{
      gross_pay: '2000.00',
      income_tax: '558.20',
      employee_ni: '78.66',
      net_pay: '1363.14',
    },
    ...{ employer_ni: '285.60', apprenticeship_levy: '10.00' },
  })
  expect(await stage.deducted(payslips[0]?.id)).toEqual([
    { fee: '-500.00', income_tax: '0.00', employee_ni: '0.00' },
    { fee: '2500.00', income_tax: '558.20', employee_ni: '78.66' },
  ])
  expect(await stage.posted(payslips[0]?.id)).toEqual([
    { kind: 'contractor_payable', amount: '636.86' },
    { kind: 'hmrc_payable', amount: '-932.46' },
    { kind: 'oncost_payable', amount: '295.60' },
  ])
  await expectVerified(stage.database)
  stage.at('2026-04-17')
  // 3,000.00 less 636.86 and the credit of 600.00. With 2,153.14 before, the company has 4,500.00 and 900.00 VAT less
  // 1,316.40 tax and 167.32 National Insurance.
  expect(await stage.payOut()).toEqual([{ amount: '1763.14' }])
  expect(await stage.notes()).toEqual([{ total_amount: '-600.00', outstanding_balance: '0.00' }])
  expect(await stage.owedToHmrc()).toBe('2152.42')
  await expectSound(stage)
  // Nothing of the credit is left for a later run.
  stage.at('2026-04-20')
  await stage.week(stage.placement)
  const later = await stage.run('2026-04-24')
  expect(await stage.deducted(later.payslips[0]?.id)).toMatchObject([{ fee: '2500.00' }])
})

test('a fee is credited in full without later work: no payslip is below zero, and the company owes it', async () => {
  const stage = await paidOut()
  await stage.refine('difference', '0')
  stage.at('2026-04-13')
  const { id, ...counts } = await stage.calculated('2026-04-17')
  expect(counts).toMatchObject({ payslips: 0, stops: 0 })
  expect(await stage.findings(id)).toContainEqual(
    expect.stringMatching(/£2,500\.00 of credit after a deduction waits for later work of this tax year/),
  )
  expect(await stage.notes()).toEqual([{ total_amount: '-3000.00', outstanding_balance: '-3000.00' }])
  expect(await stage.owedToHmrc()).toBe('1219.96')
  await expectSound(stage)
  await stage.operate('transaction.pay_run.cancel', { id, reason: 'Nobody is paid' })

  stage.at('2026-04-20')
  await stage.week(stage.placement)
  const { payslips } = await stage.run('2026-04-24')
  // 2,500.00 to date less 725.52 free pay for three weeks is 1,774.00; 20 % is 354.80, of which 758.20 was taken.
  expect(await stage.slip(payslips[0]?.id)).toMatchObject({
    ...{ gross_pay: '0.00', income_tax: '-403.40', employee_ni: '0.00', net_pay: '403.40' },
    ...{ employer_ni: '0.00', apprenticeship_levy: '0.00' },
  })
  expect(await stage.posted(payslips[0]?.id)).toEqual([
    { kind: 'hmrc_payable', amount: '403.40' },
    { kind: 'net_pay_payable', amount: '-403.40' },
  ])
  await expectVerified(stage.database)
  stage.at('2026-04-24')
  // The credit pays the new self-bill, and the tax goes back.
  expect(await stage.payOut()).toEqual([{ amount: '403.40' }])
  expect(await stage.notes()).toEqual([{ total_amount: '-3000.00', outstanding_balance: '0.00' }])
  await expectSound(stage)
})

test('a week that is raised again: its new fee corrects the same pay day, and the rest of the credit waits', async () => {
  const stage = await paidOut()
  await stage.refine('full', '6.4')
  expect(await stage.notes()).toEqual([{ total_amount: '-3000.00', outstanding_balance: '-3000.00' }])
  stage.at('2026-04-13')
  const { payslips } = await stage.run('2026-04-17')
  // 2,000.00 of the credit meet the new fee. Tax for two weeks on 2,500.00 is 516.40, of which 758.20 was taken.
  expect(await stage.slip(payslips[0]?.id)).toMatchObject({ gross_pay: '0.00', income_tax: '-241.80' })
  expect(await stage.deducted(payslips[0]?.id)).toEqual([
    { fee: '-2000.00', income_tax: '0.00', employee_ni: '0.00' },
    { fee: '2000.00', income_tax: '-241.80', employee_ni: '0.00' },
  ])
  await expectSound(stage)
  stage.at('2026-04-20')
  await stage.week(stage.placement)
  const later = await stage.run('2026-04-24')
  // 4,500.00 to date less 725.52: 2,175.00 at 20 % and 1,599.00 at 40 % are 1,074.60, of which 516.40 was taken.
  expect(await stage.slip(later.payslips[0]?.id)).toMatchObject({
    ...{ gross_pay: '2000.00', income_tax: '558.20', employee_ni: '78.66' },
  })
  await expectSound(stage)
})

test('before the payment: the credit lowers what is left of the self-bill', async () => {
  const stage = await deductedOn({ is_paid: false })
  await stage.refine('difference', '6.4')
  stage.at('2026-04-10')
  // 2,400.00 less 846.86.
  expect(await stage.payOut()).toEqual([{ amount: '1553.14' }])
  await expectSound(stage)
})

test('deemed pay: a fee is left out of a run with its reason, and taken in again', async () => {
  const stage = await paidOut()
  stage.at('2026-04-13')
  const sheet = await stage.week(stage.placement)
  const { id, ...counts } = await stage.calculated('2026-04-17')
  expect(counts).toMatchObject({ payslips: 1 })
  const asked = { id, timesheet_id: sheet.id }
  const calculate = () => stage.operate<{ payslips: number }>('transaction.pay_run.calculate', { id })
  await stage.operate('transaction.pay_run.leave_out', { ...asked, reason: 'The hours are in doubt' })
  expect(await calculate()).toMatchObject({ payslips: 0 })
  expect(
    await stage.sql(
      'select left_out -> 0 ->> $2 as reason from transaction.pay_run where id = $1',
      id,
      'reason',
    ),
  ).toEqual([{ reason: 'The hours are in doubt' }])
  const paid = { id, timesheet_id: stage.sheet.id, reason: 'Paid before' }
  expect((await refusalOf(stage.operate('transaction.pay_run.leave_out', paid))).errors).toEqual({
    timesheet_id: 'Timesheet not found',
  })
  await stage.operate('transaction.pay_run.take_in', asked)
  expect(await calculate()).toMatchObject({ payslips: 1 })
})

test('deemed pay: in the next tax year a deducted self-bill is not credited', async () => {
  const stage = await paidOut()
  stage.at('2027-04-06')
  expect((await refusalOf(stage.refine('difference', '6.4'))).message).toMatch(
    /^Payslip \S+ deducted tax and National Insurance from self-bill \S+ in the tax year 2026-27, which is over, so it is not credited/,
  )
})
