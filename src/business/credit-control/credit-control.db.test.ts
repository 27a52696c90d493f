import { beforeAll, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { addDays, day } from '#kernel/day.ts'
import { runDaily } from '#server/daily.server.ts'
import { inTransaction } from '#server/tx.ts'
import { billOf, match, seedReceipt } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedAgency,
  seedContact,
  seedNextWeek,
  seedWeek,
} from '#test/fixtures/world.ts'
import type { ChasePreview } from './chase-plan.rules.ts'
import { clientStatementPdf } from './client-statement-pdf.server.ts'

const { database, world } = await freshWorld()
let placement: SeededPlacement
let bills: { id: string; human_id: string; due_date: string }[]

const admin = () => placement.agency.admin
const client_id = () => placement.client.id

const bill = async () => billOf(database, await seedNextWeek(world, placement))

/** Runs the days up to one and on it. */
async function liveUntil(until: string) {
  while (world.clock.today() < until) {
    world.clock.advance({ days: 1 })
    await runDaily(world)
  }
}

type Sent = { kind: string; days: number | null; on_date: string; invoices: string }
async function letters(): Promise<Sent[]> {
  const { rows } = await database.owner.query<Sent>(
    `select c.kind, c.days, c.on_date::text, string_agg(i.human_id, ' ' order by i.human_id) as invoices
     from transaction.chase c join transaction.chase_invoice n on n.chase_id = c.id join transaction.invoice i on i.id = n.invoice_id
     group by c.id order by c.created_at, c.id`,
  )
  return rows
}

const preview = () =>
  act<ChasePreview>(world, admin(), 'business.chase_plan.preview', { client_id: client_id() })
const plan = (steps: { days: number }[], statement_day: number | null = null) =>
  act(world, admin(), 'business.chase_plan.set', {
    steps: steps.map((step) => ({
      ...step,
      subject: `Step ${step.days} of {agency}`,
      body: 'Dear {client}, please pay.',
    })),
    statement_day,
  })

beforeAll(async () => {
  placement = await seedWeek(world)
  bills = [await bill(), await bill()]
})

const first = () => present(bills[0], 'the first bill')
const second = () => present(bills[1], 'the second bill')

test('chase: documents that are not overdue are refused by name; nothing is sent', async () => {
  const refusal = await refusalOf(
    act(world, admin(), 'transaction.invoice.chase', { ids: bills.map((one) => one.id) }),
  )
  expect(refusal.message).toContain(first().human_id)
  expect(await letters()).toEqual([])
})

test('chase preview: equals the night’s mail, one letter for both documents', async () => {
  await plan([{ days: -3 }, { days: 7 }])
  const next = await preview()
  expect(next).toMatchObject({
    next_date: addDays(day(first().due_date), -3),
    subject: expect.stringContaining('Step -3'),
  })
  expect(next.body_text).toContain(first().human_id)
  await liveUntil(addDays(day(first().due_date), -4))
  expect(await letters()).toEqual([])
  await liveUntil(addDays(day(first().due_date), -3))
  await runDaily(world)
  expect(await letters()).toEqual([
    {
      kind: 'scheduled',
      days: -3,
      on_date: next.next_date,
      invoices: expect.stringContaining(first().human_id),
    },
  ])
})

test('pause: stops all reminders until its day is over, and can be ended by hand', async () => {
  const until = addDays(day(second().due_date), 10)
  await act(world, admin(), 'business.chase_pause.set', {
    client_id: client_id(),
    until,
    reason: 'New ledger clerk',
  })
  expect((await preview()).next_date).toBe(addDays(until, 1))
  const before = await letters()
  await liveUntil(addDays(day(second().due_date), 8))
  expect(await letters()).toEqual(before)
  await act(world, admin(), 'business.chase_pause.end', { client_id: client_id() })
  await liveUntil(addDays(day(second().due_date), 9))
  const all = await letters()
  expect(all).toHaveLength(before.length + 1)
  expect(all.at(-1)).toMatchObject({
    days: 7,
    invoices: bills
      .map((one) => one.human_id)
      .sort()
      .join(' '),
  })
  expect(
    await refusalOf(act(world, admin(), 'business.chase_pause.end', { client_id: client_id() })),
  ).toMatchObject({
    code: 'precondition',
  })
})

test('promise: stops reminders; later payments keep it, else it is broken', async () => {
  await plan([{ days: 7 }, { days: 20 }])
  const promised_date = addDays(day(second().due_date), 21)
  const promise = (id: string, amount: string) =>
    act<{ id: string }>(world, admin(), 'transaction.payment_promise.record', {
      invoice_id: id,
      amount,
      promised_date,
    })
  expect(await refusalOf(promise(first().id, '99999.00'))).toMatchObject({
    errors: { amount: expect.any(String) },
  })
  await promise(first().id, '1125.00')
  await promise(second().id, '125.00')
  expect(await refusalOf(promise(second().id, '125.00'))).toMatchObject({ code: 'conflict' })
  const receipt = await seedReceipt(world, placement, '125.00')
  await match(world, placement.agency.provider.operations, receipt, second(), '125.00')
  const before = (await letters()).length
  await liveUntil(promised_date)
  // What was promised for the second was paid: it is asked for again; the first is believed until its day is over.
  expect((await letters()).slice(before)).toMatchObject([{ days: 20, invoices: second().human_id }])
  await liveUntil(addDays(promised_date, 1))
  const { rows } = await database.owner.query(
    'select status from transaction.payment_promise order by amount',
  )
  expect(rows.map((row) => row.status)).toEqual(['kept', 'broken'])
  expect((await letters()).at(-1)).toMatchObject({ days: 20, invoices: first().human_id })
})

test('reminder by hand: one letter, in the mail log of each recipient', async () => {
  const chase = { ids: bills.map((one) => one.id) }
  expect(await act(world, admin(), 'transaction.invoice.chase', chase)).toMatchObject({
    letters: 1,
    invoices: 2,
  })
  const { rows } = await database.owner.query(
    `select payload from platform.outbox where topic = 'credit_mail'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  await act(world, placement.agency.provider.operations, 'transaction.invoice.chase', chase)
  expect(
    await refusalOf(act(world, placement.client.invoice_contact, 'transaction.invoice.chase', chase)),
  ).toMatchObject({
    code: 'not_allowed',
  })
  const stranger = await seedAgency(world, placement.agency.provider)
  expect(await refusalOf(act(world, stranger.admin, 'transaction.invoice.chase', chase))).toMatchObject({
    code: 'not_found',
  })
})

test('reminder: passes over an invoice contact who prefers the telephone while another is there', async () => {
  const { invoice_contact } = placement.client
  const ids = bills.map((one) => one.id)
  const chased = () => act<{ to: string[] }>(world, admin(), 'transaction.invoice.chase', { ids })
  await act(world, invoice_contact, 'business.business_contact.set_preference', {
    id: invoice_contact.business_contact_id,
    reach_by: 'telephone',
  })
  // Nobody else: the letter goes to them all the same.
  expect((await chased()).to).toEqual([invoice_contact.email])
  const other = await seedContact(
    world,
    placement.agency.provider.admin,
    client_id(),
    'Ida',
    'invoice_contact',
  )
  expect((await chased()).to).toEqual([other.email])
  await act(world, invoice_contact, 'business.business_contact.set_preference', {
    id: invoice_contact.business_contact_id,
    reach_by: 'any',
  })
  expect((await chased()).to).toEqual([invoice_contact.email, other.email].sort())
  await database.owner.query('update business.business_contact set is_active = false where id = $1', [
    other.business_contact_id,
  ])
})

test('statements: sent on their day of the month and by hand, with open documents', async () => {
  const today = day(world.clock.today())
  await plan([], 5)
  const before = (await letters()).length
  await liveUntil(addDays(today, 31))
  const sent = (await letters()).slice(before)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ kind: 'statement', on_date: expect.stringMatching(/-05$/) })
  await act(world, admin(), 'report.client_statement.send', { client_id: client_id() })
  const page = await inTransaction(database, (tx) =>
    clientStatementPdf(tx, admin(), client_id(), world.clock),
  )
  const file = await page.print()
  expect(Buffer.from(file.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(
    inTransaction(database, (tx) =>
      clientStatementPdf(tx, placement.client.invoice_contact, client_id(), world.clock),
    ),
  ).rejects.toMatchObject({ code: 'not_allowed' })
})

test('two steps on one day are refused under their field', async () => {
  expect(await refusalOf(plan([{ days: 3 }, { days: 3 }]))).toMatchObject({
    errors: { 'steps.1.days': 'Duplicate Value' },
  })
})

test('a call is noted beside the letters: by the agency, of a day that was, and nothing is mailed', async () => {
  const call = (on_date: string, who = admin()) =>
    act<{ id: string }>(world, who, 'transaction.chase.record_call', {
      client_id: client_id(),
      person: 'Ann in accounts',
      note: 'Pays on Friday.',
      on_date,
    })
  const mails = async () =>
    (await database.owner.query(`select count(*)::int as n from platform.outbox where topic = 'credit_mail'`))
      .rows[0]
  const before = await mails()
  const today = day(world.clock.today())
  expect(await refusalOf(call(addDays(today, 1)))).toMatchObject({ errors: { on_date: expect.any(String) } })
  const { id } = await call(addDays(today, -1))
  const { rows } = await database.owner.query(
    'select kind, body, recipients, invoice_count, on_date::text as on_date from transaction.chase where id = $1',
    [id],
  )
  expect(rows).toEqual([
    {
      kind: 'call',
      body: 'Pays on Friday.',
      recipients: ['Ann in accounts'],
      invoice_count: 0,
      on_date: addDays(today, -1),
    },
  ])
  expect(await mails()).toEqual(before)
  expect(await refusalOf(call(today, placement.agency.provider.operations))).toMatchObject({
    code: 'not_allowed',
  })
  const stranger = await seedAgency(world, placement.agency.provider)
  expect(await refusalOf(call(today, stranger.admin))).toMatchObject({ code: 'not_found' })
})
