/** A payee's account, or the reason to hold the payment (quality S16): the one check of all payments. */
import { day, formatDay } from '#kernel/day.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { flaggedAccounts } from '../parties/self-dealing/flagged-accounts.server.ts'
import { recountBatch } from './load-batch.server.ts'

export type PayeeStanding = {
  /** The confirmed account; null without one. */
  readonly bank_account_id: string | null
  /** The reason to hold payments on that day; null without one. */
  readonly hold_reason: string | null
}

/** The reason after a returned payment. */
export const account_waits = "The bank sent a payment back: the payee's account waits to be confirmed again"
/** The reason on an account with open flags (decision 0100). Only the provider reads it. */
export const flags_wait =
  "The payee's bank account has open flags: accept each with a reason on the account's page, or have it replaced"
/** The same for everybody else: no word of a flag. */
const provider_checks = "The payee's bank account waits for a check by the provider"
const change_waits = "A change of the payee's bank account waits for a second person"

type Row = {
  readonly id: string
  readonly business_id: string
  readonly status: 'pending' | 'confirmed'
  readonly payable_from: string | null
  readonly is_held: boolean
}

/** The account and hold of each of these businesses on a day, also without an account. */
export async function payeeStandings(
  tx: Tx,
  business_ids: readonly string[],
  currency_id: string,
  on: string,
): Promise<ReadonlyMap<string, PayeeStanding>> {
  const rows = await tx.rows<Row>(
    `select id, business_id, status, payable_from, held_at is not null and hold_ended_at is null as is_held
     from business.bank_account
     where business_id = any ($1) and currency_id = $2 and purpose = 'payout' and status in ('pending', 'confirmed')
       and deleted_at is null`,
    [business_ids, currency_id],
  )
  const of = Map.groupBy(rows, (row) => row.business_id)
  const standings = business_ids.map((id) => [id, standingOf(of.get(id) ?? [], on)] as const)
  const flagged = await flaggedAccounts(
    tx,
    standings.flatMap(([, { bank_account_id, hold_reason }]) =>
      bank_account_id !== null && hold_reason === null ? [bank_account_id] : [],
    ),
  )
  return new Map(
    standings.map(([id, standing]) => [
      id,
      flagged.has(standing.bank_account_id ?? '') ? { ...standing, hold_reason: flags_wait } : standing,
    ]),
  )
}

/** A hold in words for people besides the provider's. */
export const holdForOthers = <R extends string | null>(hold_reason: R): R | string =>
  hold_reason === flags_wait ? provider_checks : hold_reason

function standingOf(rows: readonly Row[], on: string): PayeeStanding {
  const confirmed = rows.find((row) => row.status === 'confirmed')
  const is_changing = rows.some((row) => row.status === 'pending')
  if (!confirmed) {
    const hold_reason = is_changing
      ? "The payee's bank account waits for a second person"
      : 'The payee has no confirmed bank account'
    return { bank_account_id: null, hold_reason }
  }
  if (is_changing) return { bank_account_id: confirmed.id, hold_reason: change_waits }
  if (confirmed.is_held) return { bank_account_id: confirmed.id, hold_reason: account_waits }
  const { payable_from } = confirmed
  const hold_reason =
    payable_from !== null && payable_from > on
      ? `The payee's new bank account is paid from ${formatDay(day(payable_from))}`
      : null
  return { bank_account_id: confirmed.id, hold_reason }
}

/** Why this item's account cannot be paid to now: it is changing, or it is another than the one that was reviewed. */
export function accountFault(
  item: { readonly bank_account_id: string | null },
  standing: PayeeStanding | undefined,
): string | null {
  if (standing?.hold_reason) return standing.hold_reason
  return standing?.bank_account_id === item.bank_account_id ? null : "The payee's bank account has changed"
}

type Item = { id: string; payment_batch_id: string }

/** Items of batches that are not completed wait, with the reason, while the payee's account is changing. */
export async function holdPayee(
  context: VerbContext,
  business_id: string,
  currency_id: string,
  hold_reason = change_waits,
): Promise<void> {
  const { tx, clock } = context
  const batches = await tx.rows<{ id: string }>(
    `select b.id from payment.payment_batch b where b.status in ('hold', 'under_review') and b.currency_id = $2
       and exists (select from payment.payment_batch_item t where t.payment_batch_id = b.id and t.payee_id = $1
         and t.status = 'included') order by b.id for update`,
    [business_id, currency_id],
  )
  if (batches.length === 0) return
  const items = await tx.rows<Item>(
    `update payment.payment_batch_item set status = 'held', hold_reason = $3, updated_at = $4
     where payment_batch_id = any ($1) and payee_id = $2 and status = 'included' returning id, payment_batch_id`,
    [batches.map((batch) => batch.id), business_id, hold_reason, clock.now()],
  )
  for (const batch of batches) await recountBatch(context, batch.id)
  for (const item of items) {
    context.audit({
      entity: 'payment.payment_batch_item',
      entity_id: item.id,
      old_values: { status: 'included' },
      new_values: { status: 'held', hold_reason },
    })
  }
}
