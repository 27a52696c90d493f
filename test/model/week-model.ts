/**
 * Random weeks of business: a simplified model beside the real verbs. Each command asks the real system, compares
 * whether it was allowed with what the model says, repeats the call under its key (I14), and then lets every invariant
 * be checked on the whole database.
 */
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { isStintError } from '#kernel/errors.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import type { TestDatabase } from '../database.ts'
import { sterling } from '../fixtures/cash.ts'
import type { SeededPlacement, SeededTimesheet, World } from '../fixtures/world.ts'
import { act, seedTimesheets, seedWeek, weekdays, worldOn } from '../fixtures/world.ts'

type Sheet = SeededTimesheet & { status: string }
type Receipt = { id: string; unmatched: number; is_live: boolean }
type Line = { id: string; receipt: number; bill: number; amount: number; is_live: boolean }
type Bill = { id: string; outstanding: number }

/** What should be the case. Amounts in pence. */
export type Model = {
  sheets: Sheet[]
  bills: Bill[]
  receipts: Receipt[]
  lines: Line[]
  batch: { id: string; status: 'hold' | 'under_review' | 'reviewed' } | null
}

export type Real = {
  readonly database: TestDatabase
  readonly world: World
  readonly placement: SeededPlacement
  /** Where clients pay in, and whose account it is. */
  readonly account_id: string
  readonly principal_id: string
  calls: number
}

export type Kind = {
  readonly funding_model: 'direct' | 'agency_billed' | 'indirect'
  readonly funding_type: 'funded' | 'partly_funded' | 'paid_when_paid'
}

export async function seedModel(database: TestDatabase, kind: Kind): Promise<{ model: Model; real: Real }> {
  const world = worldOn(database)
  const placement = await seedWeek(world, {
    agency: { funding_model: kind.funding_model },
    contractor: { conduct_regs_opt_out: true },
    placement: { funding_type: kind.funding_type, start_date: '2025-05-26' },
  })
  const sheets = (await seedTimesheets(world, placement)).map((sheet) => ({ ...sheet, status: 'draft' }))
  const principal_id = placement.agency.funder?.id ?? placement.agency.provider.id
  const { rows } = await database.owner.query<{ id: string }>(
    `select id from business.bank_account where business_id = $1 and purpose = 'trust' and status = 'confirmed'`,
    [principal_id],
  )
  const account_id = present(rows[0], 'an account to pay into').id
  return {
    model: { sheets, bills: [], receipts: [], lines: [], batch: null },
    real: { database, world, placement, account_id, principal_id, calls: 0 },
  }
}

/** The answer, or null when refused; called twice under one key, since a repeat must change nothing and say the same. */
async function call<T>(real: Real, viewer: Viewer, action_id: string, input: object): Promise<T | null> {
  real.calls += 1
  const key = `call-${real.calls}`
  try {
    const answer = await act<T>(real.world, viewer, action_id, input, key)
    expect(await act(real.world, viewer, action_id, input, key)).toEqual(answer)
    return answer
  } catch (error) {
    if (isStintError(error)) return null
    throw error
  }
}

async function expectSound(real: Real): Promise<void> {
  const broken = (await verifyDatabase(real.database)).filter((one) => one.broken.length > 0)
  expect(broken).toEqual([])
}

type Command = fc.AsyncCommand<Model, Real>
const text = (pence: number) => (pence / 100).toFixed(2)

/** The step is performed and compared, then everything is checked. */
function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      await run(model, real)
      await expectSound(real)
    },
    toString: () => name,
  }
}

const at = <T>(list: readonly T[], i: number): T | undefined => list[i % Math.max(list.length, 1)]

function submit(i: number, hours: number): Command {
  return command(`submit(${i}, ${hours} h a day)`, async (model, real) => {
    const sheet = present(at(model.sheets, i), 'a timesheet')
    const details = weekdays(sheet, real.placement.group_id, String(hours))
    const { viewer } = real.placement.contractor
    const answer = await call(real, viewer, 'transaction.timesheet.submit', { id: sheet.id, details })
    const allowed = (sheet.status === 'draft' || sheet.status === 'rejected') && hours > 0
    expect(answer !== null).toBe(allowed)
    if (allowed) sheet.status = 'submitted'
  })
}

function decide(i: number, action: 'approve' | 'reject'): Command {
  return command(`${action}(${i})`, async (model, real) => {
    const sheet = present(at(model.sheets, i), 'a timesheet')
    const { approver } = real.placement.client
    const input = { ids: [sheet.id], comment: 'Because' }
    const answer = await call(real, approver, `transaction.timesheet.${action}`, input)
    const allowed = sheet.status === 'submitted'
    expect(answer !== null).toBe(allowed)
    if (!allowed) return
    sheet.status = action === 'approve' ? 'approved' : 'rejected'
    if (action === 'approve') model.bills.push(await readBill(real, sheet.id))
  })
}

async function readBill(real: Real, timesheet_id: string): Promise<Bill> {
  const { rows } = await real.database.owner.query<{ id: string; total_amount: string }>(
    `select id, total_amount from transaction.invoice
     where timesheet_id = $1 and type in ('provider-client', 'agency-client', 'funder-client')`,
    [timesheet_id],
  )
  const bill = present(rows[0], 'the client invoice')
  return { id: bill.id, outstanding: Math.round(Number(bill.total_amount) * 100) }
}

function receive(pence: number): Command {
  return command(`receive(${text(pence)})`, async (model, real) => {
    const { provider } = real.placement.agency
    const made = await call<{ id: string }>(real, provider.operations, 'transaction.payment_receipt.record', {
      bank_account_id: real.account_id,
      transaction_date: real.world.clock.today(),
      amount: text(pence),
      for_business_id: real.placement.client.id,
    })
    model.receipts.push({ id: present(made, 'the receipt').id, unmatched: pence, is_live: true })
  })
}

/** `share` in per cent of what fits; 101 asks for a penny more than that. */
function match(r: number, b: number, share: number): Command {
  return command(`match(${r}, ${b}, ${share} %)`, async (model, real) => {
    const [receipt, bill] = [at(model.receipts, r), at(model.bills, b)]
    if (!receipt || !bill) return
    const fits = Math.min(receipt.unmatched, bill.outstanding)
    const amount = share > 100 ? fits + 1 : Math.floor((fits * share) / 100)
    const answer = await call<{ details: { id: string }[] }>(
      real,
      real.placement.agency.provider.operations,
      'transaction.payment_receipt.match',
      { id: receipt.id, matches: [{ invoice_id: bill.id, amount: text(amount) }] },
    )
    const allowed = receipt.is_live && amount > 0 && amount <= fits
    expect(answer !== null).toBe(allowed)
    if (answer === null) return
    receipt.unmatched -= amount
    bill.outstanding -= amount
    model.lines.push({
      id: present(answer.details[0], 'the match').id,
      receipt: model.receipts.indexOf(receipt),
      bill: model.bills.indexOf(bill),
      amount,
      is_live: true,
    })
  })
}

function takeBack(model: Model, line: Line): void {
  line.is_live = false
  present(model.receipts[line.receipt], 'its receipt').unmatched += line.amount
  present(model.bills[line.bill], 'its invoice').outstanding += line.amount
}

function unmatch(l: number): Command {
  return command(`unmatch(${l})`, async (model, real) => {
    const line = at(model.lines, l)
    if (!line) return
    const input = { detail_id: line.id, reason: 'Wrong invoice' }
    const answer = await call(
      real,
      real.placement.agency.provider.operations,
      'transaction.payment_receipt.unmatch',
      input,
    )
    expect(answer !== null).toBe(line.is_live)
    if (answer !== null) takeBack(model, line)
  })
}

function reverse(r: number): Command {
  return command(`reverse(${r})`, async (model, real) => {
    const receipt = at(model.receipts, r)
    if (!receipt) return
    const input = { id: receipt.id, reason: 'Bounced' }
    const answer = await call(
      real,
      real.placement.agency.provider.operations,
      'transaction.payment_receipt.reverse',
      input,
    )
    expect(answer !== null).toBe(receipt.is_live)
    if (answer === null) return
    receipt.is_live = false
    for (const line of model.lines) {
      if (line.is_live && model.receipts[line.receipt] === receipt) takeBack(model, line)
    }
  })
}

/** The open payment batch a step further: made, submitted, reviewed, completed. */
function pay(): Command {
  return command('pay()', async (model, real) => {
    const { provider } = real.placement.agency
    const { batch } = model
    if (batch === null) {
      const input = {
        run_date: real.world.clock.today(),
        currency_id: sterling,
        principal_id: real.principal_id,
      }
      const made = await call<{ id: string }>(
        real,
        provider.operations,
        'payment.payment_batch.create',
        input,
      )
      if (made !== null) model.batch = { id: made.id, status: 'hold' }
    } else if (batch.status !== 'reviewed') {
      const [action, viewer, next] =
        batch.status === 'hold'
          ? (['submit', provider.operations, 'under_review'] as const)
          : (['review', provider.approver, 'reviewed'] as const)
      // Its maker is no second pair of eyes.
      if (action === 'review') {
        expect(await call(real, provider.operations, 'payment.payment_batch.review', { id: batch.id })).toBe(
          null,
        )
      }
      const answer = await call(real, viewer, `payment.payment_batch.${action}`, { id: batch.id })
      // Nothing may be left in it, when a receipt was taken back meanwhile.
      if (answer === null) return cancel(model, real, batch.id)
      batch.status = next
    } else {
      const answer = await call(real, provider.approver, 'payment.payment_batch.complete', { id: batch.id })
      if (answer === null) return cancel(model, real, batch.id)
      expect(await call(real, provider.approver, 'payment.payment_batch.complete', { id: batch.id })).toBe(
        null,
      )
      model.batch = null
    }
  })
}

async function cancel(model: Model, real: Real, id: string): Promise<void> {
  const { operations } = real.placement.agency.provider
  expect(
    await call(real, operations, 'payment.payment_batch.cancel', { id, reason: 'Nothing to pay' }),
  ).not.toBe(null)
  model.batch = null
}

function wait(days: number): Command {
  return command(`wait(${days} days)`, async (_, real) => real.world.clock.advance({ days }))
}

const index = fc.nat({ max: 5 })

/** Steps in the proportions of a busy week. */
export const steps: fc.Arbitrary<Command>[] = [
  fc.tuple(index, fc.constantFrom(0, 3.3333, 7.5, 7.5, 12)).map(([i, hours]) => submit(i, hours)),
  index.map((i) => submit(i, 7.5)),
  index.map((i) => decide(i, 'approve')),
  index.map((i) => decide(i, 'approve')),
  index.map((i) => decide(i, 'reject')),
  fc.integer({ min: 1, max: 300_000 }).map(receive),
  fc
    .tuple(index, index, fc.constantFrom(1, 33, 50, 100, 100, 101))
    .map(([r, b, share]) => match(r, b, share)),
  fc.tuple(index, index).map(([r, b]) => match(r, b, 100)),
  index.map(unmatch),
  index.map(reverse),
  fc.constant(null).map(pay),
  fc.constant(null).map(pay),
  fc.integer({ min: 1, max: 40 }).map(wait),
]
