/** Every kind of long work: an import and a line each. */
import type { JobStep } from '#server/job.server.ts'
import { approve_many_expenses, approveExpenseBatch } from './expenses/approve-many.server.ts'
import { approve_many, approveBatch } from './timesheets/approve-many.server.ts'

/** What does a batch of a job, by the action id of the verb that starts it. */
export const jobs: ReadonlyMap<string, JobStep> = new Map([
  [approve_many, approveBatch],
  [approve_many_expenses, approveExpenseBatch],
])
