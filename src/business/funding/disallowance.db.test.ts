import { beforeAll, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { type Day, day } from '#kernel/day.ts'
import { currency, formatMoney, parseMoney } from '#kernel/money.ts'
import { runDaily } from '#server/daily.server.ts'
import { inTransaction } from '#server/tx.ts'
import { match, seedReceipt, sterling } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, cutLimit, type SeededPlacement, seedNextWeek, seedWeek } from '#test/fixtures/world.ts'
import { disallow, type FundingRule } from './disallow.rules.ts'
import { evaluateDisallowance } from './evaluate-disallowance.server.ts'

const { database, world } = await freshWorld()
const gbp = currency('GBP')
let placement: SeededPlacement

beforeAll(async () => {
  placement = await seedWeek(world)
  await limit('2000.00')
})

type Judged = {
  id: string
  outstanding_balance: string
  is_disallowed: boolean
  disallowed_status: string | null
  disallowed_amount: string
  raised_date: Day
  due_date: Day
  is_part_paid: boolean
  last_payment_date: Day | null
}

async function judged(): Promise<Judged[]> {
  const { rows } = await database.owner.query<Judged>(
    `select * from transaction.invoice where type = 'provider-client' order by raised_date, length(human_id), human_id`,
  )
  return rows
}
const said = async () =>
  (await judged()).map((row) =>
    row.is_disallowed ? `${row.disallowed_status} ${row.disallowed_amount}` : 'in',
  )
const noted = async (invoice_id: string) => {
  const { rows } = await database.owner.query<{ said: string }>(
    `select coalesce(reason, 'in again') || ' ' || amount as said from transaction.disallowance
     where invoice_id = $1 order by created_at, id`,
    [invoice_id],
  )
  return rows.map((row) => row.said)
}

const agency = () => placement.agency
const limit = (amount: string) => cutLimit(world, placement, amount)

/** One more approved week: £1,125.00. */
async function week(): Promise<string> {
  await seedNextWeek(world, placement)
  return present((await judged()).at(-1), 'an invoice').id
}

test('debt above the limit is out until it is paid or the limit is raised, and every change is noted', async () => {
  const first = await week()
  expect(await said()).toEqual(['in'])
  const second = await week()
  expect(await said()).toEqual(['in', 'Credit Limit exceeded 250.00'])
  await week()
  expect(await said()).toEqual(['in', 'Credit Limit exceeded 250.00', 'Credit Limit exceeded 1125.00'])
  const receipt = await seedReceipt(world, placement, '1125.00')
  await match(world, agency().provider.operations, receipt, { id: first }, '1125.00')
  expect(await said()).toEqual(['in', 'in', 'Credit Limit exceeded 250.00'])
  await limit('2250.00')
  expect(await said()).toEqual(['in', 'in', 'in'])
  expect(await noted(second)).toEqual(['Credit Limit exceeded 250.00', 'in again 0.00'])
  await limit('0.00')
  expect(await said()).toEqual(['in', 'Credit Limit exceeded 1125.00', 'Credit Limit exceeded 1125.00'])
  await limit('2250.00')
})

test('a part payment is borne on its day and is out from the next; paid in full it is in', async () => {
  const [, second] = await judged()
  const receipt = await seedReceipt(world, placement, '1125.00')
  await match(world, agency().provider.operations, receipt, present(second, 'a second bill'), '125.00')
  expect((await said())[1]).toBe('in')
  world.clock.advance({ days: 1 })
  await runDaily(world)
  expect((await said())[1]).toBe('Partly paid invoice disapproval 1000.00')
  await match(world, agency().provider.operations, receipt, present(second, 'a second bill'), '1000.00')
  expect((await said())[1]).toBe('in')
})

test('age: disallows by itself as days pass, by the rule in force', async () => {
  world.clock.advance({ days: 121 })
  await runDaily(world)
  expect((await said())[2]).toBe('Age disapproval 1125.00')
  await act(world, agency().provider.admin, 'business.funding_rule.set', {
    age_days: 365,
    effective_from: world.clock.today(),
  })
  expect((await said())[2]).toBe('in')
})

test('the statement judges as the rule does', async () => {
  for (let n = 0; n < 8; n += 1) await week()
  let state = 7
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const today = world.clock.today()
  for (let round = 0; round < 40; round += 1) {
    const rule: FundingRule = {
      age_days: 1 + random(200),
      age_basis: random(2) ? 'due_date' : 'raised_date',
      part_paid_days: random(30),
    }
    const most = `${random(9000)}.${random(10)}0`
    await database.owner.query(
      `update transaction.invoice set outstanding_balance = (abs(hashtext(id::text || $1)) % 200000 - 20000) / 100.0,
         is_part_paid = abs(hashtext($1 || id::text)) % 3 = 0, due_date = $2::date - abs(hashtext(id::text || $1)) % 240,
         last_payment_date = $2::date - abs(hashtext($1 || id::text)) % 60, status = 'open'
       where type = 'provider-client'`,
      [`round ${round}`, today],
    )
    await database.owner.query(
      `update business.funding_rule set age_days = $1, age_basis = $2, part_paid_days = $3`,
      [rule.age_days, rule.age_basis, rule.part_paid_days],
    )
    await database.owner.query(
      `update business.credit_limit set amount = $1 where currency_id = $2 and deleted_at is null`,
      [most, sterling],
    )
    await inTransaction(database, (tx) =>
      evaluateDisallowance({ tx, clock: world.clock }, [{ client_id: null, principal_id: null }]),
    )
    const rows = await judged()
    const expected = disallow(
      rows.map((row) => ({
        ...row,
        outstanding_balance: parseMoney(row.outstanding_balance, gbp),
        raised_date: day(row.raised_date),
        due_date: day(row.due_date),
      })),
      rule,
      parseMoney(most, gbp),
      today,
    )
    expect(rows.map((row) => [row.id, row.disallowed_status, row.disallowed_amount])).toEqual(
      rows.map(({ id }) => {
        const one = expected.get(id)
        return [id, one?.reason ?? null, one ? formatMoney(one.amount) : '0.00']
      }),
    )
  }
})
