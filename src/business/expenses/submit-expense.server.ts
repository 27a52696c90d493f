import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { refuseUnseen, seen_shape } from '../approvable-work/seen-work.server.ts'
import { expense } from './expense.entity.ts'
import { who } from './expense.rules.ts'
import { contentInput, textsOf } from './expense-input.server.ts'
import { expenses } from './expense-records.server.ts'
import { readDetails, totalsInWords, writeDetails } from './write-expense-details.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  ...contentInput,
  /** The whole expense; the saved lines by default. */
  details: contentInput.details.optional(),
  ...seen_shape,
})

/** Hands an expense to its approver; from `rejected` this is the resubmission. */
export const submitExpense = verb({
  action_id: 'transaction.expense.submit',
  since: '0.1.0',
  summary: 'Submits an expense for approval',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.submit,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.string() }),
  run: async (context, { id, details, po_number, comment, ...seen }) => {
    const { tx, viewer, clock } = context
    const [locked] = await expenses.lockFor(context, 'submit', [id])
    const sheet = present(locked, 'the expense')
    await refuseUnseen(context, 'expense', sheet, seen)
    const entries = details ?? (await readDetails(context, id))
    if (entries.length === 0) throw invalid({ details: validationText.fill_the_data })
    const totals = await writeDetails(context, sheet, entries)
    const texts = textsOf({ po_number, comment }, sheet)
    await updateRow(tx, expense, id, {
      ...texts,
      status: 'submitted',
      submitted_date: clock.now(),
      submitted_by: viewer.user_id,
      submitted_as: viewer.impersonator_user_id,
      updated_at: clock.now(),
    })
    const again = sheet.status === 'rejected' ? 'Resubmitted' : 'Submitted'
    await expenses.recordSteps(context, 'submit', [
      {
        row: sheet,
        new_status: 'submitted',
        message: `${again} with ${totalsInWords(totals, sheet)}`,
        comment: comment || null,
        old_values: { amount: sheet.amount, tax_amount: sheet.tax_amount, po_number: sheet.po_number },
        new_values: { ...totals, po_number: texts.po_number },
      },
    ])
    return { id, status: 'submitted' }
  },
})
