/** The base of a refinement, locked in the order of every cash verb: receipts, then documents. */

import { present } from '#kernel/assert.ts'
import { conflict, precondition } from '#kernel/errors.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import type { BaseDocuments } from '../corrections/credit-load.server.ts'
import { lockBase } from '../corrections/credit-load.server.ts'
import type { ReceiptLine } from '../corrections/refine-cash.server.ts'
import { withdrawFromBatches } from '../payments/withdraw-from-batches.server.ts'
import type { DetailRow, SummaryRow } from '../settlement/load-cash.server.ts'
import { isClientFacing } from '../shared/invoice-types.rules.ts'
import type { TimesheetRow } from './timesheet-records.server.ts'

export type Refinable = {
  readonly sheet: TimesheetRow & { readonly version: number; readonly refines_id: string | null }
  readonly from: BaseDocuments
  /** Live matches of receipts with the client's documents, oldest first. */
  readonly cash: readonly ReceiptLine[]
}

/** @throws precondition or conflict with the reason */
export async function lockRefinable(context: VerbContext, sheet: TimesheetRow): Promise<Refinable> {
  if (sheet.is_difference)
    throw precondition(
      `Timesheet ${sheet.human_id} is a difference itself: refine the timesheet it belongs to`,
    )
  return lockOwnDocuments(context, sheet)
}

/** The same, also for a difference that added work. @throws precondition or conflict with the reason */
export async function lockOwnDocuments(context: VerbContext, sheet: TimesheetRow): Promise<Refinable> {
  const { tx } = context
  const facts = present(
    await tx.row<{ version: number; refines_id: string | null }>(
      'select version, refines_id from transaction.timesheet where id = $1',
      [sheet.id],
    ),
    'the timesheet',
  )
  const set = await tx.row<{ id: string }>(
    `select id from transaction.invoice_set where timesheet_id = $1 and version = $2 and status = 'live'`,
    [sheet.id, facts.version],
  )
  if (!set) throw precondition(`Timesheet ${sheet.human_id} has no invoices to correct`)
  const before = await receiptLines(tx, set.id)
  const receipts = await lockReceipts(tx, [...new Set(before.map((line) => line.payment_receipt_summary_id))])
  const from = await lockBase(tx, set.id)
  const cash = (await receiptLines(tx, set.id)).map((line): ReceiptLine => {
    const receipt = receipts.get(line.payment_receipt_summary_id)
    if (!receipt) throw conflict(`A receipt has just been matched with ${sheet.human_id}: please look again`)
    return { ...line, receipt }
  })
  await refuseUnsafe(context, sheet, from)
  return { sheet: { ...sheet, ...facts }, from, cash }
}

async function refuseUnsafe(context: VerbContext, sheet: TimesheetRow, from: BaseDocuments): Promise<void> {
  const owed = from.documents.find(
    (one) => one.type === 'contractor-agency' && one.funding_status === 'recourse',
  )
  if (owed)
    throw precondition(
      `The agency owes what was paid on ${owed.human_id}, since the client's money went back: settle that first`,
    )
  await withdrawFromBatches(
    context,
    from.documents.map((one) => one.id),
    `Timesheet ${sheet.human_id} is refined`,
  )
}

function receiptLines(tx: Tx, set_id: string): Promise<DetailRow[]> {
  return tx.rows<DetailRow>(
    `select d.id, d.payment_receipt_summary_id, d.invoice_id, d.amount, d.payment_type, d.post_date, d.reversal_date
     from transaction.payment_receipt_detail d
     join transaction.payment_receipt_summary s on s.id = d.payment_receipt_summary_id and s.type = 'receipt'
     join transaction.invoice i on i.id = d.invoice_id
     join transaction.invoice_set t on t.id = i.invoice_set_id
     where d.reversal_date is null and $1 in (t.id, t.corrects_set_id)
       and i.type in ('provider-client', 'agency-client', 'funder-client')
     order by d.fact_no`,
    [set_id],
  )
}

async function lockReceipts(tx: Tx, ids: readonly string[]): Promise<Map<string, SummaryRow>> {
  const rows = await tx.rows<SummaryRow>(
    `select t.*, y.alpha_code as currency from transaction.payment_receipt_summary t
     join platform.currency y on y.id = t.currency_id where t.id = any ($1) order by t.id for update of t`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The client-facing documents of the set. */
export function clientDocuments({ documents }: BaseDocuments) {
  return documents.filter((document) => isClientFacing(document.type))
}
