/** A payslip that deducts from fees is paid with the last of their self-bills (decision 0135). */
import { expect, test } from 'vitest'
import { expectVerified } from '#test/fixtures/corrections.ts'
import { deductedOn } from '#test/fixtures/off-payroll.ts'

const statusOf = async (stage: Awaited<ReturnType<typeof deductedOn>>) =>
  (await stage.sql('select status, pay_date from transaction.payslip'))[0]

test('a company that is not paid yet: its payslip is issued, and the tax month is closed', async () => {
  const stage = await deductedOn({ is_paid: false })
  stage.at('2026-05-06')
  expect(await statusOf(stage)).toMatchObject({ status: 'issued' })
  await stage.operate('transaction.tax_month.close', {
    paye_scheme_id: stage.paye_scheme_id,
    tax_year: '2026-27',
    tax_month: 1,
  })
  await expectVerified(stage.database)
  expect(await stage.payOut()).toEqual([{ amount: '2153.14' }])
  expect(await statusOf(stage)).toMatchObject({ status: 'paid' })
  await expectVerified(stage.database)
})

test('a credit that leaves nothing of the self-bill to pay: the payslip is paid', async () => {
  const stage = await deductedOn({ is_paid: false })
  await stage.refine('difference', '0')
  // 3,000.00 of credit against the 2,153.14 that were left.
  expect(await stage.notes()).toEqual([{ total_amount: '-3000.00', outstanding_balance: '-846.86' }])
  expect(await statusOf(stage)).toMatchObject({ status: 'paid' })
  await expectVerified(stage.database)
})
