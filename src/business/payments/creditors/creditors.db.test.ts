/** Payroll's creditors: owed with the payslip, paid on their days through batches, in balance at every step. */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { sterling } from '#test/fixtures/cash.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAccount } from '#test/fixtures/world.ts'
import { bank_invariants } from '../../ledger/invariants-bank.server.ts'
import { books_invariants } from '../../ledger/invariants-books.server.ts'
import { cash_invariants } from '../../ledger/invariants-cash.server.ts'
import { payroll_invariants } from '../../ledger/invariants-payroll.server.ts'

const database = await freshDatabase()
const { world, provider, agency, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
const { employed, week, open, calculate, answerAll, check, approve } = steps

const checks = [...bank_invariants, ...books_invariants, ...cash_invariants, ...payroll_invariants]
const broken = async () =>
  (
    await Promise.all(checks.filter(({ is_note }) => !is_note).map((one) => sql<{ what: string }>(one.sql)))
  ).flat()
const owed = () =>
  sql(
    `select kind, status, amount, due_date::text from transaction.payroll_payment order by due_date, kind desc, human_id`,
  )
const submit = (id: string) => act(world, provider.operations, 'payment.payment_batch.submit', { id })
const batch = async (run_date: string) =>
  (
    await act<{ id: string }>(world, provider.operations, 'payment.payment_batch.create', {
      run_date,
      currency_id: sterling,
    })
  ).id
async function complete(id: string) {
  await submit(id)
  await act(world, provider.approver, 'payment.payment_batch.review', { id })
  return act(world, provider.approver, 'payment.payment_batch.complete', { id })
}
/** An approved run of all that waits. */
async function run(pay_day: string) {
  const { id } = await open(pay_day)
  await calculate(id)
  await answerAll(id)
  const { payslips } = await approve(id, (await check(id)).content_hash)
  return { id, payslips: payslips.map((slip) => slip.id) }
}
const statusOf = (id: string) =>
  sql<{ status: string }>('select status from transaction.pay_run where id = $1', id)

test('two weeks, one with an order: the worker by batch and by hand, the court and HMRC on their days', async () => {
  const { placement, employment_id } = await employed()
  await week(placement, weeks.first)
  const first = await run('2025-06-20')
  const planned = { kind: 'net_pay', status: 'due', amount: '713.40', due_date: '2025-06-20' }
  expect(await owed()).toEqual([planned])
  // The agency's earnings wait for the wages.
  expect((await refusalOf(batch('2025-06-19'))).message).toBe(
    'Nothing is due for payment on 19/06/2025. Please choose 20/06/2025 or later, when the next payment is due',
  )
  world.clock.set(instant('2025-06-20T09:00:00.000Z'))
  await act(world, provider.operations, 'transaction.payslip.confirm_paid', { ids: first.payslips })
  expect(await statusOf(first.id)).toEqual([{ status: 'paid' }])
  const hmrc = { kind: 'hmrc', status: 'due', amount: '307.72', due_date: '2025-07-22' }
  expect(await owed()).toEqual([{ ...planned, status: 'paid' }, hmrc])
  expect(await broken()).toEqual([])

  // The second week is paid by a batch, and not before BACS needs it.
  await act(world, agency.admin, 'business.attachment_order.add', {
    employment_id,
    kind: 'dea',
    authority: 'Leeds Council',
    reference: 'DEA-77',
    order_date: '2025-06-02',
    received_on: '2025-06-09',
    rate: 'standard',
  })
  await week(placement, weeks.second)
  const second = await run('2025-06-27')
  const early = await batch('2025-06-27')
  expect(await complete(early)).toMatchObject({
    left_out: [
      { reason: 'Earnings of PAYE work paid on 27/06/2025 leave on 24/06/2025 at the earliest' },
      { reason: 'Net pay of 27/06/2025 leaves on 24/06/2025 at the earliest' },
    ],
  })
  world.clock.set(instant('2025-06-24T09:00:00.000Z'))
  const pay = await batch('2025-06-27')
  world.clock.set(instant('2025-06-27T09:00:00.000Z'))
  const by_hand = act(world, provider.operations, 'transaction.payslip.confirm_paid', {
    ids: second.payslips,
  })
  expect((await refusalOf(by_hand)).message).toMatch(/^The net pay of PSL\d+ is in payment batch BAT\d+: /)
  const [slip] = await sql<{ net: string; order: string }>(
    `select net_pay as net, other_deductions as order from transaction.payslip where id = $1`,
    second.payslips[0],
  )
  expect(Number(slip?.order)).toBeGreaterThan(0)
  // Wages and the agency's earnings of the week leave together.
  const sent = (Number(slip?.net) + 468.8).toFixed(2)
  expect(await complete(pay)).toMatchObject({ amount: sent, payments: 2, left_out: [] })
  expect(await statusOf(second.id)).toEqual([{ status: 'paid' }])
  expect((await owed()).slice(1)).toEqual([
    { kind: 'net_pay', status: 'paid', amount: slip?.net, due_date: '2025-06-27' },
    { kind: 'attachment', status: 'due', amount: slip?.order, due_date: '2025-07-18' },
    { ...hmrc, amount: '615.44' },
  ])
  expect(await broken()).toEqual([])

  // HMRC and the court wait for accounts that two people entered.
  world.clock.set(instant('2025-07-22T09:00:00.000Z'))
  const held = await batch('2025-07-22')
  expect((await refusalOf(submit(held))).message).toMatch(/has nothing to pay$/)
  await act(world, provider.admin, 'payment.payment_batch.cancel', { id: held, reason: 'No account' })
  for (const { id } of await sql<{ id: string }>("select id from business.business where type = 'creditor'"))
    await seedAccount(world, provider.operations, id, 'payout')
  world.clock.set(instant('2025-07-23T09:00:00.000Z'))
  const paid = await batch('2025-07-23')
  expect(await complete(paid)).toMatchObject({ payments: 2, left_out: [] })
  expect(
    await sql(
      'select reference from transaction.payment_receipt_summary where payment_batch_id = $1 order by reference',
      paid,
    ),
  ).toEqual([{ reference: '123PA000123452603' }, { reference: 'DEA-77' }])
  expect(
    await sql(
      `select a.kind, sum(p.amount) as rest from ledger.posting p join ledger.account a on a.id = p.account_id
       where a.kind in ('net_pay_payable', 'hmrc_payable', 'attachment_payable') group by 1 having sum(p.amount) <> 0`,
    ),
  ).toEqual([])
  expect(await broken()).toEqual([])

  // The bank sends HMRC's money back: it is due again.
  const [returned] = await sql<{ id: string }>(
    `select payment_id as id from transaction.payroll_payment where kind = 'hmrc'`,
  )
  await act(world, provider.operations, 'payment.payment_batch.return_payment', {
    payment_id: returned?.id,
    return_code: 'no_account',
  })
  expect((await owed()).at(-1)).toEqual({ ...hmrc, amount: '615.44' })
  expect(await broken()).toEqual([])
})

test('the month is closed: HMRC is owed less, the employer has the rest, and a correction takes it back', async () => {
  const operate = <T>(verb: string, input: object) =>
    act<T>(world, provider.operations, `transaction.tax_month.${verb}`, input)
  const close = (tax_month: number) =>
    operate<{ id: string; due: string; relief: string }>('close', {
      paye_scheme_id,
      tax_year: '2025-26',
      tax_month,
    })
  const p32 = () =>
    operate<{
      months: { due: string; paid: string; balance: string }[]
      in_books: string
      not_in_books: string
    }>('p32', { paye_scheme_id, tax_year: '2025-26' })
  expect(await p32()).toMatchObject({ in_books: '615.44', not_in_books: '-8.96' })
  await act(world, agency.admin, 'business.paye_scheme_year.set', {
    paye_scheme_id,
    tax_year: '2025-26',
    claims_employment_allowance: true,
    allowance_declared_by: 'Dana Reid',
  })
  expect((await refusalOf(close(2))).message).toBe(
    'No payslips are in this month or before it in the tax year',
  )
  expect((await refusalOf(close(4))).message).toBe('The tax month ends on 05/08/2025')
  const first = await close(3)
  // Twice 120.08 of National Insurance and 4.48 of levy.
  expect(first).toMatchObject({ due: '366.32', relief: '249.12' })
  const due = (amount: string) => ({ kind: 'hmrc', status: 'due', amount, due_date: '2025-07-22' })
  const relief = { ...due('249.12'), kind: 'relief' }
  expect((await owed()).slice(-2)).toEqual([relief, due('366.32')])
  expect(await broken()).toEqual([])
  expect((await refusalOf(open('2025-07-04'))).errors).toEqual({
    pay_day: 'The tax month to 05/07/2025 is closed: correct it first',
  })

  await operate('correct', { id: first.id, reason: 'Claimed by mistake' })
  expect((await owed()).slice(-2)).toEqual([{ ...relief, amount: '0.00' }, due('615.44')])
  expect(await broken()).toEqual([])
  expect((await refusalOf(operate('correct', { id: first.id, reason: 'Again' }))).code).toBe('conflict')

  // The agency is paid; HMRC waits for another account. A correction now is owed by the agency, until it is closed again.
  const again = await close(3)
  expect(await complete(await batch('2025-07-23'))).toMatchObject({ payments: 1 })
  await operate('correct', { id: again.id, reason: 'Claimed by mistake' })
  expect((await owed()).slice(-3)).toEqual([
    { ...relief, status: 'paid' },
    { ...relief, amount: '-249.12' },
    due('615.44'),
  ])
  expect(await broken()).toEqual([])
  await close(3)
  expect((await owed()).slice(-2)).toEqual([{ ...relief, amount: '0.00' }, due('366.32')])
  expect(await broken()).toEqual([])
  const record = await p32()
  expect(record).toMatchObject({ in_books: '366.32', not_in_books: '0.00' })
  expect(record.months[2]).toMatchObject({ due: '366.32', paid: '0.00', balance: '366.32' })
})
