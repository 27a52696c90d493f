/**
 * Every step on a document that has an undo, done and undone about each kind of document, twice over: what the first round
 * leaves behind must not stand in the way of the second. Each undo is asked twice at once, and one of the two holds.
 */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '../database.ts'
import { expectVerified } from '../fixtures/corrections.ts'
import { outcomesOf } from '../fixtures/refusal.ts'
import { act } from '../fixtures/world.ts'
import { type Document, type Kind, kinds, newest } from './kinds-of-sets.ts'
import { makeStage } from './moves.ts'
import { received } from './moves-cash.ts'
import { by, doing, type Model, models, type Stage, staff } from './moves-stage.ts'

type Undo = () => Promise<unknown>
const reason = 'By mistake'
const principal = (within: Stage) => within.principal.admin

async function matched(within: Stage, document: Document) {
  const placement = present(
    within.placements.find(({ client }) => client.id === document.client_id),
    'the client who pays',
  )
  const receipt = await received(within, placement, document.outstanding_balance)
  const answer = await act<{ details: { id: string }[] }>(
    within.world,
    staff(within).operations,
    'transaction.payment_receipt.match',
    { id: receipt.id, matches: [{ invoice_id: document.id, amount: document.outstanding_balance }] },
  )
  return { receipt, detail_id: present(answer.details[0], 'a match').id }
}

/** Does a step on the document, and returns its undo. */
const steps = {
  credit: async (within, { id, from_business_id }) => {
    const who = from_business_id === within.agency_id ? by(within).admin : staff(within).operations
    const note = await doing(within, who, 'transaction.invoice.credit', { id, reason })
    return () => doing(within, who, 'transaction.invoice.reverse_credit', { id: note.id, reason })
  },
  match: async (within, document) => {
    const { detail_id } = await matched(within, document)
    return () =>
      doing(within, staff(within).operations, 'transaction.payment_receipt.unmatch', { detail_id, reason })
  },
  receipt: async (within, document) => {
    const { id } = (await matched(within, document)).receipt
    return () =>
      doing(within, staff(within).operations, 'transaction.payment_receipt.reverse', { id, reason })
  },
  reassign: async (within, { id }) => {
    await doing(within, principal(within), 'transaction.invoice.reassign', { id, reason })
    return () => doing(within, principal(within), 'transaction.invoice.take_back', { id, reason })
  },
  dispute: async (within, { id }) => {
    await doing(within, by(within).admin, 'transaction.invoice.dispute', { id, reason })
    return () =>
      doing(within, by(within).admin, 'transaction.invoice.resolve_dispute', { id, resolution: reason })
  },
  promise: async (within, { id, outstanding_balance }) => {
    const promised_date = within.world.clock.today()
    const input = { invoice_id: id, amount: outstanding_balance, promised_date }
    const promise = await doing(within, by(within).admin, 'transaction.payment_promise.record', input)
    return () => doing(within, by(within).admin, 'transaction.payment_promise.withdraw', { id: promise.id })
  },
  consolidate: async (within, { client_id }) => {
    const { consolidated_invoices } = await act<{ consolidated_invoices: { id: string }[] }>(
      within.world,
      by(within).user,
      'transaction.consolidated_invoice.create',
      { client_id, period_start: '2025-06-01', period_end: '2025-12-31' },
    )
    const made = present(consolidated_invoices[0], 'a consolidated invoice')
    await doing(within, by(within).user, 'transaction.consolidated_invoice.generate', { id: made.id })
    return () =>
      doing(within, by(within).user, 'transaction.consolidated_invoice.cancel', { id: made.id, reason })
  },
  batch: async (within) => {
    const batch = await doing(within, staff(within).operations, 'payment.payment_batch.create', {
      run_date: '2025-12-31',
      currency_id: '00000000-0000-7000-8000-000000000826',
      principal_id: within.principal.id,
    })
    return () =>
      doing(within, staff(within).operations, 'payment.payment_batch.cancel', { id: batch.id, reason })
  },
} satisfies Record<string, (within: Stage, document: Document) => Promise<Undo>>
type Step = keyof typeof steps
const step_names = Object.keys(steps) as Step[] // Keys of the table above.

/** By day the models that share the principal's books only reverse credits; at night they do every step. */
const is_night = Boolean(process.env.STINT_NIGHTLY)
function stepsOf(model: Model, kind: Kind): readonly Step[] {
  if (!is_night && model !== 'direct') return ['credit']
  return kind === 'fee' || kind === 'bill' ? ['credit', 'batch'] : step_names
}
const cases = models.flatMap((model) => (Object.keys(kinds) as Kind[]).map((kind) => ({ model, kind })))
const stages = new Map<Model, Stage>()
for (const model of models) stages.set(model, await makeStage(await freshDatabase(), model))

test.each(cases)(
  'undo of every step, $model $kind: holds once, and again after it was done again',
  async ({ model, kind }) => {
    const within = present(stages.get(model), 'its stage')
    await kinds[kind](within)
    for (const step of stepsOf(model, kind)) {
      for (const round of ['first', 'second']) {
        const undo = await steps[step](within, await newest(within, kind))
        const { done } = await outcomesOf([undo(), undo()])
        expect([step, round, done]).toEqual([step, round, 1])
      }
      await expectVerified(within.database)
    }
  },
  120_000,
)
