/**
 * Stories of cash: money in, money out, money back. What is told after a step is everything there is of the agency's
 * documents, books, receipts and payments, items of batches, accounts that wait, and mails.
 */
import { present } from '#kernel/assert.ts'
import type { TestDatabase } from '../../database.ts'
import { type DocumentRow, documentsOf, reviewBatch, sterling } from '../../fixtures/cash.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  type SeededProvider,
  seedApprovedTimesheet,
  seedTimesheets,
} from '../../fixtures/world.ts'
import { outboxOf } from '../../pdf/deliver.ts'
import { type Story, storyOn } from './tell.ts'

type CashStory = Story & {
  /** Everything there is of the agency's, as a page of text. */
  told(agency: { id: string }): Promise<string>
  /** The next week of the placement, worked, approved and invoiced. Its documents by type. */
  week(placement: SeededPlacement): Promise<Record<string, DocumentRow>>
  /** Money on the provider's account, from whom the clerk says. */
  receives(provider: SeededProvider, payer_id: string, amount: string, reference?: string): Promise<string>
  matches(provider: SeededProvider, receipt_id: string, pairs: readonly [string, string][]): Promise<void>
  /** A payment run of this day, from its making to its completion; what it says when there is nothing to pay. */
  payRun(provider: SeededProvider, day: string): Promise<string>
}

/** A story in a world of its own, told from Sunday 15 June 2025 on unless said. */
export function cashStory(database: TestDatabase, now?: string): CashStory {
  const story = storyOn(database, now)
  const outbox = outboxOf(database, story.clock)
  return {
    ...story,
    told: async (agency) => {
      await outbox.deliverAll()
      return readPage(database, agency.id)
    },
    week: async (placement) => {
      const sheet = present((await seedTimesheets(story, placement))[0], 'a week to work')
      return documentsOf(database, await seedApprovedTimesheet(story, placement, sheet))
    },
    receives: async (provider, payer_id, amount, reference = '') => {
      const line = await act<{ id: string }>(story, provider.operations, 'transaction.bank_line.record', {
        bank_account_id: provider.trust_account_id,
        transaction_date: story.clock.today(),
        amount,
        reference,
        counterparty: 'A client',
        bank_id: crypto.randomUUID(),
      })
      const receipt = { bank_line_id: line.id, for_business_id: payer_id }
      const record = 'transaction.payment_receipt.record'
      return (await act<{ id: string }>(story, provider.operations, record, receipt)).id
    },
    matches: async (provider, id, pairs) => {
      const matches = pairs.map(([invoice_id, amount]) => ({ invoice_id, amount }))
      await act(story, provider.operations, 'transaction.payment_receipt.match', { id, matches })
    },
    payRun: (provider, day) => payRun(story, provider, day),
  }
}

async function payRun(story: Story, provider: SeededProvider, day: string): Promise<string> {
  await story.morning(day)
  const run = { run_date: day, currency_id: sterling }
  const create = act<{ id: string }>(story, provider.operations, 'payment.payment_batch.create', run)
  const batch = await create.catch(() => null)
  if (batch === null) return (await refusalOf(create)).message
  const { rows } = await story.database.owner.query<{ included: number; reason: string | null }>(
    `select count(*) filter (where status = 'included')::int as included, string_agg(hold_reason, '; ') as reason
     from payment.payment_batch_item where payment_batch_id = $1`,
    [batch.id],
  )
  if (rows[0]?.included === 0) return `nothing, held: ${rows[0].reason}`
  await reviewBatch(story, provider, batch)
  const complete = 'payment.payment_batch.complete'
  type Done = { amount: string; payments: number }
  const done = await act<Done>(story, provider.approver, complete, { id: batch.id })
  return `${done.amount} in ${done.payments} ${done.payments === 1 ? 'payment' : 'payments'}`
}

const of_agency = `(s.agency_id = $1 or s.for_business_id in (select client_id from contract.contract where agency_id = $1)
  or s.for_business_id in (select payment_company_id from contract.contract where agency_id = $1))`

const parts = {
  documents: `select format('%s %s%s, %s%s', i.type, i.total_amount, case when i.is_credit_note then ', credit' else '' end,
      case when i.status = 'open' then 'open ' || i.outstanding_balance else i.status end,
      case when i.funding_status = 'not_applicable' then '' else ', ' || i.funding_status end) as told
    from transaction.invoice i where i.agency_id = $1 order by i.raised_date, i.type, i.total_amount, i.human_id`,
  books: `select a.kind || ' ' || sum(p.amount) as told from ledger.posting p join ledger.account a on a.id = p.account_id
    where a.principal_id = (select provider_id from business.business where id = $1)
    group by a.kind having sum(p.amount) <> 0 order by a.kind`,
  cash: `select told from (
      select format('%s %s%s, %s%s', s.type, s.amount, case when s.bank_account_id is null and s.type = 'payment' then ' without cash' else '' end,
        s.status, coalesce(' (' || s.reversal_reason || ')', '')) as told, s.created_at, s.human_id
      from transaction.payment_receipt_summary s where ${of_agency}
      union all select format('collection note %s, %s recovered, %s', amount, recovered_amount, status), created_at, human_id
        from transaction.collection_note where agency_id = $1
      union all select format('refund %s, %s', r.amount, r.status), r.created_at, r.id::text from transaction.refund r
        join transaction.payment_receipt_summary s on s.id = r.payment_receipt_summary_id where ${of_agency}) c
    order by created_at, human_id`,
  batches: `select format('%s %s%s', t.status, t.amount, coalesce(': ' || t.hold_reason, '')) as told
    from payment.payment_batch_item t join payment.payment_batch b on b.id = t.payment_batch_id
    where b.provider_id = (select provider_id from business.business where id = $1) order by b.created_at, b.human_id, t.amount, t.status`,
  waiting: `select format('%s of %s%s', a.status, b.type, case when a.held_at is not null and a.hold_ended_at is null then ', ' || a.hold_reason else '' end) as told
    from business.bank_account a join business.business b on b.id = a.business_id
    where b.provider_id = (select provider_id from business.business where id = $1)
      and (a.status = 'pending' or a.held_at is not null and a.hold_ended_at is null) order by 1`,
  mails: `select format('%s: %s', regexp_replace(m."to", '\\d*@.*$', ''), regexp_replace(m.subject, '(\\d{6}| \\d+)', '…', 'g')) as told
    from log.mail m where m.provider_id = (select provider_id from business.business where id = $1) order by 1`,
} as const

async function readPage(database: TestDatabase, agency_id: string): Promise<string> {
  const page: string[] = []
  for (const [part, sql] of Object.entries(parts)) {
    const { rows } = await database.owner.query<{ told: string }>(sql, [agency_id])
    if (rows.length > 0) page.push(part, ...rows.map((row) => `  ${row.told.replace(/PAY\d+/g, 'PAY…')}`))
  }
  return page.join('\n')
}
