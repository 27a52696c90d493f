/** Payments to contractors are for work (spec §2): a bill of the same company, or of any supplier, is none of them. */
import { expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import { day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { seedPayout } from '#test/fixtures/cash.ts'
import { act, seedApprovedTimesheet, seedWeek, worldOn } from '#test/fixtures/world.ts'
import { intermediary_list } from '../tax/intermediary.list.tsx'
import { contractor_payment_list } from './contractor-payments.list.tsx'

const database = await freshDatabase()

const back_paid = `{ rows: transaction_payment_receipt_detail(where: { amount: { _eq: 900 }, invoice: { type: { _eq: "contractor-agency" } } }) {
  payment_receipt_summary { id } } }`

test('supplier payments: in no report of contractor payments, which agree with the ledger', async () => {
  const world = worldOn(database)
  const placed = await seedWeek(world)
  const { agency, contractor } = placed
  await seedApprovedTimesheet(world, placed)
  const { id } = await act<{ id: string }>(world, agency.admin, 'contract.purchase_ledger.create', {
    title: 'Laptops',
    description: 'Two laptops',
    amount: '250.00',
    supplier_id: contractor.payment_company_id,
    reference: 'L-1',
    payment_terms: 7,
  })
  await act(world, agency.provider.operations, 'contract.purchase_ledger.raise', { id })
  world.clock.set(instant(`${day('2025-07-02')}T09:00:00.000Z`))
  await seedPayout(world, agency.provider)

  const endpoint = new DataEndpoint({ database, clock: world.clock })
  const ask = async (query: string, variables?: Record<string, unknown>) => {
    const { data, errors } = JSON.parse(
      await endpoint.execute(agency.admin, { query, ...(variables ? { variables } : {}) }),
    )
    expect(errors).toBeUndefined()
    return data
  }
  const paid = await ask(
    `{ rows: transaction_payment_receipt_detail(where: { invoice: { type: { _eq: "contractor-agency" } } }, order_by: { amount: asc }) {
        amount invoice { generation_type } } }`,
  )
  expect(paid.rows).toEqual([
    { amount: 300, invoice: { generation_type: 'purchase_ledger' } },
    { amount: 900, invoice: { generation_type: 'timesheet' } },
  ])
  for (const { where } of [contractor_payment_list, intermediary_list]) {
    const query = `query($where: transaction_payment_receipt_detail_bool_exp!) {
      rows: transaction_payment_receipt_detail(where: $where) { amount } }`
    expect(await ask(query, { where })).toEqual({ rows: [{ amount: 900 }] })
  }
  const agreed = await ask('{ lines: get_contractor_payments_agreement { reported posted difference } }')
  expect(agreed.lines).toEqual([{ reported: 900, posted: 900, difference: 0 }])

  // What comes back a week later was not paid on its day, neither in the list nor in the books.
  const [payment] = (await ask(back_paid)).rows
  world.clock.set(instant('2025-07-09T09:00:00.000Z'))
  await act(world, agency.provider.operations, 'payment.payment_batch.return_payment', {
    payment_id: payment.payment_receipt_summary.id,
    return_code: 'account_closed',
  })
  for (const days of ['paid_from: "2025-07-01", paid_to: "2025-07-05"', 'paid_from: "2025-07-06"']) {
    const { lines } = await ask(
      `{ lines: get_contractor_payments_agreement(args: { ${days} }, where: { difference: { _neq: 0 } }) { reported posted } }`,
    )
    expect(lines).toEqual([])
  }
})
