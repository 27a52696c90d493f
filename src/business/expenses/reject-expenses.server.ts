import { verb } from '#server/verb.ts'
import { type Closed, type Closing, closeExpenses, closingInput } from './close-expenses.server.ts'

/** Sends expenses back with a reason (spec §5: required); all of them or none. */
export const rejectExpenses = verb<Closing, Closed>({
  action_id: 'transaction.expense.reject',
  input: closingInput,
  run: (context, closing) => closeExpenses(context, 'reject', closing),
})
