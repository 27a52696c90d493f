/**
 * Long chains of corrections on one document of each kind: credit, its reversal, credit again, a consolidated invoice, the
 * debt given back and taken again, money too much and its refund, pay-out, and the week refined after all of it. After
 * each step that is not refused in words, every check of verify holds.
 */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { addDays } from '#kernel/day.ts'
import { isStintError } from '#kernel/errors.ts'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '../database.ts'
import { reviewBatch, sterling } from '../fixtures/cash.ts'
import { expectVerified } from '../fixtures/corrections.ts'
import { act, weekdays } from '../fixtures/world.ts'
import { type Document, type Kind, kinds, newest } from './kinds-of-sets.ts'
import { makeStage } from './moves.ts'
import { payroll, received } from './moves-cash.ts'
import { by, doing, type Model, models, part, type Stage, staff } from './moves-stage.ts'

const reason = 'Agreed'

/** What a chain remembers of its document. */
type Chain = {
  readonly within: Stage
  readonly kind: Kind
  readonly id: string
  /** Ids of credit notes, of consolidated invoices and of receipts, the newest last. */
  readonly credits: string[]
  readonly consolidated: string[]
  readonly receipts: string[]
  readonly matches: string[]
}

async function now({ within, id }: Chain): Promise<Document & { timesheet_id: string | null }> {
  const { rows } = await within.database.owner.query<Document & { timesheet_id: string | null }>(
    'select id, type, client_id, from_business_id, outstanding_balance, timesheet_id from transaction.invoice where id = $1',
    [id],
  )
  return present(rows[0], 'the document')
}

const operations = ({ within }: Chain) => staff(within).operations

async function credit(chain: Chain, size: number): Promise<unknown> {
  const { within, id } = chain
  const { from_business_id, outstanding_balance } = await now(chain)
  const viewer = from_business_id === within.agency_id ? by(within).admin : operations(chain)
  const amount = part(outstanding_balance, size)
  const note = await doing(within, viewer, 'transaction.invoice.credit', { id, reason, amount })
  return chain.credits.push(note.id)
}

async function reverseCredit(chain: Chain): Promise<unknown> {
  const { within } = chain
  const id = chain.credits.at(-1)
  if (id === undefined) return 'none'
  const { from_business_id } = await now(chain)
  const viewer = from_business_id === within.agency_id ? by(within).admin : operations(chain)
  await doing(within, viewer, 'transaction.invoice.reverse_credit', { id, reason })
  chain.credits.pop()
  return null
}

const risk =
  (action: 'reassign' | 'take_back') =>
  ({ within, id }: Chain) =>
    doing(within, within.principal.admin, `transaction.invoice.${action}`, { id, reason })

/** The client pays what is open and 10.00 too much. */
async function receive(chain: Chain): Promise<unknown> {
  const { client_id, outstanding_balance } = await now(chain)
  const placement = chain.within.placements.find(({ client }) => client.id === client_id)
  if (!placement) return 'no client'
  const amount = (Number(outstanding_balance) + 10).toFixed(2)
  const { id } = await received(chain.within, placement, amount)
  return chain.receipts.push(id)
}

async function match(chain: Chain): Promise<unknown> {
  const id = chain.receipts.at(-1)
  if (id === undefined) return 'none'
  const { outstanding_balance: amount } = await now(chain)
  const asked = { id, matches: [{ invoice_id: chain.id, amount }] }
  const done = await act<{ details: { id: string }[] }>(
    chain.within.world,
    operations(chain),
    'transaction.payment_receipt.match',
    asked,
  )
  return chain.matches.push(present(done.details.at(-1), 'the match').id)
}

async function unmatch(chain: Chain): Promise<unknown> {
  const detail_id = chain.matches.pop()
  if (detail_id === undefined) return 'none'
  return doing(chain.within, operations(chain), 'transaction.payment_receipt.unmatch', { detail_id, reason })
}

async function refund(chain: Chain): Promise<unknown> {
  const id = chain.receipts.at(-1)
  if (id === undefined) return 'none'
  return doing(chain.within, operations(chain), 'transaction.payment_receipt.refund', {
    id,
    amount: '10.00',
    reason,
  })
}

async function payOut({ within }: Chain): Promise<unknown> {
  const { id } = await doing(within, staff(within).operations, 'payment.payment_batch.create', {
    run_date: addDays(within.world.clock.today(), 200),
    currency_id: sterling,
    principal_id: within.principal.id,
  })
  await reviewBatch(within.world, staff(within), { id })
  return doing(within, staff(within).approver, 'payment.payment_batch.complete', { id })
}

async function consolidate(chain: Chain): Promise<unknown> {
  const { client_id } = await now(chain)
  if (client_id === null) return 'no client'
  const { consolidated_invoices } = await act<{ consolidated_invoices: { id: string }[] }>(
    chain.within.world,
    by(chain.within).user,
    'transaction.consolidated_invoice.create',
    { client_id, period_start: '2025-06-01', period_end: '2025-12-31' },
  )
  for (const { id } of consolidated_invoices) {
    await doing(chain.within, by(chain.within).user, 'transaction.consolidated_invoice.generate', { id })
    chain.consolidated.push(id)
  }
  return consolidated_invoices
}

async function matchConsolidated(chain: Chain): Promise<unknown> {
  const [id, consolidated_invoice_id] = [chain.receipts.at(-1), chain.consolidated.at(-1)]
  if (id === undefined || consolidated_invoice_id === undefined) return 'none'
  const asked = { id, consolidated_invoice_id }
  return doing(chain.within, operations(chain), 'transaction.payment_receipt.match_consolidated', asked)
}

async function cancelConsolidated(chain: Chain): Promise<unknown> {
  const id = chain.consolidated.pop()
  if (id === undefined) return 'none'
  return doing(chain.within, by(chain.within).user, 'transaction.consolidated_invoice.cancel', { id, reason })
}

/** The week again with other hours; the work of payroll gets its figures. */
const refine = (mode: 'full' | 'difference', hours: string) => async (chain: Chain) => {
  const { within } = chain
  const { rows } = await within.database.owner.query<{
    id: string
    start_date: string
    end_date: string
    contract_id: string
  }>(
    `select t.id, t.start_date, t.end_date, t.contract_id from transaction.timesheet t
     where t.type <> 'manual' and t.status = 'approved' and exists (select from transaction.timesheet o
       where o.id = $1 and o.contract_id = t.contract_id and o.start_date = t.start_date)
     order by t.version desc limit 1`,
    [(await now(chain)).timesheet_id],
  )
  const [sheet] = rows
  if (!sheet) return 'no week'
  const placement = present(
    within.placements.find(({ id }) => id === sheet.contract_id),
    'its placement',
  )
  await doing(within, by(within).user, 'transaction.timesheet.refine', {
    id: sheet.id,
    mode,
    details: weekdays({ ...sheet, human_id: '' }, placement.group_id, hours),
    reason,
    re_approval: false,
  })
  return payroll(within)
}

const later =
  (days: number) =>
  async ({ within }: Chain) => {
    within.world.clock.set(instant(`${addDays(within.world.clock.today(), days)}T09:00:00.000Z`))
  }

type Steps = Readonly<Record<string, (chain: Chain) => Promise<unknown>>>

/** The agency keeps a credited debt, and a consolidated invoice is paid as a whole. */
const kept: Steps = {
  'credit a third': (chain) => credit(chain, 33),
  'reverse it': reverseCredit,
  'credit a third again': (chain) => credit(chain, 33),
  consolidate,
  'credit a part of the consolidated document': (chain) => credit(chain, 20),
  'reverse that': reverseCredit,
  reassign: risk('reassign'),
  'credit while it is the agency’s': (chain) => credit(chain, 10),
  receive,
  refund,
  'pay the refund': payOut,
  'take back': risk('take_back'),
  'match the whole consolidated invoice': matchConsolidated,
  match,
  unmatch,
  'a day later': later(1),
  'reassign again': risk('reassign'),
  'match while it is the agency’s': match,
  'take back again': risk('take_back'),
  'pay out': payOut,
  'reverse the credit of the paid document': reverseCredit,
  'reverse the credit of before': reverseCredit,
  'less hours as a difference': refine('difference', '6'),
  'a week later': later(7),
  'pay the difference': payOut,
  'more hours as a difference': refine('difference', '7.5'),
  'credit everything': (chain) => credit(chain, 100),
  'reverse everything': reverseCredit,
  'no hours': refine('full', '1'),
  'the hours of before': refine('full', '8'),
  'unmatch at last': unmatch,
  'cancel the consolidated invoice': cancelConsolidated,
  'pay everything': payOut,
}

/** The debt goes back and comes again, is paid by itself, and its week is refined while it is paid. */
const returned: Steps = {
  'credit a third': (chain) => credit(chain, 33),
  'reverse it': reverseCredit,
  'credit a third again': (chain) => credit(chain, 33),
  reassign: risk('reassign'),
  receive,
  refund,
  'pay the refund': payOut,
  'take back': risk('take_back'),
  match,
  unmatch,
  'match again': match,
  'less hours as a difference': refine('difference', '6'),
  'a week later': later(7),
  'pay the difference': payOut,
  'reverse the credit of the paid document': reverseCredit,
  'reassign what is open again': risk('reassign'),
  'more hours as a difference': refine('difference', '7.5'),
  'pay the second difference': payOut,
  'take back again': risk('take_back'),
  'unmatch the receipt': unmatch,
  consolidate,
  'match the whole consolidated invoice': matchConsolidated,
  'credit a half': (chain) => credit(chain, 50),
  'cancel the consolidated invoice': cancelConsolidated,
  'pay everything': payOut,
  'two years later': later(731),
  'pay what is left': payOut,
}

/** The week is corrected as a whole, once it is paid in and out. */
const corrected: Steps = {
  'credit a third': (chain) => credit(chain, 33),
  'reverse it': reverseCredit,
  'pay out': payOut,
  receive,
  match,
  refund,
  'other hours of the paid week': refine('full', '7'),
  'a week later': later(7),
  'pay the rest': payOut,
  unmatch,
  reassign: risk('reassign'),
  'other hours of the agency’s debt': refine('full', '5'),
  'take back': risk('take_back'),
  'pay the refund': payOut,
}

const orders = { kept, returned, corrected }
const cases = models.flatMap((model: Model) =>
  (Object.keys(kinds) as Kind[]).flatMap((kind) =>
    (Object.keys(orders) as (keyof typeof orders)[]).map((order) => ({ model, kind, order })),
  ),
)
/** By day one document in each order; at night all. */
const tried = process.env.STINT_NIGHTLY
  ? cases
  : cases.filter(({ model, kind }) => model === 'direct' && kind === 'timesheet')

test.each(tried)(
  'a chain of corrections, $model $kind, $order: every check holds after each step',
  async ({ model, kind, order }) => {
    const within = await makeStage(await freshDatabase(), model)
    await kinds[kind](within)
    const { id } = await newest(within, kind)
    const chain: Chain = { within, kind, id, credits: [], consolidated: [], receipts: [], matches: [] }
    const said: string[] = []
    for (const [name, step] of Object.entries<Steps[string]>(orders[order])) {
      try {
        const did = await step(chain)
        said.push(`${name}: ${typeof did === 'string' ? did : 'done'}`)
      } catch (error) {
        if (!isStintError(error)) throw new Error(`${said.join('\n')}\n${name}`, { cause: error })
        said.push(`${name}: ${error.message}`)
      }
      try {
        await expectVerified(within.database)
      } catch (error) {
        throw new Error(`${said.join('\n')}\n${String(error)}`, { cause: error })
      }
    }
    if (process.env.STINT_MOVES_SAY)
      process.stdout.write(`SAY ${model} ${kind} ${order}\n${said.join('\n')}\n`)
    expect(said.filter((one) => one.endsWith(': done')).length).toBeGreaterThan(3)
  },
  240_000,
)
