/** Returned payments in a year of trading: one made good, and one bank line not yet reviewed. */
import type { Day } from '#kernel/day.ts'
import { onStage, type Stage, type World } from './stage.ts'

const cashier = 'provider_operations'

type Paid = {
  readonly id: string
  readonly human_id: string
  readonly amount: string
  readonly bank_account_id: string
  readonly trust_account_id: string
}

/** The last payment to a contractor's company from the provider's own account; none in the first weeks of a world. */
async function lastPay(stage: Stage): Promise<Paid | undefined> {
  const [paid] = await stage.tx.rows<Paid>(
    `select s.id, s.human_id, s.amount, s.bank_account_id, a.id as trust_account_id
     from transaction.payment_receipt_summary s
     join business.business b on b.id = s.for_business_id and b.type = 'limited'
     join business.bank_account k on k.id = s.bank_account_id and k.status = 'confirmed' and k.held_at is null
     join business.bank_account a on a.business_id = s.principal_id and a.currency_id = s.currency_id and a.purpose = 'trust'
       and a.status = 'confirmed'
     where s.type = 'payment' and s.principal_id = s.provider_id and s.status = 'matched'
     order by s.transaction_date desc, s.human_id limit 1`,
    [],
  )
  return paid
}

function comesBack(stage: Stage, paid: Paid, day: Day, says: string): Promise<{ id: string }> {
  return stage.act<{ id: string }>(cashier, 'transaction.bank_line.record', {
    bank_account_id: paid.trust_account_id,
    transaction_date: day,
    amount: paid.amount,
    reference: `ARUCS ${paid.human_id}`,
    counterparty: says,
  })
}

/** A payment is returned and recorded; its account waits for a second person. */
export function sendBackOne(world: World, day: Day): Promise<void> {
  return onStage(world, async (stage) => {
    const paid = await lastPay(stage)
    if (!paid) return
    const line = await comesBack(stage, paid, day, 'ACCOUNT TRANSFERRED')
    await stage.act(cashier, 'payment.payment_batch.return_payment', {
      payment_id: paid.id,
      return_code: 'account_transferred',
      bank_line_id: line.id,
    })
  })
}

/** The approver has asked the payee by telephone. */
export function confirmHeld(world: World): Promise<void> {
  return onStage(world, async (stage) => {
    const held = await stage.tx.rows<{ id: string }>(
      `select id from business.bank_account where held_at is not null and hold_ended_at is null order by id`,
      [],
    )
    for (const { id } of held)
      await stage.act('provider_approver', 'business.bank_account.confirm_again', { id })
  })
}

/** A bank line that looks like a returned payment, not yet recorded. */
export function bringBackLine(world: World, day: Day): Promise<void> {
  return onStage(world, async (stage) => {
    const paid = await lastPay(stage)
    if (paid) await comesBack(stage, paid, day, 'NO ACCOUNT')
  })
}
