import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { verb } from '#server/verb.ts'
import { who } from './expense.rules.ts'
import { contentInput } from './expense-input.server.ts'
import { expenses } from './expense-records.server.ts'
import { totalsInWords, writeDetails } from './write-expense-details.server.ts'

const input = z.strictObject({ id: z.uuid(), ...contentInput })

/** Saves the expense; the lines sent are the whole expense. A rejected expense stays rejected. */
export const saveExpense = verb({
  action_id: 'transaction.expense.save_draft',
  since: '0.1.0',
  summary: 'Saves a draft expense with all of its lines',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.save_draft,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.string() }),
  run: async (context, { id, details, po_number, comment }) => {
    const [locked] = await expenses.lockFor(context, 'save_draft', [id])
    const sheet = present(locked, 'the expense')
    const totals = await writeDetails(context, sheet, details)
    await context.tx.run(
      `update transaction.expense set po_number = coalesce($2, po_number), comment = coalesce($3, comment) where id = $1`,
      [id, po_number ?? null, comment ?? null],
    )
    await expenses.recordSteps(context, 'save_draft', [
      {
        row: sheet,
        new_status: sheet.status,
        message: `Saved with ${totalsInWords(totals, sheet)}`,
        old_values: { amount: sheet.amount, tax_amount: sheet.tax_amount },
        new_values: totals,
      },
    ])
    return { id, status: sheet.status }
  },
})
