/**
 * Stories of invoice sets, from the approval to the last pay-out: what is told after each step is everything there is of
 * the agency's documents, books, cash, work and mails, with who owes whom, what releases a document and what is open of it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { present } from '#kernel/assert.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { parseSettings } from '#server/settings.ts'
import { folderFiles } from '#server/storage.server.ts'
import type { TestDatabase } from '../../database.ts'
import { sterling } from '../../fixtures/cash.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import { act, type SeededAgency, type SeededPlacement } from '../../fixtures/world.ts'
import { type Story, storyOn } from './tell.ts'

export type SetsStory = Story & {
  /** Everything of the agency's, as a page of text. */
  told(agency: SeededAgency): Promise<string>
  /** The client pays so much of its only invoice, from the bank line to the match. */
  pays(placement: SeededPlacement, amount: string): Promise<void>
  /** A payment run of this day, from its making to its completion; what it says when there is nothing to pay. */
  payRun(placement: SeededPlacement, day: string): Promise<string>
}

const client_facing = `('provider-client', 'agency-client', 'funder-client')`

/** A story in a world of its own; what it stores besides rows is gone when the file ends. */
export function setsStories(database: TestDatabase): (now?: string) => SetsStory {
  const folder = mkdtempSync(join(tmpdir(), 'stint-story-'))
  const files = folderFiles(folder)
  const settings = parseSettings({ STINT_HOME: folder })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return (now) => {
    const story = storyOn(database, now)
    /** What waits to be told to the world outside, in the order in which it was written. */
    const deliver = async () => {
      for (;;) {
        const { rows } = await database.owner.query<{ id: string }>(
          'select id from platform.outbox where delivered_at is null order by created_at, id',
        )
        if (rows.length === 0) return
        for (const { id } of rows)
          await deliverOutbox({ database, clock: story.clock, settings, files }, topics, id)
      }
    }
    return {
      ...story,
      told: async (agency) => {
        await deliver()
        return readPage(database, agency.id)
      },
      pays: (placement, amount) => pay(story, placement, amount),
      payRun: (placement, day) => payRun(story, placement, day),
    }
  }
}

async function pay(story: Story, placement: SeededPlacement, amount: string): Promise<void> {
  const { agency, client } = placement
  const one = async <R>(text: string, id: string) =>
    present((await story.database.owner.query<Record<string, R>>(text, [id])).rows[0], 'a row')
  const bill = await one<string>(
    `select id, currency_id from transaction.invoice where agency_id = $1 and type in ${client_facing} and status = 'open'`,
    agency.id,
  )
  const account = await one<string>(
    `select id from business.bank_account where business_id = $1 and purpose = 'trust' and currency_id = '${bill.currency_id}'`,
    agency.funder?.id ?? agency.provider.id,
  )
  const { operations } = agency.provider
  const receipt = await act<{ id: string }>(story, operations, 'transaction.payment_receipt.record', {
    bank_account_id: account.id,
    transaction_date: story.clock.today(),
    amount,
    currency_id: bill.currency_id,
    for_business_id: client.id,
  })
  await act(story, operations, 'transaction.payment_receipt.match', {
    id: receipt.id,
    matches: [{ invoice_id: bill.id, amount }],
  })
}

async function payRun(story: Story, placement: SeededPlacement, day: string): Promise<string> {
  await story.morning(day)
  const { provider, funder } = placement.agency
  const { rows } = await story.database.owner.query<{ currency_id: string }>(
    'select currency_id from contract.contract where id = $1',
    [placement.id],
  )
  const run = {
    run_date: day,
    currency_id: rows[0]?.currency_id ?? sterling,
    principal_id: funder?.id ?? provider.id,
  }
  const create = act<{ id: string }>(story, provider.operations, 'payment.payment_batch.create', run)
  const id = await create.then(
    (made) => made.id,
    () => null,
  )
  if (id === null) return (await refusalOf(create)).message
  await act(story, provider.operations, 'payment.payment_batch.submit', { id })
  await act(story, provider.approver, 'payment.payment_batch.review', { id })
  const done = await act<{ amount: string; payments: number }>(
    story,
    provider.approver,
    'payment.payment_batch.complete',
    { id },
  )
  return `${done.amount} in ${done.payments} payments`
}

/** C contractor's company, A agency, P provider, L client, F funder, as money.md names them. */
const party = (id: string) =>
  `case ${id} when i.agency_id then 'A' when i.provider_id then 'P' when i.client_id then 'L' when i.funder_id then 'F' else 'C' end`

const parts = {
  documents: `select format('%s %s→%s %s + %s = %s %s, due %s (%s)%s%s%s%s, %s', i.type, ${party('i.from_business_id')}, ${party('i.to_business_id')},
      i.amount, i.tax_amount, i.total_amount, y.alpha_code, i.due_date, i.release_condition,
      case when i.is_self_billed then ', self-billed' else '' end, case when i.is_debit then ', debit' else '' end,
      case when i.assigned_to_id is not null then ', assigned to ' || ${party('i.assigned_to_id')} else '' end,
      case when i.funding_status = 'not_applicable' then '' else ', ' || i.funding_status end,
      case when i.status = 'open' then 'open ' || i.outstanding_balance else i.status end) as told
    from transaction.invoice i join platform.currency y on y.id = i.currency_id where i.agency_id = $1
    order by i.raised_date, i.type, i.human_id`,
  books: `select a.kind || ' ' || sum(p.amount) as told from ledger.posting p join ledger.account a on a.id = p.account_id
    join ledger.transaction t on t.id = p.transaction_id where t.agency_id = $1 or a.business_id = $1
      or a.business_id in (select client_id from contract.contract where agency_id = $1)
      or p.transaction_id in (select q.transaction_id from ledger.posting q join ledger.account b on b.id = q.account_id
        where b.business_id in (select client_id from contract.contract where agency_id = $1))
    group by a.kind having sum(p.amount) <> 0 order by a.kind`,
  cash: `select told from (
      select format('%s %s%s, %s', s.type, s.amount, case when s.bank_account_id is null and s.type = 'payment' then ' without cash' else '' end, s.status) as told,
        s.created_at, s.human_id from transaction.payment_receipt_summary s
      where s.agency_id = $1 or s.for_business_id in (select client_id from contract.contract where agency_id = $1)
        or s.for_business_id in (select payment_company_id from contract.contract where agency_id = $1)
      union all select format('collection note %s, %s recovered, %s', amount, recovered_amount, status), created_at, human_id
        from transaction.collection_note where agency_id = $1) c
    order by created_at, human_id`,
  work: `select 'timesheet ' || status as told from transaction.timesheet where agency_id = $1 and status <> 'draft' order by human_id`,
  mails: `select format('%s: %s', regexp_replace("to", '\\d*@.*$', ''), regexp_replace(regexp_replace(subject, '\\d{6}', '…', 'g'), ' \\d+$', '')) as told
    from log.mail where agency_id = $1 order by 1`,
} as const

async function readPage(database: TestDatabase, agency_id: string): Promise<string> {
  const page: string[] = []
  for (const [part, sql] of Object.entries(parts)) {
    const { rows } = await database.owner.query<{ told: string }>(sql, [agency_id])
    page.push(part, ...rows.map((row) => `  ${row.told}`))
  }
  return page.join('\n')
}
