/** The payment runs of one week: made, reviewed by a second person and paid. */
import { payment_advice_topic } from '#business/funding/payment-advice.rules.ts'
import type { Day } from '#kernel/day.ts'
import { isStintError } from '#kernel/errors.ts'
import { inSavepoint } from '#server/tx.ts'
import { businessId, onStage, type Stage, type World } from './stage.ts'

const cashier = 'provider_operations'

/** How far a payment run goes. */
export type RunUntil = 'hold' | 'under_review' | 'completed'

/**
 * The payment runs of the day, in each principal's books and currency; none where nothing is due. Payees are mailed their
 * advice when `is_recent`: the mails of a whole year would keep the first start busy.
 */
export function runPayments(
  world: World,
  run_date: Day,
  until: (code: string) => RunUntil,
  is_recent: boolean,
): Promise<void> {
  return onStage(world, async (stage) => {
    const currencies = await stage.tx.rows<{ id: string; alpha_code: string }>(
      `select id, alpha_code from platform.currency where alpha_code in ('GBP', 'EUR') order by alpha_code desc`,
    )
    for (const principal of ['tideway', 'harbourline', 'northgate']) {
      for (const { id, alpha_code } of currencies) {
        const input = { run_date, currency_id: id, principal_id: businessId(world, principal) }
        await runOne(stage, input, until(alpha_code))
      }
    }
    if (is_recent) return
    await stage.tx.run(
      'update platform.outbox set delivered_at = $2 where topic = $1 and delivered_at is null',
      [payment_advice_topic, stage.clock.now()],
    )
  })
}

async function runOne(stage: Stage, input: object, until: RunUntil): Promise<void> {
  const batch = await createBatch(stage, input)
  if (batch === null || until === 'hold' || batch.item_count === 0) return
  await stage.act(cashier, 'payment.payment_batch.submit', { id: batch.id })
  if (until === 'under_review') return holdLargest(stage, batch.id)
  stage.clock.advance({ hours: 1 })
  await stage.act('provider_approver', 'payment.payment_batch.review', { id: batch.id })
  await stage.act('provider_approver', 'payment.payment_batch.complete', { id: batch.id })
}

/** Of a long list the reviewer asks about the largest payment before the batch goes on. */
async function holdLargest(stage: Stage, batch_id: string): Promise<void> {
  const items = await stage.tx.rows<{ id: string }>(
    `select p.id from payment.payment_batch_item p join transaction.invoice i on i.id = p.invoice_id
     where p.payment_batch_id = $1 and p.status = 'included' order by p.amount desc, i.human_id`,
    [batch_id],
  )
  const [largest, ...others] = items
  if (!largest || others.length < 5) return
  const reason = 'Please check the bank account with the payee by telephone'
  await stage.act('provider_approver', 'payment.payment_batch.hold_item', { item_id: largest.id, reason })
}

/** Null when nothing is due: the verb says so, and what it began is undone. */
async function createBatch(stage: Stage, input: object): Promise<{ id: string; item_count: number } | null> {
  try {
    return await inSavepoint(stage.tx, () =>
      stage.act<{ id: string; item_count: number }>(cashier, 'payment.payment_batch.create', input),
    )
  } catch (refusal) {
    if (isStintError(refusal) && refusal.code === 'precondition') return null
    throw refusal
  }
}
