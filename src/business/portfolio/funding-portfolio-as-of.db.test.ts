import { expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import { filterWhere } from '#entity/filter.ts'
import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { act } from '#test/fixtures/world.ts'
import { fundedWeek } from '#test/money/stories/funded-tell.ts'
import { entities } from '../entities.ts'
import { funding_document } from './funding-portfolio.entity.ts'
import { debtRows, type LateDays, late_days } from './funding-rows.rules.ts'

const database = await freshDatabase()

const fields = `net_outstanding_balance disallowed_age disallowed_part_paid disallowed_credit_limit eligible concentration_excess
  availability funds_in_use retention_amount headroom overdue_amount verified_amount reassigned_amount recourse_amount
  recourse_outstanding raised_90_days credited_90_days dilution_percent dso_days client_count invoice_count`
const debtor_fields = `net_outstanding_balance eligible share_percent credit_limit headroom reassigned_amount recourse_amount
  recourse_outstanding funds_in_use oldest_raised_date`

const age_fields =
  'aged_current aged_0_30 aged_31_60 aged_61_90 aged_91_120 aged_over_120 net_outstanding_balance'

type Row = Record<string, unknown>

test('from ledger to headroom with recourse, retention and reassigned debt; and the same afterwards, as of each day', async () => {
  const one = await fundedWeek(database)
  const { agency } = one.placed
  const { admin, operations } = agency.provider
  const endpoint = new DataEndpoint({ database, clock: one.story.clock })
  const ask = async (as_of: string | null): Promise<{ agencies: Row[]; debtors: Row[]; ages: Row[] }> => {
    const args = as_of === null ? '' : `(args: { as_of: "${as_of}" })`
    const query = `{ agencies: get_funding_portfolio${args} { ${fields} } debtors: get_funding_debtors${args} { ${debtor_fields} } ages: get_funding_ages${args} { ${age_fields} } }`
    const { data, errors } = JSON.parse(await endpoint.execute(admin, { query }))
    expect(errors).toBeUndefined()
    return data
  }
  /** What the list of debts holds of an age, by the very filter that the figure links to. */
  const debtsOf = async (late: LateDays): Promise<string> => {
    const filter = debtRows({ alpha_code: 'GBP', agency_id: agency.id, late })
    const today = day(one.story.clock.today())
    const where = { _and: filterWhere(entities, funding_document, filter, today) }
    const query = `query rows($where: get_funding_documents_bool_exp!) { rows: get_funding_documents(where: $where) { outstanding_balance } }`
    const { data } = JSON.parse(await endpoint.execute(admin, { query, variables: { where } }))
    const rows: { outstanding_balance: number }[] = data.rows
    return rows.reduce((all, row) => all + row.outstanding_balance, 0).toFixed(2)
  }
  const told: [string, Awaited<ReturnType<typeof ask>>][] = []
  const evening = async (expected: Row) => {
    const now = await ask(null)
    expect(now.agencies).toMatchObject([expected])
    // The ages are the ledger, however old it is.
    for (const [at, age] of now.ages.entries()) {
      const { net_outstanding_balance: ledger, ...aged } = age
      const together = Object.values(aged).reduce((all: number, one) => all + Number(one), 0)
      expect([together.toFixed(2), ledger]).toEqual([
        Number(ledger).toFixed(2),
        now.agencies[at]?.net_outstanding_balance,
      ])
    }
    for (const [field, late] of Object.entries(late_days))
      expect([field, await debtsOf(late)]).toEqual([field, Number(now.ages[0]?.[field] ?? 0).toFixed(2)])
    told.push([one.story.clock.today(), now])
  }

  await one.rule({ advance_percent: '80', holds_payments: false })
  // 1,125.00 at 80 %, and 1,091.24 out already.
  await evening({
    eligible: 1125,
    availability: 900,
    funds_in_use: 1091.24,
    retention_amount: 0,
    headroom: -191.24,
  })

  await one.story.morning('2025-06-26')
  await act(one.story, admin, 'business.funding_retention.set', {
    agency_id: agency.id,
    amount: '50.00',
    reason: 'New to us',
    effective_from: '2025-06-26',
  })
  await one.works()
  await evening({ eligible: 2250, availability: 1800, retention_amount: 50, headroom: 658.76 })

  await one.story.morning('2025-06-27')
  await one.limit('1000.00')
  await evening({
    disallowed_credit_limit: 1250,
    eligible: 1000,
    recourse_amount: 125,
    recourse_outstanding: 125,
  })

  await one.story.morning('2025-06-28')
  const { receipt } = await one.pays('600.00')
  await evening({ net_outstanding_balance: 1650, eligible: 1000, recourse_amount: 0, funds_in_use: 491.24 })

  await one.story.morning('2025-06-29')
  await evening({ disallowed_part_paid: 525, recourse_amount: 491.24, disallowed_credit_limit: 125 })

  await one.story.morning('2025-06-30')
  await act(one.story, operations, 'transaction.payment_receipt.reverse', {
    id: receipt.id,
    reason: 'Bounced',
  })
  await one.reassign()
  await evening({
    net_outstanding_balance: 1125,
    reassigned_amount: 1125,
    recourse_amount: 1125,
    recourse_outstanding: 1125,
    funds_in_use: 1091.24,
  })

  await one.story.morning('2025-07-01')
  await one.limit('5000.00')
  await one.story.morning('2025-07-09')
  await one.pay_out('2025-07-09')
  // The second week's earnings made 191.24 of it good.
  await evening({ recourse_amount: 1125, recourse_outstanding: 933.76, funds_in_use: 1991.24 })

  await one.story.morning('2025-07-20')
  await one.pays('1125.00')
  await evening({
    reassigned_amount: 0,
    recourse_amount: 0,
    net_outstanding_balance: 1125,
    funds_in_use: 900,
  })
  await one.story.morning('2025-08-01')

  for (const [day, then] of told) {
    const again = await ask(day)
    expect({ day, ...again }).toEqual({ day, ...then })
  }
  expect((await ask('2025-06-14')).agencies).toEqual([])
  // A day that has not come is today.
  expect(await ask('2026-01-01')).toEqual(await ask(null))
  expect(present((await ask(null)).debtors[0], 'a debtor').funds_in_use).toBe(900)
})

test('as of a day that the nightly job skipped: disallowed for the facts of that day', async () => {
  const one = await fundedWeek(database)
  const { admin } = one.placed.agency.provider
  await one.rule({ age_days: 10 })
  // Raised on 15 June; nothing runs until three weeks later.
  one.story.clock.set(instant('2025-07-06T09:00:00.000Z'))
  const endpoint = new DataEndpoint({ database, clock: one.story.clock })
  const disallowed = async (as_of: string) => {
    const query = `{ rows: get_funding_portfolio(args: { as_of: "${as_of}" }) { disallowed_age eligible } }`
    return JSON.parse(await endpoint.execute(admin, { query })).data.rows
  }
  expect(await disallowed('2025-06-25')).toEqual([{ disallowed_age: 0, eligible: 1125 }])
  expect(await disallowed('2025-06-26')).toEqual([{ disallowed_age: 1125, eligible: 0 }])
})
