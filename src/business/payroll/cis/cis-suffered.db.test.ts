/** CIS deductions suffered: entered, approved by another person, and kept back from HMRC with the close of the month. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency } from '#test/fixtures/world.ts'
import { makeStage } from '#test/server/example-parts.ts'
import { employerOf } from '#test/server/pay-run-examples.ts'
import { paidMonth } from '#test/server/return-examples.ts'

const database = await freshDatabase()
const { sql } = database
const stage = await makeStage(database)
const { admin, operations, approver } = stage.agency.provider
const asked = await paidMonth(stage)
const { paye_scheme_id } = asked
const { agency } = await employerOf(stage)

const enter = (change: object = {}, by: Viewer = operations) =>
  act<{ id: string }>(stage, by, 'transaction.cis_suffered.enter', {
    ...asked,
    amount: '50.00',
    evidence: 'Statements of May, in the folder CIS',
    ...change,
  })
const approve = (id: string, by: Viewer = approver) =>
  act(stage, by, 'transaction.cis_suffered.approve', { id })
const withdraw = (id: string, by: Viewer = operations) =>
  act(stage, by, 'transaction.cis_suffered.withdraw', { id, reason: 'A statement was missing' })
const close = () =>
  act<{ id: string; due: string; relief: string }>(stage, operations, 'transaction.tax_month.close', asked)
const broken = async () => (await verifyDatabase(database)).filter((one) => one.broken.length > 0)
const payments = () =>
  sql<{ kind: string; amount: string }>(
    `select kind, amount::text from transaction.payroll_payment where paye_scheme_id = $1 and kind in ('hmrc', 'relief')
       and amount <> 0 order by kind`,
    paye_scheme_id,
  )

test('CIS suffered: an employer without a corporation tax reference has none to set off', async () => {
  expect((await refusalOf(enter())).errors).toEqual({
    amount:
      'Only a company sets CIS deductions off: enter the corporation tax reference of the PAYE scheme first',
  })
  const [scheme] = await sql<{ employer_reference: string }>(
    'select employer_reference from business.paye_scheme where id = $1',
    paye_scheme_id,
  )
  await act(stage, agency.admin, 'business.paye_scheme.update', {
    id: paye_scheme_id,
    employer_reference: scheme?.employer_reference,
    accounts_office_reference: '123PA00012345',
    corporation_tax_reference: '1123456789',
    payment_frequency: 'monthly',
    levy_charge: 'none',
  })
})

test('CIS suffered: the figure waits for another person, and the month for the figure', async () => {
  expect((await refusalOf(enter({ evidence: 'None' }))).errors).toEqual({
    evidence: 'Must be at least 10 characters long',
  })
  expect((await refusalOf(enter({ amount: '0' }))).errors).toHaveProperty('amount')
  const other = await seedAgency(stage, stage.agency.provider)
  expect((await refusalOf(enter({}, other.admin))).code).toBe('not_found')
  const { id } = await enter({}, operations)
  expect((await refusalOf(enter({ amount: '60.00' }))).errors).toEqual({
    tax_month: 'CIS suffered to 05/06/2025 is entered already: withdraw it first',
  })
  expect((await refusalOf(close())).message).toBe(
    'CIS suffered to 05/06/2025 waits for approval: approve or withdraw it first',
  )
  expect((await refusalOf(approve(id, operations))).message).toBe(
    'Someone else must approve the figure that you entered',
  )
  expect((await refusalOf(approve(id, agency.admin))).code).toBe('not_allowed')
  await withdraw(id)
  expect((await refusalOf(approve(id))).code).toBe('precondition')
  const twice = await Promise.allSettled([enter(), enter()])
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [again] = await sql<{ id: string }>(
    "select id from transaction.cis_suffered where status = 'entered'",
  )
  await withdraw(again?.id ?? '')
})

test('CIS suffered: an approved figure is kept back from HMRC for the employer, until the month is corrected', async () => {
  const without = await close()
  const [hmrc_before] = await payments()
  await act(stage, operations, 'transaction.tax_month.correct', { id: without.id, reason: 'CIS came in' })
  const { id } = await enter({}, agency.admin)
  await approve(id)
  expect((await refusalOf(approve(id))).code).toBe('conflict')
  const closed = await close()
  expect(Number(closed.due)).toBeCloseTo(Number(without.due) - 50, 2)
  expect(Number(closed.relief)).toBeCloseTo(Number(without.relief) + 50, 2)
  const [hmrc, relief] = await payments()
  expect(Number(hmrc?.amount)).toBeCloseTo(Number(hmrc_before?.amount) - 50, 2)
  expect(relief).toEqual({ kind: 'relief', amount: closed.relief })
  expect(await broken()).toEqual([])
  expect((await refusalOf(withdraw(id))).message).toBe(
    'The tax month to 05/06/2025 is closed: correct it first',
  )
  expect((await refusalOf(enter({ tax_month: 1 }))).errors).toEqual({
    tax_month: 'The tax month to 05/06/2025 is closed: correct it first',
  })
  const record = await act<{ months: { cis_suffered: string; due: string }[] }>(
    stage,
    admin,
    'transaction.tax_month.p32',
    { paye_scheme_id, tax_year: '2025-26' },
  )
  expect(record.months[1]).toMatchObject({ cis_suffered: '50.00', due: closed.due })

  const eps = await act<{ id: string }>(stage, operations, 'transaction.rti_submission.build_eps', asked)
  const file = await act<{ content: string }>(stage, operations, 'transaction.rti_submission.download', {
    id: eps.id,
  })
  expect(file.content).toContain(
    '<RecoverableAmountsYTD><TaxMonth>2</TaxMonth><CISDeductionsSuffered>50.00</CISDeductionsSuffered></RecoverableAmountsYTD>',
  )

  await act(stage, operations, 'transaction.tax_month.correct', { id: closed.id, reason: 'Entered twice' })
  expect(await payments()).toMatchObject([{ kind: 'hmrc' }])
  expect(await broken()).toEqual([])
  await withdraw(id, agency.admin)
})

test('CIS suffered: more than the month owes waits for later months', async () => {
  const { id } = await enter({ amount: '5000.00' })
  await approve(id)
  const closed = await close()
  expect(closed.due).toBe('0.00')
  expect(await broken()).toEqual([])
  const [month] = await sql<{ cis_suffered: string; relief: string }>(
    'select cis_suffered::text, relief::text from transaction.tax_month where id = $1',
    closed.id,
  )
  expect(Number(month?.cis_suffered)).toBeLessThan(5000)
  expect(month?.relief).toBe(closed.relief)
})
