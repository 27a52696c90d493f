import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { invalid, notFound, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import { formatMoney, isZero, parseMoney } from '#kernel/money.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { followRelease } from '../funding/follow-release.server.ts'
import { withdrawFromBatches } from '../payments/withdraw-from-batches.server.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { amountInput } from '../shared/cash-input.server.ts'
import { documentReasonInput } from '../shared/chosen-input.server.ts'
import { correctionsOf, isEarnings, isSingle, singleCorrection } from './correction.rules.ts'
import type { CreditAsked } from './credit.rules.ts'
import { issueCorrections } from './credit-issue.server.ts'
import { lockBase } from './credit-load.server.ts'
import type { CreditFacts } from './credit-note.rules.ts'
import { can, creditors } from './credit-note.rules.ts'
import { settleCorrections } from './credit-settle.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  reason: documentReasonInput,
  /** With VAT; shared over the lines by their open amounts. Everything that is left by default. */
  amount: amountInput.optional(),
  /** Net amounts, by the line's number on the document. */
  lines: z
    .array(z.strictObject({ position: z.int(), amount: amountInput }))
    .min(1, { error: validationText.required })
    .max(500, { error: validationText.max })
    .optional(),
})
type Input = z.infer<typeof input>
const answer = z.strictObject({
  id: z.uuid(),
  human_id: z.string(),
  total_amount: moneyText,
  documents: z.array(
    z.strictObject({ id: z.uuid(), human_id: z.string(), type: z.string(), total_amount: moneyText }),
  ),
})

/**
 * Credits a document in whole or in part, with its dependent documents. Issued documents do not change; the credit is
 * set against the document first, and surplus stays as the recipient's credit (money.md §1.8).
 */
export const creditInvoice = verb({
  action_id: 'transaction.invoice.credit',
  since: '0.1.0',
  summary: 'Credits an invoice in whole or in part, with its dependent documents',
  machine: 'allowed',
  impersonator: 'allowed',
  who: creditors,
  input,
  output: answer,
  run: async (context, asked) => {
    const { tx, viewer } = context
    const [row] = await loadVisible<CreditFacts & { id: string; invoice_set_id: string }>(
      tx,
      viewer,
      'transaction.invoice',
      [asked.id],
      {
        columns: `t.id, t.human_id, t.type, t.status, t.is_credit_note, t.from_business_id, t.generation_type,
          t.invoice_set_id`,
      },
    )
    if (!row) throw notFound('Invoice')
    requireCan(can.credit(row, viewer))
    const from = await lockBase(tx, row.invoice_set_id)
    const document = present(
      from.documents.find((one) => one.id === row.id),
      'the document in its set',
    )
    if (isZero(document.left)) throw precondition(`${row.human_id} is credited in full already`)
    const { currency } = from.base
    const how_much = askedOf(asked, currency)
    const is_lone = isSingle(from.base.generated_for) && !from.documents.some(isEarnings)
    const corrections = is_lone
      ? singleCorrection(currency, document, how_much)
      : correctionsOf(currency, from.documents, document, how_much)
    await withdrawFromBatches(
      context,
      corrections.flatMap((one) => one.parent?.id ?? []),
      `${row.human_id} is credited`,
    )
    const issued = await issueCorrections(context, from, corrections, {
      reason: asked.reason,
      refinement_id: null,
    })
    await settleCorrections(context, from.base.id, issued)
    await followRelease(context, [from.base.id], row.human_id)
    const note = present(
      issued.documents.find((one) => one.parent_invoice_id === row.id),
      'the credit note',
    )
    auditCredit(context, row, note, asked.reason)
    return {
      id: note.id,
      human_id: note.human_id,
      total_amount: formatMoney(note.total_amount),
      documents: issued.documents
        // Agency earnings are hidden from some creditors (spec §6), who read their own part elsewhere.
        .filter((one) => one.id === note.id || context.viewer.category === 'provider')
        .map(({ id, human_id, type, total_amount }) => ({
          id,
          human_id,
          type,
          total_amount: formatMoney(total_amount),
        })),
    }
  },
})

function askedOf({ amount, lines }: Input, code: CurrencyCode): CreditAsked {
  if (amount !== undefined && lines !== undefined) throw invalid({ amount: validationText.matches })
  if (amount !== undefined) return { kind: 'amount', gross: parseMoney(amount, code) }
  if (lines === undefined) return { kind: 'whole' }
  return {
    kind: 'lines',
    lines: lines.map((line, i) => ({
      position: line.position,
      net: parseMoney(line.amount, code, `lines.${i}.amount`),
    })),
  }
}

function auditCredit(
  context: VerbContext,
  row: { readonly id: string },
  note: {
    readonly id: string
    readonly human_id: string
    readonly total_amount: Parameters<typeof formatMoney>[0]
  },
  reason: string,
): void {
  context.audit({
    entity: 'transaction.invoice',
    entity_id: note.id,
    new_values: {
      human_id: note.human_id,
      status: 'open',
      total_amount: formatMoney(note.total_amount),
      parent_invoice_id: row.id,
      reason,
    },
  })
}
