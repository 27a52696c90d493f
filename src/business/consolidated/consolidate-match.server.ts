import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { notFound, precondition } from '#kernel/errors.ts'
import type { Money } from '#kernel/money.ts'
import { formatMoney, isPositive, isZero, minOf, parseMoney, sub } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { settleAndAudit } from '../funding/settle-invoices.server.ts'
import { match_details, matchReceipt } from '../receipts/match-receipt.server.ts'
import { insertAllocations, spread } from '../settlement/credit-allocate.server.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { loadReceipt, lockSets, outstandingOf, readSets } from '../settlement/load-cash.server.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import type { ConsolidatedRow } from './consolidate-members.server.ts'
import { consolidated_columns } from './consolidate-members.server.ts'

const input = z.strictObject({ id: z.uuid(), consolidated_invoice_id: z.uuid() })
const answer = z.strictObject({
  id: z.uuid(),
  status: z.string(),
  matched_amount: moneyText,
  unmatched_amount: moneyText,
  matches: z.array(z.strictObject({ invoice_id: z.uuid(), human_id: z.string(), amount: moneyText })),
  details: match_details,
})

/**
 * Sets a receipt against the invoices of a consolidated invoice, the oldest first: the payer quoted the one number.
 * Credit notes among its members are set against the invoices before the money is.
 */
export const matchConsolidated = verb({
  action_id: 'transaction.payment_receipt.match_consolidated',
  since: '0.1.0',
  summary: 'Matches a receipt with the invoices of a consolidated invoice, the oldest first',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: answer,
  run: async (context, asked) => {
    const receipt = await loadReceipt(context, asked.id, { lock: true })
    const { row, members } = await lockConsolidated(context, asked.consolidated_invoice_id)
    const owed = await lessCredit(context, members)
    const shares = sharesOf(owed, parseMoney(receipt.unmatched_amount, receipt.currency))
    if (receipt.currency !== row.currency)
      throw precondition(`A receipt in ${receipt.currency} cannot pay an invoice in ${row.currency}`)
    if (shares.length === 0)
      throw precondition(
        isPositive(parseMoney(receipt.unmatched_amount, receipt.currency))
          ? `Nothing of ${row.human_id} is outstanding`
          : `Nothing of ${receipt.human_id} is left to match`,
      )
    const made = await matchReceipt.run(context, {
      id: receipt.id,
      matches: shares.map(({ document, amount }) => ({
        invoice_id: document.id,
        amount: formatMoney(amount),
      })),
    })
    return {
      ...made,
      matches: shares.map(({ document, amount }) => ({
        invoice_id: document.id,
        human_id: document.human_id,
        amount: formatMoney(amount),
      })),
    }
  },
})

async function lockConsolidated({ tx, viewer }: VerbContext, id: string) {
  const read = async (lock: boolean) => {
    const [row] = await loadVisible<ConsolidatedRow>(tx, viewer, 'transaction.consolidated_invoice', [id], {
      columns: consolidated_columns,
      lock,
    })
    if (!row) throw notFound('Consolidated Invoice')
    const named = await tx.rows<{ id: string; invoice_set_id: string; raised_date: string }>(
      'select id, invoice_set_id, raised_date from transaction.invoice where consolidated_invoice_id = $1 and deleted_at is null',
      [id],
    )
    return { row, named }
  }
  const seen = await read(false)
  const documents = await lockSets(tx, [...new Set(seen.named.map((one) => one.invoice_set_id))])
  // Cancelling frees the members under the same locks: they are the members now, or no longer.
  const { row, named } = await read(true)
  if (row.status !== 'generated' && row.status !== 'open')
    throw precondition(`${row.human_id} is ${row.status} and cannot be matched`)
  const raised = new Map(named.map((one) => [one.id, one.raised_date]))
  const key = (one: CashDocument) => `${raised.get(one.id)} ${one.human_id}`
  const members = documents
    .filter((one) => raised.has(one.id) && one.status === 'open')
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
  return { row, members }
}

async function lessCredit(
  context: VerbContext,
  members: readonly CashDocument[],
): Promise<readonly CashDocument[]> {
  const notes = members.filter((one) => outstandingOf(one).minor < 0)
  if (notes.length === 0) return members
  const allocations = spread(
    notes,
    members.filter((one) => isPositive(outstandingOf(one))),
  )
  await insertAllocations(context, allocations)
  await settleAndAudit(context, members)
  const now = await readSets(context.tx, [...new Set(members.map((one) => one.invoice_set_id))])
  return members.flatMap((member) => now.filter((one) => one.id === member.id && one.status === 'open'))
}

function sharesOf(
  members: readonly CashDocument[],
  money: Money,
): { document: CashDocument; amount: Money }[] {
  let left = money
  return members.flatMap((document) => {
    const owed = outstandingOf(document)
    if (owed.currency !== left.currency || !isPositive(owed) || isZero(left)) return []
    const amount = minOf(owed, left)
    left = sub(left, amount)
    return [{ document, amount }]
  })
}
