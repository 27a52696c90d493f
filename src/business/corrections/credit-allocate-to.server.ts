import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { invalid, notFound, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import {
  compare,
  displayMoney,
  formatMoney,
  isNegative,
  isPositive,
  minOf,
  neg,
  parseMoney,
} from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { followRelease } from '../funding/follow-release.server.ts'
import { settleAndAudit } from '../funding/settle-invoices.server.ts'
import { insertAllocations } from '../settlement/credit-allocate.server.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { lockSets, outstandingOf } from '../settlement/load-cash.server.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { amountInput } from '../shared/cash-input.server.ts'
import { isClientFacing } from '../shared/invoice-types.rules.ts'
import { provider_staff } from '../shared/who-may.rules.ts'

const input = z.strictObject({
  id: z.uuid(),
  invoice_id: z.uuid(),
  /** As much as both allow when absent. */
  amount: amountInput.optional(),
})
const answer = z.strictObject({
  id: z.uuid(),
  invoice_id: z.uuid(),
  amount: moneyText,
  outstanding_balance: moneyText,
})

/** Sets a client's surplus credit against another of its invoices, like a receipt. */
export const allocateCredit = verb({
  action_id: 'transaction.invoice.allocate_credit',
  since: '0.1.0',
  summary: "Sets a client's surplus credit against another of its invoices",
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: answer,
  run: async (context, asked) => {
    const { note, debt } = await lockBoth(context, asked.id, asked.invoice_id)
    refuse(note, debt)
    const most = minOf(neg(outstandingOf(note)), outstandingOf(debt))
    const amount = asked.amount === undefined ? most : parseMoney(asked.amount, note.currency)
    if (!isPositive(amount)) throw invalid({ amount: validationText.positive })
    if (compare(amount, most) > 0)
      throw invalid({ amount: `Only ${displayMoney(most)} can be set against it` })
    await insertAllocations(context, [{ credit: note, debt, amount }])
    const settled = await settleAndAudit(context, [note, debt])
    await followRelease(context, [debt.invoice_set_id], note.human_id)
    return {
      id: note.id,
      invoice_id: debt.id,
      amount: formatMoney(amount),
      outstanding_balance: settled.get(debt.id)?.outstanding_balance ?? debt.outstanding_balance,
    }
  },
})

async function lockBoth(
  { tx, viewer }: VerbContext,
  id: string,
  invoice_id: string,
): Promise<{ note: CashDocument; debt: CashDocument }> {
  if (id === invoice_id) throw invalid({ invoice_id: validationText.duplicate_value })
  const seen = await loadVisible<{ id: string; invoice_set_id: string }>(
    tx,
    viewer,
    'transaction.invoice',
    [id, invoice_id],
    { columns: 't.id, t.invoice_set_id' },
  )
  const documents = await lockSets(tx, [...new Set(seen.map((row) => row.invoice_set_id))])
  const note = documents.find((one) => one.id === id)
  const debt = documents.find((one) => one.id === invoice_id)
  if (!note || !debt) throw notFound('Invoice')
  return { note, debt }
}

/** @throws precondition when the two are not a client's credit and the same client's debt */
function refuse(note: CashDocument, debt: CashDocument): void {
  if (!note.is_credit_note || !isClientFacing(note.type))
    throw precondition(`${note.human_id} is not a credit note to a client`)
  if (!isNegative(outstandingOf(note))) throw precondition(`Nothing of ${note.human_id} is left`)
  if (debt.is_credit_note || debt.type !== note.type || debt.status !== 'open')
    throw precondition(`${debt.human_id} is not an open invoice of the same kind`)
  if (
    debt.to_business_id !== note.to_business_id ||
    debt.from_business_id !== note.from_business_id ||
    debt.principal_id !== note.principal_id
  )
    throw precondition(`${debt.human_id} is between other businesses than ${note.human_id}`)
  if (debt.currency_id !== note.currency_id)
    throw precondition(`A credit in ${note.currency} cannot pay an invoice in ${debt.currency}`)
}
