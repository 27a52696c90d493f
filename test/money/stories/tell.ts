/**
 * Stories of money: what is done, day by day, and after each step everything that must stand and nothing else: documents,
 * what they come to in the books, states of the work, mails. A story reads what the database holds, by names a reader
 * knows (roles and document types), so that the same expectations hold whatever the ids are.
 */
import { expect } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { runDaily } from '#server/daily.server.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import type { TestDatabase } from '../../database.ts'
import { type World, worldOn } from '../../fixtures/world.ts'

export type Told = {
  /** `provider-client 5000.00 + 1000.00, due 2025-06-29`, in the order of their types. */
  readonly documents?: readonly string[]
  /** Account by account what the books hold of these agencies, zeros left out: `client_receivable 6000.00`. */
  readonly books?: readonly string[]
  /** `EXP approved`, one a record, by number. */
  readonly work?: readonly string[]
  /** Subjects of mails, in any order: those of one moment have none. */
  readonly mails?: readonly string[]
  /** What is open of the documents, as far as a story is about it: `provider-client 1200.00`. */
  readonly open?: readonly string[]
  /** Receipts, payments and collection notes with what of them stands against something, as far as a story is about it. */
  readonly cash?: readonly string[]
}

export type Story = World & {
  readonly database: TestDatabase
  /** Moves the clock to the morning of a day and does the day's work, as the first process to see it does. */
  morning(day: string): Promise<void>
  /** Everything there is of this agency's; a part that is not named must be empty. */
  stands(agency_id: string, told: Told): Promise<void>
}

/** A story in a world of its own, told from Sunday 15 June 2025 on unless said. */
export function storyOn(database: TestDatabase, now?: string): Story {
  const world = worldOn(database, now)
  return {
    ...world,
    database,
    morning: async (day) => {
      world.clock.set(instant(`${day}T08:00:00.000Z`))
      // Stories share a database; that another one has seen this day is not theirs to know.
      await database.owner.query(`delete from platform.idempotency where user_id = 'system' and key = $1`, [
        `daily:${day}`,
      ])
      await runDaily({ database, clock: world.clock })
    },
    stands: async (agency_id, told) => {
      const { open, cash, mails, ...stands } = await readTold(database, agency_id)
      expect({
        ...stands,
        mails: mails?.toSorted(),
        ...(told.open === undefined ? {} : { open }),
        ...(told.cash === undefined ? {} : { cash }),
      }).toEqual({
        ...told,
        documents: told.documents ?? [],
        books: told.books ?? [],
        work: told.work ?? [],
        mails: told.mails?.toSorted() ?? [],
      })
    },
  }
}

const queries = {
  documents: `select i.type || ' ' || i.amount || ' + ' || i.tax_amount || ', due ' || i.due_date
      || case when i.is_debit then ', debit' else '' end || case when i.is_credit_note then ', credit' else '' end as told
    from transaction.invoice i join platform.currency y on y.id = i.currency_id where i.agency_id = $1
    order by i.raised_date, i.generation_type, i.type, i.amount`,
  books: `select a.kind || ' ' || sum(p.amount) as told from ledger.posting p join ledger.account a on a.id = p.account_id
    join ledger.transaction t on t.id = p.transaction_id where t.agency_id = $1
    group by a.kind having sum(p.amount) <> 0 order by a.kind`,
  work: `select told from (
      select 'timesheet ' || status as told, 1 as rank, human_id from transaction.timesheet where agency_id = $1 and status <> 'draft'
      union all select 'expense ' || status, 2, human_id from transaction.expense where agency_id = $1
      union all select type || ' ' || status, 3, human_id from contract.contract where agency_id = $1 and type <> 'temp_placement'
      union all select 'refinement ' || mode || ' ' || status, 4, human_id from transaction.refinement where agency_id = $1
      union all select 'consolidated invoice ' || status || ' ' || total_amount, 5, human_id from transaction.consolidated_invoice
        where agency_id = $1) w
    order by rank, human_id`,
  open: `select type || case when is_credit_note then ' credit' when is_debit then ' debit' else '' end || ' ' || outstanding_balance as told
    from transaction.invoice where agency_id = $1 and status = 'open' order by type, raised_date, outstanding_balance desc, human_id`,
  cash: `select told from (
      select s.type || ' ' || s.amount || ', ' || s.matched_amount || ' matched' || case when s.status = 'reversed' then ', reversed' else '' end as told,
        case s.type when 'receipt' then 1 else 2 end as rank, s.created_at, s.human_id from transaction.payment_receipt_summary s
      where s.agency_id = $1
      union all select 'collection note ' || amount || ', ' || recovered_amount || ' recovered' || case when cured_amount > 0 then ', ' || cured_amount || ' cured' else '' end || ', ' || status, 3, created_at, human_id
        from transaction.collection_note where agency_id = $1) c
    order by rank, created_at, human_id`,
  mails: `select subject as told from log.mail where agency_id = $1`,
} as const

async function readTold(database: TestDatabase, agency_id: string): Promise<Record<string, string[]>> {
  const entries = await Promise.all(
    Object.entries(queries).map(async ([part, sql]) => {
      const { rows } = await database.owner.query<{ told: string }>(sql, [agency_id])
      return [part, rows.map((row) => row.told)] as const
    }),
  )
  return Object.fromEntries(entries)
}

/** The invariants of the whole database, after the last story. */
export async function everythingHolds(database: TestDatabase): Promise<void> {
  expect((await verifyDatabase(database)).filter((one) => one.broken.length > 0)).toEqual([])
}
