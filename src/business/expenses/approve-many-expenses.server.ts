import { approveMany } from '../shared/approve-many.server.ts'
import { approveRows } from './approve-expenses.server.ts'
import { expense_states, expenseRefusal } from './expense.rules.ts'
import { lockVisibleExpenses } from './load-expenses.server.ts'

export const { start: approveManyExpenses, batch: approveExpenseBatch } = approveMany({
  action_id: 'transaction.expense.approve_many',
  entity: 'transaction.expense',
  what: 'Expense',
  by: expense_states.approve.by,
  lockVisible: lockVisibleExpenses,
  refusal: (row, viewer) => expenseRefusal('approve', row, viewer),
  approve: approveRows,
})
