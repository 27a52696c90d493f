import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { refuseUnseen, seen_shape } from '../approvable-work/seen-work.server.ts'
import { expense } from './expense.entity.ts'
import { who } from './expense.rules.ts'
import { contentInput, textsOf } from './expense-input.server.ts'
import { expenses } from './expense-records.server.ts'
import { totalsInWords, writeDetails } from './write-expense-details.server.ts'

const input = z.strictObject({ id: z.uuid(), ...contentInput, ...seen_shape })

/** Saves the expense; the lines sent are the whole expense. A rejected expense stays rejected. */
export const saveExpense = verb({
  action_id: 'transaction.expense.save_draft',
  since: '0.1.0',
  summary: 'Saves a draft expense with all of its lines',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.save_draft,
  input,
  output: z.strictObject({
    id: z.uuid(),
    status: z.string(),
    /** The expense of this save: a later change compares it. */
    updated_at: z.string(),
  }),
  run: async (context, { id, details, po_number, comment, ...seen }) => {
    const [locked] = await expenses.lockFor(context, 'save_draft', [id])
    const sheet = present(locked, 'the expense')
    await refuseUnseen(context, 'expense', sheet, seen)
    const totals = await writeDetails(context, sheet, details)
    const texts = textsOf({ po_number, comment }, sheet)
    await updateRow(context.tx, expense, id, { ...texts, updated_at: context.clock.now() })
    await expenses.recordSteps(context, 'save_draft', [
      {
        row: sheet,
        new_status: sheet.status,
        message: `Saved with ${totalsInWords(totals, sheet)}`,
        old_values: { amount: sheet.amount, tax_amount: sheet.tax_amount, po_number: sheet.po_number },
        new_values: { ...totals, po_number: texts.po_number },
      },
    ])
    return { id, status: sheet.status, updated_at: context.clock.now() }
  },
})
