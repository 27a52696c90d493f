import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { labelIn } from '#entity/choices.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { day, formatDay, maxDay } from '#kernel/day.ts'
import { conflict, invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { displayMoney, equals, parseMoney } from '#kernel/money.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { cashAccount } from '../bank/cash-account.server.ts'
import { mayReturn } from '../bank/payment-return.rules.ts'
import { followRelease } from '../funding/follow-release.server.ts'
import { settleAndAudit } from '../funding/settle-invoices.server.ts'
import { comeBack, takeBackSetOffs } from '../funding/take-back-set-off.server.ts'
import { linesOf, lockSets } from '../settlement/load-cash.server.ts'
import { reverseLines, settleSummary } from '../settlement/match-lines.server.ts'
import type { bank_line } from '../settlement/receipt.entity.ts'
import { payment_receipt_summary, return_codes } from '../settlement/receipt.entity.ts'
import { referenceInput } from '../shared/cash-input.server.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { holdAccount } from './hold-account.server.ts'
import type { ReturnedPayment } from './return-effects.server.ts'
import { freeWhatWasPaid, reverseBooks } from './return-effects.server.ts'
import { mailReturn } from './return-notice.server.ts'

const input = z.strictObject({
  payment_id: z.uuid(),
  return_code: z.enum(
    return_codes.map((one) => one.value),
    { error: validationText.required },
  ),
  comment: referenceInput.optional(),
  /** The line of the statement that brought the money back. */
  bank_line_id: z.uuid().optional(),
})
const answer = z.strictObject({
  id: z.uuid(),
  human_id: z.string(),
  status: z.literal('reversed'),
  documents: z.number(),
  is_account_held: z.boolean(),
})

/**
 * Records a returned payment: the books mirror it, its documents are due again, and its account gets no payment until
 * a second person confirms it (quality S16). The parties are mailed.
 */
export const returnPayment = verb({
  action_id: 'payment.payment_batch.return_payment',
  since: '0.1.0',
  summary: 'Records a payment returned by the bank',
  machine: 'refused',
  impersonator: 'refused',
  who: { provider: provider_staff },
  input,
  output: answer,
  step_up: FIVE_MINUTES,
  run: async (context, asked) => {
    const { tx, viewer, clock } = context
    const payment = await lockPayment(context, asked.payment_id)
    const line =
      asked.bank_line_id === undefined ? null : await lineOfReturn(context, payment, asked.bank_line_id)
    const code = labelIn(payment_receipt_summary.fields.return_code.choices, asked.return_code)
    const reason = asked.comment ? `${code}: ${asked.comment}` : code
    const lines = await linesOf(tx, payment.id)
    const live = lines.filter((one) => one.reversal_date === null)
    const touched = new Set(lines.map((one) => one.invoice_id))
    const sets = await tx.rows<{ id: string }>(
      'select distinct invoice_set_id as id from transaction.invoice where id = any ($1)',
      [[...touched]],
    )
    const set_ids = sets.map((set) => set.id)
    const documents = await lockSets(tx, set_ids)
    await reverseLines(
      context,
      live.map((one) => one.id),
      `Sent back by the bank: ${reason}`,
    )
    await settleSummary(context, payment, true)
    await updateRow(tx, payment_receipt_summary, payment.id, {
      reversed_at: clock.now(),
      reversal_reason: reason,
      return_code: asked.return_code,
      returned_line_id: line?.id ?? null,
      returned_by: viewer.user_id,
    })
    const post_date =
      line === null ? clock.today() : maxDay(day(line.transaction_date), day(payment.transaction_date))
    await reverseBooks(context, payment, lines, post_date)
    await settleAndAudit(
      context,
      documents.filter((document) => touched.has(document.id)),
    )
    const why = `Payment ${payment.human_id} was sent back: ${reason}`
    await takeBackSetOffs(context, documents, comeBack(documents, live), why)
    await freeWhatWasPaid(context, payment, documents, touched, reason)
    await followRelease(context, set_ids, payment.human_id)
    const held_for = `Payment ${payment.human_id} was sent back: ${code}`
    const is_account_held = await holdAccount(context, payment, held_for)
    await mailReturn(context, payment, reason, is_account_held)
    context.audit({
      entity: 'transaction.payment_receipt_summary',
      entity_id: payment.id,
      old_values: { status: payment.status, matched_amount: payment.matched_amount },
      new_values: {
        status: 'reversed',
        matched_amount: '0.00',
        return_code: asked.return_code,
        reason,
        bank_line_id: line?.id ?? null,
      },
    })
    return {
      id: payment.id,
      human_id: payment.human_id,
      status: 'reversed',
      documents: live.length,
      is_account_held,
    }
  },
})

/** @throws not_found, or why it cannot have come back */
async function lockPayment({ tx, viewer, clock }: VerbContext, id: string): Promise<ReturnedPayment> {
  const [payment] = await loadVisible<ReturnedPayment>(
    tx,
    viewer,
    'transaction.payment_receipt_summary',
    [id],
    {
      lock: true,
      columns: `t.id, t.human_id, t.type, t.status, t.for_business_id, t.principal_id, t.provider_id, t.agency_id, t.client_id,
      t.currency_id, t.amount, t.matched_amount, t.unmatched_amount, t.transaction_date, t.reference, t.bank_account_id,
      t.payment_batch_id, t.return_code, (select y.alpha_code from platform.currency y where y.id = t.currency_id) as currency,
      (select b.name from business.business b where b.id = t.for_business_id) as payee`,
    },
  )
  if (payment?.type !== 'payment') throw notFound('Payment')
  requireCan(mayReturn({ ...payment, transaction_date: day(payment.transaction_date) }, clock.today()))
  return payment
}

type Line = ReadRow<typeof bank_line, 'id bank_account_id transaction_date amount'> & {
  readonly receipt: string | null
  readonly returned: string | null
}

/** The line brings back this payment and nothing else. @throws invalid under its field otherwise */
async function lineOfReturn(context: VerbContext, payment: ReturnedPayment, id: string): Promise<Line> {
  const { tx, viewer } = context
  const [line] = await loadVisible<Line>(tx, viewer, 'transaction.bank_line', [id], {
    lock: true,
    columns: `t.id, t.bank_account_id, t.transaction_date, t.amount,
      (select s.human_id from transaction.payment_receipt_summary s where s.bank_line_id = t.id) as receipt,
      (select s.human_id from transaction.payment_receipt_summary s where s.returned_line_id = t.id) as returned`,
  })
  if (!line) throw invalid({ bank_line_id: validationText.matches })
  if (line.receipt !== null) throw conflict(`This bank line is already receipt ${line.receipt}`)
  if (line.returned !== null)
    throw conflict(`This bank line has brought back payment ${line.returned} already`)
  const account = await cashAccount(context, line.bank_account_id)
  if (account.business_id !== payment.principal_id)
    throw invalid({ bank_line_id: 'This line is of another account than the one that paid' })
  if (account.currency !== payment.currency)
    throw invalid({ bank_line_id: `The line is in ${account.currency}, the payment in ${payment.currency}` })
  const amount = parseMoney(payment.amount, payment.currency)
  if (!equals(parseMoney(line.amount, payment.currency), amount))
    throw invalid({ bank_line_id: `The line is not ${displayMoney(amount)}, which is what was paid` })
  if (line.transaction_date < payment.transaction_date)
    throw invalid({
      bank_line_id: `The line is older than the payment of ${formatDay(day(payment.transaction_date))}`,
    })
  return line
}
