/**
 * The effect of a receipt, or its reversal, on waiting documents (money.md §1.6, §1.8): earnings and pay are
 * released; or unpaid batch items are held, and paid ones become the agency's debt.
 */
import { day, maxDay } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'
import {
  compare,
  displayMoney,
  formatMoney,
  isPositive,
  isZero,
  minOf,
  parseMoney,
  sub,
  zero,
} from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { invoice } from '../invoices/invoice.entity.ts'
import { postEntries } from '../ledger/post.server.ts'
import { recoursePostings, reverse } from '../ledger/postings.rules.ts'
import type { CashDocument, DetailRow, SummaryRow } from '../settlement/load-cash.server.ts'
import { readSets } from '../settlement/load-cash.server.ts'
import { insertMatchLines, reverseLines, settleSummary } from '../settlement/match-lines.server.ts'
import { legOf } from '../shared/invoice-types.rules.ts'
import { insertCollectionNote } from './collection-notes/collection-note.server.ts'
import { recoverFromAgencies } from './recover-from-agency.server.ts'
import { releaseSets, whatever_the_date } from './release-sets.server.ts'
import { setOffMirrors } from './set-off.server.ts'
import { settleAndAudit } from './settle-invoices.server.ts'
import { comeBack, takeBackSetOffs } from './take-back-set-off.server.ts'

/** Call it with the sets locked and their client documents settled. `cause` is the receipt's human id. */
export async function followRelease(
  context: VerbContext,
  set_ids: readonly string[],
  cause: string,
): Promise<void> {
  const documents = await readSets(context.tx, set_ids)
  const waiting = documents.filter(
    (document) =>
      document.release_condition === 'client_receipt' &&
      legOf(document.type) !== null &&
      !document.is_credit_note,
  )
  if (waiting.length === 0) return
  await holdWithdrawn(context, documents, waiting, cause)
  const is_owed = await followRecourse(context, documents, waiting, cause)
  const followed = is_owed ? await readSets(context.tx, set_ids) : documents
  const is_cured = await cureEarnings(context, followed)
  await markReleased(context, is_cured ? await readSets(context.tx, set_ids) : followed)
}

/**
 * Money came again for earnings that the agency owes: the payment it kept pays them, as it did at first.
 * @returns whether there were any
 */
async function cureEarnings(context: VerbContext, documents: readonly CashDocument[]): Promise<boolean> {
  let is_cured = false
  const releases = releaseSets(documents, whatever_the_date)
  for (const document of documents) {
    const payable = releases.get(document.id)?.payable
    if (document.type !== 'agency_earnings' || document.funding_status !== 'recourse') continue
    if (!payable || !isPositive(payable)) continue
    const { left, legs } = await recoverFromAgencies(context, document, [{ document, payable }])
    const set = await readSets(context.tx, [document.invoice_set_id])
    await setOffMirrors(context, set, legs, null, context.clock.today())
    await setFundingStatus(
      context,
      document,
      left.length === 0 ? 'funded' : 'released',
      'The client paid again',
    )
    is_cured = true
  }
  return is_cured
}

/** Released as far as receipts cover; pending again without cover. Held and recourse stay. */
async function markReleased({ tx, clock }: VerbContext, documents: readonly CashDocument[]): Promise<void> {
  const releases = releaseSets(documents, whatever_the_date)
  const changed = documents.flatMap((document) => {
    const release = releases.get(document.id)
    if (!release || document.release_condition !== 'client_receipt') return []
    if (legOf(document.type) === null || !['pending', 'released'].includes(document.funding_status)) return []
    const status = isPositive(release.released) ? 'released' : 'pending'
    return status === document.funding_status ? [] : [{ id: document.id, status }]
  })
  for (const status of ['released', 'pending']) {
    const ids = changed.filter((one) => one.status === status).map((one) => one.id)
    if (ids.length === 0) continue
    await tx.run('update transaction.invoice set funding_status = $2, updated_at = $3 where id = any ($1)', [
      ids,
      status,
      clock.now(),
    ])
  }
}

type ItemRow = { id: string; invoice_id: string; amount: string; run_date: string; payment_batch_id: string }

/** Holds unreviewed batch items whose receipt is gone. */
async function holdWithdrawn(
  context: VerbContext,
  documents: readonly CashDocument[],
  waiting: readonly CashDocument[],
  cause: string,
): Promise<void> {
  const { tx, clock } = context
  const items = await tx.rows<ItemRow>(
    `select t.id, t.invoice_id, t.amount, b.run_date, t.payment_batch_id
     from payment.payment_batch_item t join payment.payment_batch b on b.id = t.payment_batch_id
     where t.invoice_id = any ($1) and t.status = 'included' and b.status in ('hold', 'under_review') order by t.id`,
    [waiting.map((document) => document.id)],
  )
  for (const item of items) {
    const document = waiting.find((one) => one.id === item.invoice_id)
    const release = releaseSets(documents, maxDay(clock.today(), day(item.run_date))).get(item.invoice_id)
    if (!document || !release) continue
    if (compare(parseMoney(item.amount, document.currency), release.payable) <= 0) continue
    const hold_reason = `Receipt ${cause} was taken back`
    await tx.run(
      `update payment.payment_batch_item set status = 'held', hold_reason = $2, updated_at = $3 where id = $1`,
      [item.id, hold_reason, clock.now()],
    )
    await tx.run(
      `update payment.payment_batch set amount = amount - $2::numeric, item_count = item_count - 1, updated_at = $3 where id = $1`,
      [item.payment_batch_id, item.amount, clock.now()],
    )
    context.audit({
      entity: 'payment.payment_batch_item',
      entity_id: item.id,
      old_values: { status: 'included' },
      new_values: { status: 'held', hold_reason },
    })
  }
}

/**
 * Pay-outs beyond the released amount: owed by the agency, never by the contractor; cured by a new receipt.
 * @returns whether anything changed
 */
async function followRecourse(
  context: VerbContext,
  documents: readonly CashDocument[],
  waiting: readonly CashDocument[],
  cause: string,
): Promise<boolean> {
  const releases = releaseSets(documents, whatever_the_date)
  const others = waiting.filter((document) => legOf(document.type) !== 'agency_earnings')
  const posted = await postedRecourse(
    context,
    others.map((document) => document.id),
  )
  let is_changed = false
  for (const document of waiting) {
    const overpaid = releases.get(document.id)?.overpaid ?? zero(document.currency)
    if (!others.includes(document)) {
      if (!isPositive(overpaid)) continue
      await reopenEarnings(context, documents, document, overpaid, cause)
      is_changed = true
    } else if (await agreeRecourse(context, document, overpaid, posted.get(document.id))) is_changed = true
  }
  return is_changed
}

type Posted = { readonly invoice_id: string; readonly amount: string; readonly postings: number }

/** Agencies' debt for these documents in the books. */
async function postedRecourse(
  { tx }: VerbContext,
  invoice_ids: readonly string[],
): Promise<Map<string, Posted>> {
  if (invoice_ids.length === 0) return new Map()
  const rows = await tx.rows<Posted>(
    `select p.invoice_id, sum(p.amount) as amount, count(*)::int as postings from ledger.posting p
     join ledger.account a on a.id = p.account_id where p.invoice_id = any ($1) and a.kind = 'agency_recourse' group by 1`,
    [invoice_ids],
  )
  return new Map(rows.map((row) => [row.invoice_id, row]))
}

/**
 * The agency keeps the payment and owes it: the match with these earnings is reversed, and the next run sets the
 * unmatched amount against later earnings (set-off.server.ts).
 */
async function reopenEarnings(
  context: VerbContext,
  documents: readonly CashDocument[],
  document: CashDocument,
  overpaid: Money,
  cause: string,
): Promise<void> {
  const { tx, clock } = context
  const lines = await tx.rows<DetailRow>(
    `select id, payment_receipt_summary_id, invoice_id, amount, payment_type, post_date, reversal_date
     from transaction.payment_receipt_detail where invoice_id = $1 and reversal_date is null order by fact_no desc`,
    [document.id],
  )
  let left = overpaid
  for (const line of lines) {
    if (isZero(left)) break
    const amount = parseMoney(line.amount, document.currency)
    const taken = minOf(amount, left)
    const payment = await lockSummary(context, line.payment_receipt_summary_id)
    await reverseLines(context, [line.id], `Owed by the agency: receipt ${cause} was taken back`)
    const rest = sub(amount, taken)
    if (isPositive(rest)) {
      const payment_type = line.payment_type === 'bank' ? 'bank' : 'set_off'
      await insertMatchLines(context, [
        {
          summary_id: payment.id,
          document,
          amount: formatMoney(rest),
          payment_type,
          post_date: line.post_date,
        },
      ])
    }
    await settleSummary(context, payment, false)
    await insertCollectionNote(context, {
      source: 'reversal',
      reason: `${document.human_id} was paid, and receipt ${cause} was taken back`,
      amount: taken,
      currency_id: document.currency_id,
      provider_id: document.provider_id,
      agency_id: document.agency_id,
      principal_id: document.principal_id,
      invoice_id: document.id,
      payment_id: payment.id,
    })
    await postEntries(context, [
      {
        kind: 'recourse',
        source_entity: 'transaction.payment_receipt_detail',
        source_id: line.id,
        principal_id: document.principal_id,
        provider_id: document.provider_id,
        agency_id: document.agency_id,
        fact_key: `recourse:${line.id}`,
        post_date: clock.today(),
        postings: recoursePostings(document.agency_id, document.id, taken),
      },
    ])
    left = sub(left, taken)
  }
  await settleAndAudit(context, [document])
  const back = comeBack(documents, [{ invoice_id: document.id, amount: formatMoney(sub(overpaid, left)) }])
  await takeBackSetOffs(context, documents, back, `Owed by the agency: receipt ${cause} was taken back`)
  await setFundingStatus(context, document, 'recourse', `${displayMoney(overpaid)} is owed by the agency`)
}

/** Posts the difference between the agency's debt for this document and the books. @returns whether there was one */
async function agreeRecourse(
  context: VerbContext,
  document: CashDocument,
  overpaid: Money,
  posted: Posted | undefined,
): Promise<boolean> {
  const owed = parseMoney(posted?.amount ?? '0', document.currency)
  const more = sub(overpaid, owed)
  if (isZero(more)) return false
  const size = isPositive(more) ? more : sub(owed, overpaid)
  const postings = recoursePostings(document.agency_id, document.id, size)
  await postEntries(context, [
    {
      kind: 'recourse',
      source_entity: 'transaction.invoice',
      source_id: document.id,
      principal_id: document.principal_id,
      provider_id: document.provider_id,
      agency_id: document.agency_id,
      fact_key: `recourse:${document.id}:${(posted?.postings ?? 0) + 1}`,
      post_date: context.clock.today(),
      postings: isPositive(more) ? postings : reverse(postings),
    },
  ])
  const status = isPositive(overpaid) ? 'recourse' : 'released'
  await setFundingStatus(context, document, status, `${displayMoney(overpaid)} is owed by the agency`)
  return true
}

async function setFundingStatus(
  context: VerbContext,
  document: CashDocument,
  funding_status: 'funded' | 'recourse' | 'released',
  why: string,
): Promise<void> {
  await updateRow(context.tx, invoice, document.id, { funding_status, updated_at: context.clock.now() })
  context.audit({
    entity: 'transaction.invoice',
    entity_id: document.id,
    old_values: { funding_status: document.funding_status },
    new_values: { funding_status, reason: why },
  })
}

async function lockSummary({ tx }: VerbContext, id: string): Promise<SummaryRow> {
  const [row] = await tx.rows<SummaryRow>(
    `select t.*, y.alpha_code as currency from transaction.payment_receipt_summary t
     join platform.currency y on y.id = t.currency_id where t.id = $1 for update of t`,
    [id],
  )
  if (!row) throw new Error(`payment ${id} is gone`)
  return row
}
