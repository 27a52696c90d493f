/** What stories of funding share: a funded week of work, the advance on it paid, and who then does what. */
import { test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase, type TestDatabase } from '../../database.ts'
import { documentsOf, match, seedPayout, seedReceipt } from '../../fixtures/cash.ts'
import {
  act,
  type SeededPlacement,
  seedApprovedTimesheet,
  seedTimesheets,
  seedWeek,
} from '../../fixtures/world.ts'
import { everythingHolds, type Story, storyOn, type Told } from './tell.ts'

type Bill = { id: string; human_id: string }

/** One week of 937.50 and VAT: 900.00 to the contractor, a fee of 33.76, and 191.24 for the agency. */
export const week = (due: { run: string; contractor: string; raised: string; client: string }) =>
  [
    `agency-provider 937.50 + 187.50, due ${due.run}`,
    `agency_earnings 191.24 + 0.00, due ${due.run}`,
    `contractor-agency 750.00 + 150.00, due ${due.contractor}`,
    `provider-agency 28.13 + 5.63, due ${due.raised}`,
    `provider-client 937.50 + 187.50, due ${due.client}`,
  ] as const

/** The first week as every story begins with it. */
export const first_week = week({
  run: '2025-06-18',
  contractor: '2025-06-22',
  raised: '2025-06-15',
  client: '2025-07-15',
})

/** What the books hold of weeks that are raised, besides bank, debtor and what the agency owes or is owed. */
export const standing = (weeks: number) => {
  const times = (pence: number) => ((pence * weeks) / 100).toFixed(2)
  return {
    fee_income: `fee_income -${times(2813)}`,
    input_vat: `input_vat ${times(18750)}`,
    output_vat: `output_vat -${times(19313)}`,
    purchases: `purchases ${times(93750)}`,
    sales: `sales -${times(93750)}`,
  }
}

export type Funded = {
  readonly story: Story
  readonly placed: SeededPlacement
  readonly bill: Bill
  /** Everything there is of the agency's; weeks of work approved, and what of the books is this story's own. */
  stands(told: {
    documents: readonly string[]
    books: readonly string[]
    cash: readonly string[]
    open: readonly string[]
  }): Promise<void>
  /** The client pays so much of an invoice. */
  pays(amount: string, of?: Bill): Promise<{ receipt: Bill; detail_id: string }>
  /** A batch of this day, made, reviewed and completed. */
  pay_out(run_date: string): Promise<void>
  /** The next week is approved. Its bill. */
  works(): Promise<Bill>
  /** The client's limit from this day on. */
  limit(amount: string): Promise<void>
  rule(rule: Record<string, unknown>): Promise<void>
  reassign(reason?: string, of?: Bill): Promise<{ recourse_amount: string }>
}

/** A week approved on 15 June 2025 and paid out by 25 June. */
export async function fundedWeek(
  database: TestDatabase,
  change: Parameters<typeof seedWeek>[1] = {},
): Promise<Funded> {
  const story = storyOn(database)
  const placed = await seedWeek(story, change)
  const { provider } = placed.agency
  const billOf = async (sheet: { id: string }) =>
    present(
      Object.values(await documentsOf(database, sheet)).find((one) => one.type.endsWith('-client')),
      'a bill to the client',
    )
  const bill = await billOf(await seedApprovedTimesheet(story, placed))
  await story.morning('2025-06-25')
  await seedPayout(story, provider)
  const rows = () =>
    database.owner.query('select 1 from transaction.timesheet where agency_id = $1 and status = $2', [
      placed.agency.id,
      'approved',
    ])
  return {
    story,
    placed,
    bill,
    stands: async ({ documents, books, cash, open }) => {
      const weeks = (await rows()).rows.length
      const told: Told = {
        documents,
        books: [...books, ...Object.values(standing(weeks))].sort(),
        work: Array.from({ length: weeks }, () => 'timesheet approved'),
        cash,
        open,
      }
      await story.stands(placed.agency.id, told)
    },
    pays: async (amount, of = bill) => {
      const receipt = await seedReceipt(story, placed, amount)
      const matched = await match(story, provider.operations, receipt, of, amount)
      return { receipt, detail_id: present(matched.details[0], 'a match').id }
    },
    pay_out: async (run_date) => void (await seedPayout(story, provider, run_date)),
    works: async () => {
      const [sheet] = await seedTimesheets(story, placed)
      return billOf(await seedApprovedTimesheet(story, placed, sheet))
    },
    limit: async (amount) => {
      await act(story, provider.admin, 'business.credit_limit.set', {
        client_id: placed.client.id,
        currency: 'GBP',
        amount,
        effective_from: story.clock.today(),
        reason: 'Its rating fell',
      })
    },
    rule: async (rule) => {
      await act(story, provider.admin, 'business.funding_rule.set', {
        age_days: 120,
        effective_from: story.clock.today(),
        ...rule,
      })
    },
    reassign: (reason = 'The client is insolvent', of = bill) =>
      act(story, provider.admin, 'transaction.invoice.reassign', { id: of.id, reason }),
  }
}

/**
 * A story in a database of its own, since a morning is everybody's: `how_many` are made at once. After each everything
 * holds that must.
 */
export async function storyTeller(
  how_many: number,
): Promise<(title: string, story: (database: TestDatabase) => Promise<void>) => void> {
  const databases: TestDatabase[] = []
  for (let n = 0; n < how_many; n += 1) databases.push(await freshDatabase())
  return (title, story) => {
    const database = present(databases.shift(), 'a database for the story')
    test(title, async () => {
      await story(database)
      await everythingHolds(database)
    })
  }
}
