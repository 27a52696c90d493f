import { availableParallelism } from 'node:os'

/** Slots of one worker for quick jobs. */
export const QUICK_SLOTS = 2

/** For long ones: at least two, so that no business ever holds all of them. */
export const longSlots = (): number => Math.max(2, Math.min(4, availableParallelism() - 1))

const QUICK_ROWS = 20

/**
 * The lane of a job: quick jobs end within about two seconds. Exports to CSV and Excel start as quick jobs, and move to
 * the long lane when they take longer.
 */
export function laneOf(job: {
  readonly is_export: boolean
  readonly is_bulk: boolean
  readonly total: number
  readonly format: unknown
}): 'quick' | 'long' {
  if (job.is_export) return job.format === 'pdf' ? 'long' : 'quick'
  return job.is_bulk && job.total <= QUICK_ROWS ? 'quick' : 'long'
}
