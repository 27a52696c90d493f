/** Every kind of long work: an import and a line each. */
import type { JobStep } from '#server/job.server.ts'
import { approveExpenseBatch, approveManyExpenses } from './expenses/decide-expenses.server.ts'
import { approveManyTimesheets, approveTimesheetBatch } from './timesheets/decide-timesheets.server.ts'
import { sendAgainBatch } from './webhooks/send-again.server.ts'
import { SEND_FAILED } from './webhooks/send-failed.server.ts'

/** The step of a job's batch, by the action id of the verb that starts it. */
export const jobs: ReadonlyMap<string, JobStep> = new Map([
  [approveManyTimesheets.action_id, approveTimesheetBatch],
  [approveManyExpenses.action_id, approveExpenseBatch],
  [SEND_FAILED, sendAgainBatch],
])
