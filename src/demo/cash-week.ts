/** Cash of one week: clients' payments, recorded and matched. */

import { present } from '#kernel/assert.ts'
import { addDays, type Day, partsOf } from '#kernel/day.ts'
import { currency, formatMoney, type Money, money, parseMoney, sum } from '#kernel/money.ts'
import { clients } from './cast-clients.ts'
import type { CastClient } from './cast-types.ts'
import { businessId, onStage, type Stage, type World } from './stage.ts'

const cashier = 'provider_operations'

type Open = {
  readonly id: string
  readonly human_id: string
  readonly client_id: string
  readonly principal_id: string
  readonly alpha_code: 'GBP' | 'EUR'
  readonly due_date: Day
  readonly outstanding_balance: string
  readonly is_part_paid: boolean
  readonly last_payment_date: Day | null
  readonly about: string
}

/** Open invoices without a dispute. `about` names an invoice the same in every world of one seed. */
function openInvoices(stage: Stage): Promise<Open[]> {
  return stage.tx.rows<Open>(
    `select i.id, i.human_id, i.client_id, y.alpha_code, i.due_date, i.outstanding_balance, i.is_part_paid, i.last_payment_date,
       case s.funding_model when 'indirect' then s.funder_id else s.provider_id end as principal_id,
       coalesce(t.human_id, i.human_id) as about
     from transaction.invoice i
     join transaction.invoice_set s on s.id = i.invoice_set_id
     left join transaction.timesheet t on t.id = i.timesheet_id
     join platform.currency y on y.id = i.currency_id
     where i.status = 'open' and i.type in ('provider-client', 'agency-client', 'funder-client') and not i.is_credit_note
       and not i.is_disputed and i.outstanding_balance > 0
     order by i.due_date, i.human_id`,
  )
}

export type Share = { readonly invoice: Open; readonly amount: Money }

/** The provider's progress with a receipt. */
export type Handling = 'matched' | 'recorded' | 'bank line only'

/** A client's payments of the day: one transfer for each of its creditors, with a line on the creditor's statement. */
export function receiveCash(world: World, today: Day, handling: Handling): Promise<void> {
  return onStage(world, async (stage) => {
    const open = (await openInvoices(stage)).filter((invoice) => !world.in_transit.has(invoice.id))
    for (const client of clients) {
      if (client.pays.runs === 'monthly' && partsOf(today).date > 7) continue
      const id = businessId(world, client.key)
      const shares = open
        .filter((invoice) => invoice.client_id === id)
        .flatMap((invoice) => shareOf(world, client, invoice, today))
      const transfers = Map.groupBy(shares, ({ invoice }) => `${invoice.principal_id} ${invoice.alpha_code}`)
      for (const [, legs] of transfers) await receive(world, stage, client, legs, today, handling)
    }
  })
}

/** The client's payments on an invoice today. */
function shareOf(world: World, client: CastClient, invoice: Open, today: Day): Share[] {
  const { draw } = world
  const code = currency(invoice.alpha_code)
  const owed = parseMoney(invoice.outstanding_balance, code)
  if (invoice.is_part_paid) {
    const again = addDays(
      invoice.last_payment_date ?? today,
      draw.whole(20, 45, 'pays the rest', invoice.about),
    )
    return again <= today ? [{ invoice, amount: owed }] : []
  }
  const late = client.pays.late + draw.whole(-3, 9, 'pays late', invoice.about)
  if (addDays(invoice.due_date, late) > today) return []
  if (!draw.happens(client.pays.part_per_cent, 'pays a part', invoice.about))
    return [{ invoice, amount: owed }]
  const per_cent = draw.whole(30, 80, 'part', invoice.about)
  return [{ invoice, amount: money(Math.max(1, Math.round((owed.minor * per_cent) / 100)), code) }]
}

async function receive(
  world: World,
  stage: Stage,
  client: CastClient,
  legs: readonly Share[],
  today: Day,
  handling: Handling,
): Promise<void> {
  const { invoice } = present(legs[0], 'something that is paid')
  const { draw } = world
  if (handling !== 'matched') for (const leg of legs) world.in_transit.add(leg.invoice.id)
  const total = sum(
    currency(invoice.alpha_code),
    legs.map((leg) => leg.amount),
  )
  // Now and then a client pays an amount twice or rounds it up: the rest of the receipt stays unmatched.
  const over = draw.happens(3, 'pays too much', client.key, today)
    ? draw.whole(20, 400, 'too much', today) * 100
    : 0
  const paid = money(total.minor + over, total.currency)
  const principal = principalKey(world, invoice.principal_id)
  const line = await stage.act<{ id: string }>(cashier, 'transaction.bank_line.record', {
    bank_account_id: present(
      world.trust_accounts.get(`${principal} ${invoice.alpha_code}`),
      'the trust account',
    ),
    transaction_date: today,
    amount: formatMoney(paid),
    reference: referenceOf(legs),
    counterparty: client.name.toUpperCase().slice(0, 35),
  })
  if (handling === 'bank line only') return
  const receipt = await stage.act<{ id: string }>(cashier, 'transaction.payment_receipt.record', {
    bank_line_id: line.id,
    for_business_id: businessId(world, client.key),
  })
  if (handling === 'recorded') return
  await stage.act(cashier, 'transaction.payment_receipt.match', {
    id: receipt.id,
    matches: legs.map((leg) => ({ invoice_id: leg.invoice.id, amount: formatMoney(leg.amount) })),
  })
}

function principalKey(world: World, id: string): string {
  for (const key of ['tideway', 'harbourline', 'northgate']) if (world.businesses.get(key) === id) return key
  throw new Error(`nobody with the id ${id} keeps the books of an invoice`)
}

/** Payers name the first invoices of a payment, as many as the bank's field holds. */
function referenceOf(legs: readonly Share[]): string {
  const [first, ...others] = legs.map((leg) => leg.invoice.human_id)
  return others.length === 0 ? (first ?? '') : `${first} +${others.length}`
}

/** A transfer that the client's bank recalled: the client's latest matched receipt. */
export function bounceReceipt(world: World, client: string): Promise<void> {
  return onStage(world, async (stage) => {
    const receipt = await stage.tx.row<{ id: string }>(
      `select id from transaction.payment_receipt_summary
       where type = 'receipt' and status = 'matched' and client_id = $1 order by human_id desc limit 1`,
      [businessId(world, client)],
    )
    if (!receipt) return
    await stage.act(cashier, 'transaction.payment_receipt.reverse', {
      id: receipt.id,
      reason: "Returned by the payer's bank: refer to drawer",
    })
  })
}

/** One match with the wrong invoice is undone; the money stays on the receipt. */
export function unmatchOne(world: World, client: string): Promise<void> {
  return onStage(world, async (stage) => {
    const detail = await stage.tx.row<{ id: string }>(
      `select d.id from transaction.payment_receipt_detail d
       join transaction.payment_receipt_summary s on s.id = d.payment_receipt_summary_id
       join transaction.invoice i on i.id = d.invoice_id
       where s.type = 'receipt' and s.client_id = $1 and d.reversal_date is null
       order by s.human_id desc, i.human_id desc limit 1`,
      [businessId(world, client)],
    )
    if (!detail) return
    const reason = 'Matched with the wrong invoice'
    await stage.act(cashier, 'transaction.payment_receipt.unmatch', { detail_id: detail.id, reason })
  })
}
