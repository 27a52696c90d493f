import { workDecisions } from '../approvable-work/decide-work.server.ts'
import type { WorkAction } from '../approvable-work/work.rules.ts'
import { raiseSets } from '../raising/raise-invoice-sets.server.ts'
import { type ExpenseRow, expenses } from './expense-records.server.ts'

export const {
  approve: approveExpenses,
  raise: raiseExpenses,
  reject: rejectExpenses,
  cancel: cancelExpenses,
  many: { start: approveManyExpenses, batch: approveExpenseBatch },
} = workDecisions<ExpenseRow, WorkAction>(expenses, {
  raise: (context, rows) =>
    raiseSets(
      context,
      'expense',
      rows.map((row) => row.id),
    ),
})
