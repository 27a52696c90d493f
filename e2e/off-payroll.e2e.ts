/** Work inside IR35 through a limited company: the fee waits for its pay run, and everybody reads the deduction. */
import { expect, test } from 'vitest'
import { addDays, day } from '#kernel/day.ts'
import { card, field, pick, see } from './look.ts'
import { openBrowser, type Person, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

type Bill = { id: string; human_id: string; contract_id: string; due_date: string }

/** What the verb answers; a refusal fails the test. */
async function done<D>(person: Person, action_id: string, input: object): Promise<D> {
  const { data, message } = await person.act<D>(action_id, input)
  if (data === undefined) throw new Error(`${action_id}: ${message}`)
  return data
}

/** A fortnightly pay run, approved by a second person. */
async function run(operations: Person, approver: Person, paye_scheme_id: string, pay_day: string) {
  const asked = { paye_scheme_id, frequency: 'fortnight', pay_day }
  const { id } = await done<{ id: string }>(operations, 'transaction.pay_run.open', asked)
  await done(operations, 'transaction.pay_run.calculate', { id })
  const { checks } = await operations.ask<{ checks: { id: string; level: string; sentence: string }[] }>(
    `query ($id: uuid!) { checks: transaction_pay_run_check(where: { pay_run_id: { _eq: $id } }) { id level sentence } }`,
    { id },
  )
  expect(checks.filter(({ level }) => level === 'stop')).toEqual([])
  if (checks.length > 0)
    await done(operations, 'transaction.pay_run_check.answer', {
      ids: checks.map((one) => one.id),
      reason: 'Looked into it, it is right',
    })
  const checked = await done<{ content_hash: string }>(operations, 'transaction.pay_run.check', { id })
  await done(approver, 'transaction.pay_run.approve', { id, content_hash: checked.content_hash })
  return id
}

test('a statement inside: the payment waits for an off-payroll employment and its run, which deducts from the fee', async () => {
  const [worker, agency, operations, approver] = [
    await signIn(browser, stint, 'contractor'),
    await signIn(browser, stint, 'agency_admin'),
    await signIn(browser, stint, 'provider_operations'),
    await signIn(browser, stint, 'provider_approver'),
  ]
  const { bills } = await worker.ask<{ bills: Bill[] }>(
    `{ bills: transaction_invoice(where: { type: { _eq: "contractor-agency" }, status: { _eq: "open" }, is_credit_note: { _eq: false },
         timesheet_id: { _is_null: false } }, order_by: [{ due_date: desc }], limit: 1) { id human_id contract_id due_date } }`,
  )
  const [bill] = bills
  if (!bill) throw new Error('The contractor of the demo has an open self-bill')

  await agency.open(`/agency/contract/temp_placement/${bill.contract_id}`)
  const stated = card(agency.page, 'Status determination statement')
  await stated.getByRole('button', { name: 'Add statement' }).click()
  const form = agency.page.getByRole('dialog')
  await form.getByLabel('Decision').selectOption('inside')
  await form.getByLabel('Reasons').fill('The client directs the work')
  await form.getByLabel('Determined by').fill('Ada Byron')
  await form.getByLabel('File').setInputFiles({
    name: 'statement.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  })
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await see(stated.getByRole('link', { name: 'statement.pdf' }))
  await operations.open(`/provider/contract/temp_placement/${bill.contract_id}`)
  await card(operations.page, 'Status determination statement')
    .getByRole('button', { name: 'Verify' })
    .click()
  await see(card(operations.page, 'Status determination statement').getByText('Inside IR35').first())

  await agency.open(`/agency/transaction/invoice/${bill.id}`)
  await see(card(agency.page, 'Payment').getByText(/start an off-payroll employment/))

  await agency.open('/agency/paye/employment')
  await agency.page.getByRole('link', { name: 'New employment' }).click()
  await pick(agency.page, 'Worker', 'Marcus')
  const { schemes } = await agency.ask<{ schemes: { id: string; employer_reference: string }[] }>(
    '{ schemes: business_paye_scheme(where: { source: { _eq: "engine" } }, limit: 1) { id employer_reference } }',
  )
  const [scheme] = schemes
  await pick(agency.page, 'PAYE scheme', scheme?.employer_reference ?? '')
  await field(agency.page, 'Payroll id').fill('OP-1')
  await field(agency.page, 'Start date').fill('06/04/2026')
  await field(agency.page, 'Paid').selectOption('fortnight')
  await agency.page.getByLabel('Off-payroll worker').check()
  await field(agency.page, 'Starter declaration').selectOption('B')
  await agency.page.getByRole('button', { name: 'Start employment' }).click()
  await card(agency.page, 'Today').getByText('1257L').waitFor()
  const employment_id = new URL(agency.page.url()).pathname.split('/').at(-1)
  const letter = { employment_id, letter: 'A', effective_from: '2026-04-06' }
  await done(agency, 'business.ni_category.add', letter)

  await agency.open(`/agency/transaction/invoice/${bill.id}`)
  await see(card(agency.page, 'Payment').getByText(/waits for its pay run/))

  const { today } = await worker.session()
  const latest = [addDays(day(today), 7), day(bill.due_date)].toSorted().at(-1) ?? day(today)
  const run_id = await run(operations, approver, scheme?.id ?? '', latest)
  await operations.open(`/provider/paye/pay_run/${run_id}`)
  await see(operations.page.getByText('Marcus Bell').first())

  await worker.open(`/contractor/transaction/invoice/${bill.id}`)
  const deducted = card(worker.page, 'Deducted under IR35')
  await see(
    deducted.getByText('For the company, with VAT'),
    deducted.getByText('National Insurance', { exact: true }),
  )
  await deducted.getByRole('link', { name: /^PSL/ }).click()
  await see(card(worker.page, 'Deemed payment').getByRole('link', { name: bill.human_id }))
  // The deduction is no payment: the company is paid by a batch.
  await see(
    card(worker.page, 'Deemed payment').getByText(/^Due /),
    worker.page.getByText('Issued', { exact: true }),
  )
  await worker.open('/contractor')
  await see(
    card(worker.page, 'Where is my money')
      .getByText(/less tax/)
      .first(),
  )
  for (const person of [worker, agency, operations, approver]) await person.context.close()
})
