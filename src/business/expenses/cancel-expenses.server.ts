import { verb } from '#server/verb.ts'
import { type Closed, type Closing, closeExpenses, closingInput } from './close-expenses.server.ts'

/** Takes expenses out that will not be claimed, with a reason (spec §5: required); all of them or none. */
export const cancelExpenses = verb<Closing, Closed>({
  action_id: 'transaction.expense.cancel',
  input: closingInput,
  run: (context, closing) => closeExpenses(context, 'cancel', closing),
})
