/** `verify` finds each row of corrections that was changed in the database itself. */
import { beforeAll, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '#test/database.ts'
import { billOf, seedPaid, seedPayout } from '#test/fixtures/cash.ts'
import { credit, expectVerified } from '#test/fixtures/corrections.ts'
import { act, seedApprovedTimesheets, seedWeek, weekdays, worldOn } from '#test/fixtures/world.ts'
import { invariants } from '../ledger/invariants.server.ts'

const database = await freshDatabase()

beforeAll(async () => {
  const world = worldOn(database)
  const placement = await seedWeek(world, { placement: { funding_type: 'partly_funded' } })
  const { provider, user, id: agency_id } = placement.agency
  const [first, second] = await seedApprovedTimesheets(world, placement)
  const [one, two] = [present(first, 'a week'), present(second, 'another')]
  await seedPaid(world, placement, await billOf(database, one))
  await seedPayout(world, provider, '2025-06-25')
  await act(world, user, 'transaction.timesheet.refine', {
    id: one.id,
    mode: 'full',
    details: weekdays(one, placement.group_id, '6'),
    reason: 'A holiday',
  })
  await credit(world, provider.operations, await billOf(database, two), { amount: '12.00' })
  await act(world, provider.operations, 'transaction.collection_note.create', {
    agency_id,
    amount: '5.00',
    reason: 'Charges',
  })
  await act(world, user, 'transaction.consolidated_invoice.create', {
    client_id: placement.client.id,
    period_start: '2025-06-01',
    period_end: '2025-06-30',
  })
})

test('as it was made it holds', () => expectVerified(database))

const allocation = '(select id from transaction.credit_allocation order by id limit 1)'
const edits: readonly { says: string; edit: string }[] = [
  {
    says: 'a penny more of a credit',
    edit: `update transaction.credit_allocation set amount = amount + 0.01 where id = ${allocation}`,
  },
  { says: 'a credit gone', edit: `delete from transaction.credit_allocation where id = ${allocation}` },
  {
    says: 'a credit taken back behind the books',
    edit: `update transaction.credit_allocation set reversal_date = '2025-06-15' where id = ${allocation}`,
  },
  {
    says: 'a credit moved to a document of another kind',
    edit: `update transaction.credit_allocation a set invoice_id = (select i.id from transaction.invoice i
      join transaction.invoice n on n.id = a.credit_note_id where i.type <> n.type and i.total_amount > 0 limit 1) where a.id = ${allocation}`,
  },
  {
    says: 'a credit note of another document',
    edit: `update transaction.invoice n set parent_invoice_id = (select p.id from transaction.invoice p
      where p.type <> n.type and not p.is_credit_note and not exists (select from transaction.invoice x
        where x.invoice_set_id = n.invoice_set_id and x.parent_invoice_id = p.id) limit 1)
      where n.id = (select id from transaction.invoice where is_credit_note order by id limit 1)`,
  },
  {
    says: 'a credited set alive again',
    edit: `update transaction.invoice_set set status = 'live' where status = 'credited'`,
  },
  {
    says: 'a live set called credited',
    edit: `update transaction.invoice_set set status = 'credited' where status = 'live'`,
  },
  {
    says: 'a consolidated invoice of a penny more',
    edit: `update transaction.consolidated_invoice set amount = amount + 0.01, total_amount = total_amount + 0.01`,
  },
  {
    says: 'a member that left without a word',
    edit: `update transaction.invoice set consolidated_invoice_id = null
      where id = (select id from transaction.invoice where consolidated_invoice_id is not null limit 1)`,
  },
  {
    says: 'a canceled consolidation that keeps its members',
    edit: `update transaction.consolidated_invoice set status = 'canceled'`,
  },
  {
    says: 'a collection note forgiven',
    edit: `update transaction.collection_note set recovered_amount = amount, status = 'closed'`,
  },
]

test.each(edits)('verify finds $says', async ({ edit }) => {
  const client = await database.owner.connect()
  try {
    await client.query('begin')
    for (const table of ['transaction.invoice', 'transaction.consolidated_invoice'])
      await client.query(`alter table ${table} disable trigger user`)
    expect((await client.query(edit)).rowCount).toBeGreaterThan(0)
    let found = 0
    for (const { sql } of invariants) found += (await client.query(sql)).rows.length
    expect(found).toBeGreaterThan(0)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
