/** A payslip that deducts from fees is paid with the last of their self-bills (decision 0135). */
import { expect, test } from 'vitest'
import { verifyDatabase } from '#server/verify.server.ts'
import { expectVerified } from '#test/fixtures/corrections.ts'
import { deductedOn } from '#test/fixtures/off-payroll.ts'
import { act } from '#test/fixtures/world.ts'

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

test('deemed pay: a credit that leaves nothing of the self-bill to pay settles the payslip', async () => {
  const stage = await deductedOn({ is_paid: false })
  await stage.refine('difference', '0')
  // 3,000.00 of credit against the 2,153.14 that were left.
  expect(await stage.notes()).toEqual([{ total_amount: '-3000.00', outstanding_balance: '-846.86' }])
  expect(await statusOf(stage)).toMatchObject({ status: 'paid' })
  await expectVerified(stage.database)
})

test('money that the bank sends back: payslip, period and run are unpaid again, and the next payment pays them', async () => {
  const stage = await deductedOn({ is_paid: true })
  const states = () =>
    stage.sql(
      `select p.status as payslip, d.status as period, r.status as run from transaction.payslip p
       join transaction.payslip_period d on d.id = p.payslip_period_id join transaction.pay_run_payslip c on c.payslip_id = p.id
       join transaction.pay_run r on r.id = c.pay_run_id`,
    )
  const paid = [{ payslip: 'paid', period: 'closed', run: 'paid' }]
  expect(await states()).toEqual(paid)
  const owed = await stage.owedToHmrc()
  const [payment] = await stage.sql<{ id: string; bank_account_id: string }>(
    `select id, bank_account_id from transaction.payment_receipt_summary where for_business_id = $1 and payment_batch_id is not null`,
    stage.contractor.payment_company_id,
  )
  await stage.operate('payment.payment_batch.return_payment', {
    payment_id: payment?.id,
    return_code: 'no_account',
  })
  expect(await states()).toEqual([{ payslip: 'issued', period: 'calculated', run: 'approved' }])
  expect(await stage.owedToHmrc()).toBe(owed)
  await expectVerified(stage.database)
  const say = (status: string) =>
    stage.database.app.query('update transaction.payslip set status = $1', [status])
  await say('paid')
  expect((await verifyDatabase(stage.database)).flatMap(({ broken }) => broken)).toContainEqual(
    expect.stringMatching(/^payslip PSL\d+ is paid, and something of it is open$/),
  )
  await say('issued')

  // The account is confirmed again by a second person, and the next batch pays.
  await act(stage.world, stage.provider.approver, 'business.bank_account.confirm_again', {
    id: payment?.bank_account_id,
  })
  stage.at('2026-04-15')
  expect(await stage.payOut()).toEqual([{ amount: '2153.14' }])
  expect(await states()).toEqual(paid)
  await expectVerified(stage.database)
})
