/** Work inside IR35 through a limited company: tax and National Insurance are deducted from the fee (decision 0114). */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { reviewBatch, seedBatch, sterling } from '#test/fixtures/cash.ts'
import { expectVerified } from '#test/fixtures/corrections.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { offPayrollOn } from '#test/fixtures/off-payroll.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedApprovals, weekdays } from '#test/fixtures/world.ts'
import { deemed_words } from '../../payments/document-holds/hold-inside.server.ts'
import { inside_words } from '../../shared/inside-ir35.rules.ts'

type Change = Parameters<typeof offPayrollOn>[2]

/** Tuesday of the first tax week of 2026-27. */
async function stageOf(change: Change = {}) {
  const { database, world } = await freshWorld('2026-04-07T11:00:00.000Z')
  const stage = await offPayrollOn(database, world, change)
  const { sql } = database
  const at = (day: string) => world.clock.set(instant(`${day}T09:00:00.000Z`))
  /** Self-bills of a placement, oldest first. */
  const bills = (placement: { id: string }) =>
    sql<{ id: string; human_id: string; total_amount: string; outstanding_balance: string; status: string }>(
      `select id, human_id, total_amount, outstanding_balance, status from transaction.invoice
       where type = 'contractor-agency' and is_self_billed and not is_credit_note and contract_id = $1 order by human_id`,
      placement.id,
    )
  const items = (batch: { id: string }) =>
    sql<{ status: string; amount: string; hold_reason: string | null }>(
      `select t.status, t.amount, t.hold_reason from payment.payment_batch_item t join transaction.invoice i on i.id = t.invoice_id
       where t.payment_batch_id = $1 and i.type = 'contractor-agency' order by i.human_id`,
      batch.id,
    )
  const deducted = (id: string | undefined) =>
    sql('select fee, income_tax, employee_ni from transaction.deemed_payment where payslip_id = $1', id)
  /** Payments to the company by a batch of today. */
  async function payOut(principal_id?: string) {
    const batch = await act<{ id: string }>(
      world,
      stage.provider.operations,
      'payment.payment_batch.create',
      {
        run_date: world.clock.today(),
        currency_id: sterling,
        ...(principal_id === undefined ? {} : { principal_id }),
      },
    )
    await reviewBatch(world, stage.provider, batch)
    await act(world, stage.provider.approver, 'payment.payment_batch.complete', { id: batch.id })
    return sql<{ amount: string }>(
      `select amount from transaction.payment_receipt_summary where payment_batch_id = $1 and for_business_id = $2`,
      batch.id,
      stage.contractor.payment_company_id,
    )
  }
  return { ...stage, database, world, at, bills, items, deducted, payOut }
}

test('from statement to pay: the company is paid fee and VAT less tax and National Insurance', async () => {
  const stage = await stageOf()
  const { provider, agency, client, contractor, sql, world, at, bills, items } = stage
  expect((await refusalOf(stage.draft())).errors).toEqual({ ir35_status: inside_words.payroll })
  await stage.employ()
  const made = await stage.draft()
  await seedApprovals(world, { agency, client, contractor }, made.id)
  expect((await refusalOf(stage.activate(made.id))).message).toContain(
    'upload the status determination for this placement',
  )
  await stage.state(made.id, 'inside')
  await stage.activate(made.id)
  const placement = { ...made, group_id: made.group_ids[0] ?? '', agency, client, contractor }
  await stage.week(placement)
  const [bill] = await bills(placement)
  expect(bill).toMatchObject({ total_amount: '3000.00', outstanding_balance: '3000.00' })

  at('2026-04-08')
  const early = await seedBatch(world, provider, '2026-04-10')
  expect(await items(early)).toMatchObject([{ status: 'held', hold_reason: deemed_words.waits }])
  expect(await stage.operate('transaction.invoice.read_payment_wait', { id: bill?.id })).toEqual({
    reason: deemed_words.waits,
  })
  await stage.operate('payment.payment_batch.cancel', { id: early.id, reason: 'Before the run' })

  const { id: run_id, payslips } = await stage.run('2026-04-10')
  const [slip] = payslips
  expect(
    await sql(
      `select status, gross_pay, income_tax, employee_ni, student_loan, employee_pension, net_pay, employer_ni, employer_pension,
         apprenticeship_levy from transaction.payslip where id = $1`,
      slip?.id,
    ),
  ).toEqual([
    {
      ...{
        status: 'issued',
        gross_pay: '2500.00',
        income_tax: '758.20',
        employee_ni: '88.66',
        net_pay: '1653.14',
      },
      ...{ student_loan: '0.00', employee_pension: '0.00', employer_pension: '0.00' },
      ...{ employer_ni: '360.60', apprenticeship_levy: '12.50' },
    },
  ])
  const states = () =>
    sql(
      `select r.status as run, p.status as slip, d.status as period from transaction.pay_run r
       join transaction.pay_run_payslip c on c.pay_run_id = r.id join transaction.payslip p on p.id = c.payslip_id
       join transaction.payslip_period d on d.id = p.payslip_period_id where r.id = $1`,
      run_id,
    )
  expect(await states()).toEqual([{ run: 'approved', slip: 'issued', period: 'calculated' }])
  expect(await stage.deducted(slip?.id)).toEqual([
    { fee: '2500.00', income_tax: '758.20', employee_ni: '88.66' },
  ])
  expect(
    await sql(
      `select type, total_amount, status from transaction.invoice where generation_type = 'payroll_timesheet' order by type`,
    ),
  ).toEqual([
    { type: 'agency_earnings', total_amount: '-373.10', status: 'open' },
    { type: 'apprenticeship_levy', total_amount: '12.50', status: 'closed' },
    { type: 'employer_ni', total_amount: '360.60', status: 'closed' },
  ])
  expect(await postedOf(stage, slip?.id)).toEqual([
    { kind: 'contractor_payable', amount: '846.86' },
    { kind: 'hmrc_payable', amount: '-1219.96' },
    { kind: 'oncost_payable', amount: '373.10' },
  ])
  expect(await sql('select kind, amount, due_date::text from transaction.payroll_payment')).toEqual([
    { kind: 'hmrc', amount: '1219.96', due_date: '2026-05-22' },
  ])
  await expectVerified(stage.database)

  at('2026-04-10')
  // The deduction is not the payment: it is paid by a batch, with its self-bill.
  const by_hand = stage.operate('transaction.payslip.confirm_paid', { ids: [slip?.id] })
  expect((await refusalOf(by_hand)).message).toBe(
    `Payslip ${slip?.human_id} is paid with self-bill ${bill?.human_id}, which a payment batch pays`,
  )
  expect(await stage.payOut()).toEqual([{ amount: '2153.14' }])
  expect(await bills(placement)).toMatchObject([{ status: 'closed', outstanding_balance: '0.00' }])
  expect(await states()).toEqual([{ run: 'paid', slip: 'paid', period: 'closed' }])
  await expectVerified(stage.database)

  const built = await stage.operate<{ id: string; faults: unknown[] }>(
    'transaction.rti_submission.build_fps',
    { pay_run_id: run_id },
  )
  expect(built.faults).toEqual([])
  const [told] = await sql<{ content: string }>(
    'select content from transaction.rti_submission where id = $1',
    built.id,
  )
  expect(told?.content).toMatch(/<Employment>\s*<OffPayrollWorker>yes<\/OffPayrollWorker>/)
  const p32 = { paye_scheme_id: stage.paye_scheme_id, tax_year: '2026-27' }
  expect(await stage.operate('transaction.tax_month.p32', p32)).toMatchObject({ in_books: '1219.96' })
})

const postedOf = ({ sql }: Awaited<ReturnType<typeof stageOf>>, payslip_id: string | undefined) =>
  sql(
    `select a.kind, sum(p.amount) as amount from ledger.posting p join ledger.transaction t on t.id = p.transaction_id
     join ledger.account a on a.id = p.account_id where t.source_id = $1 group by 1 order by 1`,
    payslip_id,
  )

test('deemed pay: added hours after the deduction are the next fee, and tax that is too much goes back', async () => {
  const stage = await stageOf()
  const { agency, world, at } = stage
  await stage.employ()
  const placement = await stage.placed()
  const sheet = await stage.week(placement)
  await stage.run('2026-04-10')
  const refine = (mode: 'full' | 'difference', units: string) =>
    act(world, agency.user, 'transaction.timesheet.refine', {
      id: sheet.id,
      mode,
      details: weekdays(sheet, placement.group_id, units),
      reason: 'Counted again',
    })
  at('2026-04-10')
  expect(await stage.payOut()).toEqual([{ amount: '2153.14' }])
  // Twelve minutes a day: one hour more, 62.50 and VAT.
  await refine('difference', '8.2')
  const [added] = await stage.sql<{ id: string }>(
    `select id from transaction.timesheet where refines_id = $1`,
    sheet.id,
  )
  await act(world, stage.client.approver, 'transaction.timesheet.approve', { ids: [added?.id] })
  at('2026-04-13')
  const { payslips } = await stage.run('2026-04-17')
  // 2,562.50 less 483.68 free pay for two weeks: 1,450.00 at 20 % and 628.00 at 40 % are 541.20, of which 758.20 was taken.
  expect(await stage.deducted(payslips[0]?.id)).toEqual([
    { fee: '62.50', income_tax: '-217.00', employee_ni: '0.00' },
  ])
  expect(await postedOf(stage, payslips[0]?.id)).toEqual([
    { kind: 'hmrc_payable', amount: '216.69' },
    { kind: 'net_pay_payable', amount: '-217.00' },
    // The levy on 62.50; National Insurance begins above it.
    { kind: 'oncost_payable', amount: '0.31' },
  ])
  await expectVerified(stage.database)
  at('2026-04-17')
  const batch = await stage.payOut()
  expect(batch.map(({ amount }) => amount).toSorted()).toEqual(['217.00', '75.00'])
  expect(await stage.sql('select distinct status from transaction.payslip')).toEqual([{ status: 'paid' }])
  expect((await verifyDatabase(stage.database)).filter((one) => one.broken.length > 0)).toEqual([])
})

test('before its run: hours taken off lower the fee', async () => {
  const stage = await stageOf()
  const { agency, world, at, bills } = stage
  await stage.employ()
  const placement = await stage.placed()
  const sheet = await stage.week(placement)
  await act(world, agency.user, 'transaction.timesheet.refine', {
    id: sheet.id,
    mode: 'difference',
    details: weekdays(sheet, placement.group_id, '7.2'),
    reason: 'Shorter days',
  })
  // A tenth of the work: the fee is 2,250.00.
  const { payslips } = await stage.run('2026-04-10')
  expect(await stage.deducted(payslips[0]?.id)).toMatchObject([{ fee: '2250.00' }])
  await expectVerified(stage.database)
  at('2026-04-10')
  expect(await stage.payOut()).toHaveLength(1)
  expect(await bills(placement)).toMatchObject([{ status: 'closed' }])
  await expectVerified(stage.database)
})

test('indirect funding: the deduction is in the funder’s books, and the rest is paid from its bank', async () => {
  const stage = await stageOf({ agency: { funding_model: 'indirect' } })
  const { agency, sql, at } = stage
  await stage.employ()
  await stage.week(await stage.placed())
  const { payslips } = await stage.run('2026-04-10')
  expect(
    await sql('select distinct principal_id from ledger.transaction where source_id = $1', payslips[0]?.id),
  ).toEqual([{ principal_id: agency.funder?.id }])
  await expectVerified(stage.database)
  at('2026-04-10')
  expect(await stage.payOut(agency.funder?.id)).toEqual([{ amount: '2153.14' }])
  await expectVerified(stage.database)
})

test('an off-payroll worker: no loan, pension, order or absence; each provider’s run takes its own self-bills', async () => {
  const stage = await stageOf()
  const { agency, world } = stage
  expect(
    (await refusalOf(stage.employ({ rolled_up_percent: '12.07', is_irregular_hours: true }))).errors,
  ).toEqual({ rolled_up_percent: 'An off-payroll worker has no holiday pay' })
  expect((await refusalOf(stage.employ({ off_payroll: false }))).errors).toEqual({
    contractor_id: 'This contractor is not paid by PAYE',
  })
  const employment_id = await stage.employ()
  const none =
    'An off-payroll worker has tax and National Insurance alone: no loan, pension, order or statutory pay'
  const keep = (action: string, input: object) =>
    refusalOf(act(world, agency.admin, action, { employment_id, ...input }))
  const absence = { kind: 'ssp', first_day: '2026-04-06', last_day: '2026-04-10' }
  expect((await keep('transaction.statutory_absence.record', absence)).message).toBe(none)
  const loan = { plan: 'plan_2', source: 'sl1', effective_from: '2026-04-06' }
  expect((await keep('business.student_loan.start', loan)).message).toBe(none)

  const placement = await stage.placed()
  await stage.week(placement)
  const other = await offPayrollOn(stage.database, world, { employer_reference: '456/CD789' })
  await other.employ()
  await other.week(await other.placed())
  const { payslips } = await stage.run('2026-04-10')
  expect(payslips).toHaveLength(1)
  expect((await other.run('2026-04-10')).payslips).toHaveLength(1)
  await expectVerified(stage.database)
})
