import { workDecisions } from '../approvable-work/decide-work.server.ts'
import type { WorkAction } from '../approvable-work/work.rules.ts'
import { judgeDebt } from '../funding/follow-disallowance.server.ts'
import { raiseSets } from '../raising/raise-invoice-sets.server.ts'
import { type ExpenseRow, expenses } from './expense-records.server.ts'

export const {
  approve: approveExpenses,
  accept: acceptExpenseEvidence,
  raise: raiseExpenses,
  reject: rejectExpenses,
  cancel: cancelExpenses,
  many: { start: approveManyExpenses, batch: approveExpenseBatch },
  settleRaised,
} = workDecisions<ExpenseRow, WorkAction>(expenses, {
  judge: judgeDebt,
  raise: (context, rows) =>
    raiseSets(
      context,
      'expense',
      rows.map((row) => row.id),
    ),
})
