import { insertRows } from '#server/write-row.server.ts'
import type { WorkAction } from '../approvable-work/work.rules.ts'
import { type WorkRow, workRecords } from '../approvable-work/work-records.server.ts'
import { expense_activity } from './expense.entity.ts'
import { can, who } from './expense.rules.ts'

/** An expense with the settings of its placement. */
export type ExpenseRow = WorkRow & {
  readonly amount: string
  readonly tax_amount: string
  readonly po_number: string | null
  readonly comment: string | null
  readonly updated_at: string
  readonly told_updated_at: string
}

export const expenses = workRecords<ExpenseRow, WorkAction>({
  noun: 'expense',
  columns: ['t.amount', 't.tax_amount', 't.po_number', 't.comment', 't.updated_at', 't.told_updated_at'],
  can,
  who,
  insertActivities: (tx, activities) =>
    insertRows(
      tx,
      expense_activity,
      activities.map(({ record_id, ...activity }) => ({ ...activity, expense_id: record_id })),
    ),
})
