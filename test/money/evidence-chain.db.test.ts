/**
 * From exposure to what proves it (experience.md, delight 15): who carries the risk of a debt opens a debtor, one of its
 * invoices, and its timesheet or receipt: three steps by the links of the pages, each with the viewer's own rights. The hash of
 * what was approved is worked out again for every invoice. A thousand invoices at night.
 */
import { expect, test } from 'vitest'
import { entities } from '#business/entities.ts'
import { funding_debtor_list } from '#business/portfolio/funding-debtors.list.tsx'
import { funding_debt_list } from '#business/portfolio/funding-debts.list.tsx'
import type { Evidence } from '#business/timesheets/check-evidence.server.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Category, Viewer } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import { decodeListState } from '#entity/url-codec.ts'
import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { matchedWhere } from '#web/list/model/request.ts'
import { shapeList } from '#web/list/model/shape.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import {
  act,
  type SeededAgency,
  type SeededPlacement,
  seedAgency,
  seedClient,
  seedColleague,
  seedProvider,
  seedTimesheets,
  weekdays,
} from '../fixtures/world.ts'
import { sessionOf } from '../lists/registry.ts'

const { database, world } = await freshWorld()
const endpoint = new DataEndpoint({ database, clock: world.clock })

const wanted = Number(process.env.EVIDENCE_INVOICES ?? (process.env.STINT_NIGHTLY ? 1000 : 48))
const weeks = wanted > 100 ? 50 : 6
const placements_a_model = Math.ceil(wanted / 2 / weeks)

async function ask<D>(viewer: Viewer, query: string, variables: object = {}): Promise<D> {
  const answer = JSON.parse(await endpoint.execute(viewer, { query, variables: { ...variables } }))
  expect(answer.errors).toBeUndefined()
  return answer.data
}

/** Approved weeks of several workers at two clients; every third invoice is paid in part. */
async function trade(agency: SeededAgency): Promise<void> {
  const clients = [await seedClient(world, agency), await seedClient(world, agency)]
  const placements: SeededPlacement[] = []
  for (let no = 0; no < placements_a_model; no += 1) {
    const client = present(clients[no % 2], 'a client')
    placements.push(await seedColleague(world, { agency, client }))
  }
  for (const placement of placements) {
    const sheets = (await seedTimesheets(world, placement)).slice(0, weeks)
    for (const sheet of sheets)
      await act(world, placement.contractor.viewer, 'transaction.timesheet.submit', {
        id: sheet.id,
        details: weekdays(sheet, placement.group_id),
      })
    const ids = sheets.map((sheet) => sheet.id)
    await act(world, placement.client.approver, 'transaction.timesheet.approve', { ids })
    await payPart(placement, ids)
  }
}

/** One receipt to many invoices. */
async function payPart(placement: SeededPlacement, timesheet_ids: readonly string[]): Promise<void> {
  const { operations } = placement.agency.provider
  type Row = { id: string; outstanding_balance: string; payable_bank_account_id: string }
  const { rows } = await database.owner.query<Row>(
    `select id, outstanding_balance, payable_bank_account_id from transaction.invoice
     where timesheet_id = any ($1) and type in ('provider-client', 'funder-client') order by human_id`,
    [timesheet_ids],
  )
  const some = rows.filter((_, at) => at % 3 === 0)
  const line = await act<{ id: string }>(world, operations, 'transaction.bank_line.record', {
    bank_account_id: some[0]?.payable_bank_account_id,
    transaction_date: world.clock.today(),
    amount: `${some.length * 10}.00`,
    counterparty: `Payer of ${placement.human_id}`,
  })
  const receipt = await act<{ id: string }>(world, operations, 'transaction.payment_receipt.record', {
    bank_line_id: line.id,
    for_business_id: placement.client.id,
  })
  await act(world, operations, 'transaction.payment_receipt.match', {
    id: receipt.id,
    matches: some.map(({ id, outstanding_balance }) => ({
      invoice_id: id,
      amount: '10.00',
      outstanding_balance,
    })),
  })
}

/** What the list of debts at an address asks for, as the browser reads it. */
function whereAt(viewer: Viewer, address: string): object {
  const category = viewer.category as Category // The viewers below are of categories.
  const shaped = shapeList(entities, funding_debt_list, sessionOf(category, category_roles[viewer.category]))
  const { pathname, searchParams } = new URL(address, 'https://stint.example')
  expect(pathname).toBe(`/${category}/report/funding_debt`)
  const state = decodeListState(shaped.url, Object.fromEntries(searchParams))
  const filters = ['agency_id', 'alpha_code', 'client_id', 'is_reassigned']
  expect(Object.keys(state.filter_by ?? {}).sort(), 'the list knows every filter of the link').toEqual(
    filters,
  )
  return matchedWhere({ entities, shaped, state, base: {}, today: day(world.clock.today()) })
}

type Debt = ListRow & {
  readonly outstanding_balance: number
  readonly received_amount: number
  readonly receipt_id: string | null
}

async function follow(viewer: Viewer): Promise<{ invoices: number; receipts: number }> {
  const category = viewer.category as Category // The viewers below are of categories.
  const { debtors } = await ask<{ debtors: ListRow[] }>(
    viewer,
    '{ debtors: get_funding_debtors { id client_id agency_id alpha_code net_outstanding_balance } }',
  )
  const found = new Set<string>()
  let receipts = 0
  for (const debtor of debtors) {
    // One: the debtor's row. What it opens is the figure, to the penny.
    const address = present(funding_debtor_list.link?.(debtor, category), 'a link of the debtor')
    const { rows } = await ask<{ rows: Debt[] }>(
      viewer,
      `query debts($where: get_funding_documents_bool_exp!) { rows: get_funding_documents(where: $where) {
         id outstanding_balance is_credit_note listed_id timesheet_id received_amount receipt_id } }`,
      { where: whereAt(viewer, address) },
    )
    const owed = rows.reduce((sum, row) => sum + Math.round(row.outstanding_balance * 100), 0)
    expect(owed).toBe(Math.round(Number(debtor.net_outstanding_balance) * 100))
    for (const row of rows) {
      await toTimesheet(viewer, present(funding_debt_list.link?.(row, category), 'a link of the debt'), row)
      if (row.receipt_id !== null) receipts += await toReceipt(viewer, row)
      found.add(row.id)
    }
  }
  return { invoices: found.size, receipts }
}

/** Two: the debt's row opens the invoice that its reader is listed. Three: its timesheet, whose hash is worked out again. */
async function toTimesheet(viewer: Viewer, address: string, row: Debt): Promise<void> {
  const id = address.split('/').at(-1)
  expect(address).toBe(`/${viewer.category}/transaction/invoice/${id}`)
  const { invoice } = await ask<{
    invoice: { timesheet: Record<'id' | 'status' | 'evidence_hash', string> }
  }>(
    viewer,
    `query invoice($id: uuid!) { invoice: transaction_invoice_by_pk(id: $id) { timesheet { id status evidence_hash } } }`,
    { id },
  )
  const sheet = present(invoice, 'an invoice that its reader sees').timesheet
  expect([sheet.id, sheet.status]).toEqual([row.timesheet_id, 'approved'])
  const evidence = await act<Evidence>(world, viewer, 'transaction.timesheet.check_evidence', {
    id: sheet.id,
  })
  expect(evidence).toEqual({ evidence_hash: sheet.evidence_hash, agrees: true })
}

/** From the debt's row to the receipt that paid of it. */
async function toReceipt(viewer: Viewer, row: Debt): Promise<number> {
  const { receipt } = await ask<{ receipt: { amount: number } | null }>(
    viewer,
    'query receipt($id: uuid!) { receipt: transaction_payment_receipt_summary_by_pk(id: $id) { amount } }',
    { id: row.receipt_id },
  )
  const { amount } = present(receipt, 'a receipt that its reader sees')
  expect(amount).toBeGreaterThanOrEqual(row.received_amount)
  return 1
}

test(`three steps from exposure to signed timesheet and receipt, for each of ${placements_a_model * weeks * 2} invoices`, async () => {
  world.clock.advance({ days: 7 * weeks })
  const provider = await seedProvider(world)
  const direct = await seedAgency(world, provider)
  const indirect = await seedAgency(world, provider, { funding_model: 'indirect' })
  await trade(direct)
  await trade(indirect)
  const each = placements_a_model * weeks
  const paid = placements_a_model * Math.ceil(weeks / 3)
  const funder = present(indirect.funder, 'a funder').admin
  for (const viewer of [provider.admin, funder])
    expect(await follow(viewer)).toEqual({ invoices: each, receipts: paid })
  // And what was changed behind everybody's back is seen at the end of the same path.
  const { rows } = await database.owner.query<{ timesheet_id: string }>(
    `update transaction.timesheet_detail set units = units + 0.5 where id in (
       select d.id from transaction.timesheet_detail d join transaction.invoice i on i.timesheet_id = d.timesheet_id
       where i.funder_id = $1 and i.type = 'funder-client' order by i.human_id, d.date limit 1)
     returning timesheet_id`,
    [funder.business_id],
  )
  const id = present(rows[0], 'a changed timesheet').timesheet_id
  const evidence = await act<Evidence>(world, funder, 'transaction.timesheet.check_evidence', { id })
  expect(evidence.agrees).toBe(false)
}, 3_600_000)
