/** Payroll's reports: cost by client, pension contributions, attachment schedule and variance, beside payslips and books. */
import { expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { hoursOf } from '#test/fixtures/documents.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { act, seedClient, seedPlacement, seedTimesheets } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, provider, agency, client, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
const endpoint = new DataEndpoint({ database, clock: world.clock })
const { placement, employment_id, contractor_id } = await steps.employed()

async function paidRun(pay_day: string) {
  const { id } = await steps.open(pay_day)
  await steps.calculate(id)
  await steps.answerAll(id)
  const { payslips } = await steps.approve(id, (await steps.check(id)).content_hash)
  return { id, ids: payslips.map((slip) => slip.id) }
}
async function rows(viewer: Viewer, query: string): Promise<Record<string, unknown>[]> {
  const { data, errors } = JSON.parse(await endpoint.execute(viewer, { query: `{ rows: ${query} }` }))
  expect(errors).toBeUndefined()
  return data.rows
}

const amountsOf =
  (...fields: readonly string[]) =>
  (row: Record<string, unknown>) => ({
    ...row,
    ...Object.fromEntries(fields.map((field) => [field, Number(row[field])])),
  })

const { id: pension_scheme_id } = await act<{ id: string }>(
  world,
  agency.admin,
  'business.pension_scheme.add',
  {
    paye_scheme_id,
    name: 'Nest 2025',
    provider: 'Nest',
    employer_reference: 'EMP001',
    relief: 'at_source',
    basis: 'qualifying',
    employee_percent: '5',
    employer_percent: '3',
  },
)
await act(world, agency.admin, 'business.pension_membership.enrol', {
  employment_id,
  pension_scheme_id,
  entry: 'automatic',
  effective_from: '2025-06-02',
  informed_on: '2025-06-02',
})
await act(world, agency.admin, 'business.attachment_order.add', {
  ...{ employment_id, kind: 'dea', authority: 'Leeds Council', reference: 'DEA-77' },
  ...{ order_date: '2025-06-02', received_on: '2025-06-09', rate: 'standard' },
})
// A second placement of the worker, at another client, on the same payslip.
const other = await seedClient(world, agency)
const second = await seedPlacement(
  world,
  { agency, client: other, contractor: placement.contractor },
  { rates: [{ name: 'Standard', contractor_rate: '22.4140', client_rate: '32.00' }] },
)
await steps.week(placement, weeks.first, '7')
const days = weeks.first.slice(0, 3)
const sheet = present(
  (await seedTimesheets(world, second)).find(
    ({ start_date, end_date }) => start_date <= weeks.first[0] && weeks.first[0] <= end_date,
  ),
  'the week',
)
await act(world, placement.contractor.viewer, 'transaction.timesheet.submit', {
  id: sheet.id,
  details: hoursOf(second, days, '2.5'),
})
await act(world, other.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
const first = await paidRun('2025-06-20')
world.clock.set(instant('2025-06-20T09:00:00.000Z'))
await act(world, provider.operations, 'transaction.payslip.confirm_paid', { ids: first.ids })

const costs = `transaction_payroll_figure(where: { payslip_id: { _eq: "${first.ids[0]}" } }, order_by: [{ pay_added: desc }]) {
  pay_added cost_added cost_by_gross client { name } }`

test('cost by client: what each added, and shares by gross pay, come to the payslip’s costs', async () => {
  const [slip] = await sql<{ gross_pay: string; costs: string }>(
    `select gross_pay, employer_ni + employer_pension + apprenticeship_levy as costs from transaction.payslip where id = $1`,
    first.ids[0],
  )
  const found = await rows(provider.admin, costs)
  expect(await rows(agency.admin, costs)).toEqual(found)
  expect(found).toHaveLength(2)
  const pence = (field: string) => found.reduce((sum, row) => sum + Math.round(Number(row[field]) * 100), 0)
  const total = Math.round(Number(present(slip, 'the payslip').costs) * 100)
  expect([pence('cost_added'), pence('cost_by_gross')]).toEqual([total, total])
  expect(pence('pay_added')).toBe(Math.round(Number(slip?.gross_pay) * 100))
  // The first timesheet takes the threshold, so the second costs more than its share.
  const [, small] = found
  const { cost_added, cost_by_gross, pay_added } = present(small, 'the second placement')
  expect(Number(cost_added)).toBeGreaterThan(Number(cost_by_gross))
  const exact = (Number(pay_added) * total) / Number(slip?.gross_pay) / 100
  expect(Math.abs(Number(cost_by_gross) - exact)).toBeLessThanOrEqual(0.01)
})

test('pension contributions: pensionable pay, status and scheme of the pay day', async () => {
  const query = `transaction_pay_run_payslip(where: { payslip_id: { _is_null: false } }) {
    pensionable_pay employee_pension employer_pension pension_state pension_name }`
  const [kept] = await sql<{ pensionable: string; employee: string; employer: string }>(
    `select (kept #>> '{parts,0,pension,pensionable}')::numeric / 100 as pensionable, employee_pension as employee,
       employer_pension as employer from transaction.pay_run_payslip where pay_run_id = $1`,
    first.id,
  )
  const found = (await rows(agency.admin, query)).map(
    amountsOf('pensionable_pay', 'employee_pension', 'employer_pension'),
  )
  expect(found).toEqual([
    {
      pensionable_pay: Number(kept?.pensionable),
      employee_pension: Number(kept?.employee),
      employer_pension: Number(kept?.employer),
      pension_state: 'enrolled',
      pension_name: 'Nest 2025',
    },
  ])
  expect(Number(kept?.employee)).toBeGreaterThan(0)
})

test('attachment schedule: each order’s month with its worker, as the books owe it', async () => {
  const query = `transaction_payroll_payment(where: { attachment_order_id: { _is_null: false } }) {
    amount reference payee { name } attachment_order { kind employment { contractor_id } } }`
  const [owed] = await sql<{ amount: string }>(
    `select -sum(p.amount) as amount from ledger.posting p join ledger.account a on a.id = p.account_id where a.kind = 'attachment_payable'`,
  )
  const found = (await rows(provider.admin, query)).map(amountsOf('amount'))
  expect(found).toEqual([
    {
      amount: Number(owed?.amount),
      reference: 'DEA-77',
      payee: { name: 'Leeds Council' },
      attachment_order: { kind: 'dea', employment: { contractor_id } },
    },
  ])
  expect((await rows(agency.admin, query)).map(amountsOf('amount'))).toEqual(found)
})

test('variance: a payslip beside the last one; a first payslip has none', async () => {
  await steps.week(placement, weeks.second, '8')
  const next = await paidRun('2025-06-27')
  const query = `transaction_pay_run_payslip(where: { last_net_pay: { _is_null: false }, net_change: { _neq: 0 } }) {
    pay_run_id net_pay last_net_pay net_change }`
  const found = await rows(provider.operations, query)
  expect(found.map((row) => row.pay_run_id)).toEqual([next.id])
  const [row] = found
  const of = (name: string) => Math.round(Number(row?.[name]) * 100)
  expect(of('net_change')).toBe(of('net_pay') - of('last_net_pay'))
})

test('strangers: a client, the worker and another role of the agency read none of the reports', async () => {
  const { data } = JSON.parse(await endpoint.execute(client.approver, { query: `{ rows: ${costs} }` }))
  expect(data ?? null).toBeNull()
  const worker = JSON.parse(
    await endpoint.execute(placement.contractor.viewer, {
      query: '{ rows: transaction_pay_run_payslip { pension_state } }',
    }),
  )
  expect(worker.errors).toHaveLength(1)
  const own = await rows(placement.contractor.viewer, 'transaction_pay_run_payslip { pensionable_pay }')
  expect(own).toHaveLength(2)
})
