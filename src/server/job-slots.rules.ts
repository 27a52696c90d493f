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
