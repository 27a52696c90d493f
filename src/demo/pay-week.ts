/** The payment runs of one week: made, reviewed by a second person and paid. */
import { payment_advice_topic } from '#business/payments/payment-advice.rules.ts'
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { attempt } from './attempt.ts'
import { businessId, onStage, type Stage, type World } from './stage.ts'

const cashier = 'provider_operations'

type Batch = { readonly id: string; readonly item_count: number }

/** The state in which a payment run stops. */
export type RunUntil = 'hold' | 'under_review' | 'reviewed' | 'completed'

/**
 * The payment runs of the day, for each principal and currency; none where nothing is due. Payees get their advice by
 * mail when `is_recent`: a year of mails would slow the first start.
 */
export function runPayments(
  world: World,
  run_date: Day,
  until: (code: string, principal: string) => RunUntil,
  is_recent: boolean,
): Promise<void> {
  return onStage(world, async (stage) => {
    const currencies = await stage.tx.rows<{ id: string; alpha_code: string }>(
      `select id, alpha_code from platform.currency where alpha_code in ('GBP', 'EUR') order by alpha_code desc`,
    )
    for (const principal of ['tideway', 'harbourline', 'northgate']) {
      for (const { id, alpha_code } of currencies) {
        const input = { run_date, currency_id: id, principal_id: businessId(world, principal) }
        await runOne(stage, input, until(alpha_code, principal))
      }
    }
    if (is_recent) return
    await stage.tell()
    await stage.tx.run(
      'update platform.outbox set delivered_at = $2 where topic = $1 and delivered_at is null',
      [payment_advice_topic, stage.clock.now()],
    )
  })
}

async function runOne(stage: Stage, input: object, until: RunUntil): Promise<void> {
  // Null when nothing is due.
  const batch = await attempt<Batch>(stage, cashier, 'payment.payment_batch.create', input)
  if (batch === null || until === 'hold' || batch.item_count === 0) return
  await stage.act(cashier, 'payment.payment_batch.submit', { id: batch.id })
  if (until === 'under_review') return holdLargest(stage, batch.id)
  stage.clock.advance({ hours: 1 })
  await stage.act('provider_approver', 'payment.payment_batch.review', { id: batch.id })
  if (until === 'reviewed') return
  await stage.act('provider_approver', 'payment.payment_batch.complete', { id: batch.id })
}

async function sterlingId(stage: Stage): Promise<string> {
  const row = await stage.tx.row<{ id: string }>(`select id from platform.currency where alpha_code = 'GBP'`)
  return present(row, 'the pound').id
}

/** Pays the wages and dues of the pay day from the provider's own account. Other payments of the batch wait for Wednesday. */
export function payWages(world: World, pay_day: Day): Promise<void> {
  return onStage(world, async (stage) => {
    const input = {
      run_date: pay_day,
      currency_id: await sterlingId(stage),
      principal_id: businessId(world, 'tideway'),
    }
    const batch = await attempt<Batch>(stage, cashier, 'payment.payment_batch.create', input)
    if (batch === null || batch.item_count === 0) return
    await stage.act(cashier, 'payment.payment_batch.submit', { id: batch.id })
    stage.clock.advance({ hours: 1 })
    const others = await stage.tx.rows<{ id: string }>(
      `select id from payment.payment_batch_item
       where payment_batch_id = $1 and status = 'included' and payroll_payment_id is null order by id`,
      [batch.id],
    )
    const reason = 'Paid with the run of Wednesday'
    for (const { id } of others)
      await stage.act('provider_approver', 'payment.payment_batch.hold_item', { item_id: id, reason })
    await stage.act('provider_approver', 'payment.payment_batch.review', { id: batch.id })
    await stage.act('provider_approver', 'payment.payment_batch.complete', { id: batch.id })
  })
}

/** In a long batch the reviewer queries the largest payment first. */
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

/** The payment file of the last run in pounds, and a run begun by mistake. */
export function fileLastRun(world: World): Promise<void> {
  return onStage(world, async (stage) => {
    const [batch] = await stage.tx.rows<{ id: string }>(
      `select b.id from payment.payment_batch b join platform.currency y on y.id = b.currency_id and y.alpha_code = 'GBP'
       where b.status = 'completed' and b.principal_id = $1 order by b.run_date desc, b.human_id desc limit 1`,
      [businessId(world, 'tideway')],
    )
    if (!batch) return
    const approver = 'provider_approver'
    await stage.act(approver, 'payment.payment_file_setting.set', {
      payment_batch_id: batch.id,
      service_user_number: '472913',
    })
    await attempt(stage, approver, 'payment.payment_batch.make_file', { id: batch.id, format: 'pain_001' })
  })
}

/** On a day with a run already: leftovers are not paid twice a week. */
export function cancelRun(world: World, run_date: Day): Promise<void> {
  return onStage(world, async (stage) => {
    const batch = await attempt<Batch>(stage, cashier, 'payment.payment_batch.create', {
      run_date,
      currency_id: await sterlingId(stage),
      principal_id: businessId(world, 'tideway'),
    })
    if (batch)
      await stage.act(cashier, 'payment.payment_batch.cancel', {
        id: batch.id,
        reason: 'A run of that week exists',
      })
  })
}
