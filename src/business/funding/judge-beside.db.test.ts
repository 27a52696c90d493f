import { expect, test } from 'vitest'
import { addDays } from '#kernel/day.ts'
import { inTransaction } from '#server/tx.ts'
import { billOf } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, seedApprovedTimesheets, seedWeek } from '#test/fixtures/world.ts'
import { evaluateDisallowance } from './evaluate-disallowance.server.ts'

const { database, world } = await freshWorld()

test('nightly judgement: waits for a parallel change of a client’s debt', async () => {
  const placed = await seedWeek(world)
  const { client, agency } = placed
  const bills = []
  for (const sheet of await seedApprovedTimesheets(world, placed))
    bills.push((await billOf(database, sheet)).id)
  const [older, newer] = bills
  // From tomorrow on there is room for one of the two.
  await act(world, agency.provider.admin, 'business.credit_limit.set', {
    client_id: client.id,
    currency: 'GBP',
    amount: '1125.00',
    effective_from: addDays(world.clock.today(), 1),
    reason: 'Its rating fell',
  })
  world.clock.advance({ days: 1 })
  const { clock } = world
  let night: Promise<unknown> = Promise.resolve()
  await inTransaction(database, async (tx) => {
    // The older one is paid in full, and not yet committed.
    await tx.run(
      `update transaction.invoice set status = 'closed', outstanding_balance = 0, paid_amount = total_amount where id = $1`,
      [older],
    )
    await evaluateDisallowance({ tx, clock }, [{ client_id: client.id, principal_id: agency.provider.id }])
    let is_over = false
    night = inTransaction(database, (beside) =>
      evaluateDisallowance({ tx: beside, clock }, [{ client_id: null, principal_id: agency.provider.id }]),
    ).finally(() => {
      is_over = true
    })
    const waits = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    while (!is_over && (await database.owner.query(waits)).rowCount === 0);
  })
  await night
  const { rows } = await database.owner.query<{ is_disallowed: boolean }>(
    'select is_disallowed from transaction.invoice where id = $1',
    [newer],
  )
  expect(rows).toEqual([{ is_disallowed: false }])
})
