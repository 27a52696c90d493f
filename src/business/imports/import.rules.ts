/** What may be done with an import, and from which status. Server, buttons and tests ask the same `can`. */
import type { ImportStatus } from './import.entity.ts'

/** An import with what its buttons depend on. */
export type ImportFacts = {
  readonly status: ImportStatus
  readonly row_count: number
  readonly faulty_count: number
  readonly applied_count: number
  /** A job is at it; null where it never had one. */
  readonly job_status: string | null
}

export type ImportMode = 'valid' | 'all'
type Can<A extends readonly unknown[] = []> = (row: ImportFacts, ...rest: A) => true | string

export const isAtWork = ({ job_status }: Pick<ImportFacts, 'job_status'>) =>
  job_status === 'queued' || job_status === 'running'

const busy = 'This import is still at work'

const words: Record<ImportStatus, string> = {
  checking: 'This file is not checked yet',
  unmapped: 'Columns of this file are not chosen yet',
  refused: 'This file cannot be read',
  checked: 'This import has changed nothing yet',
  applying: 'This import was begun already',
  applied: 'This import is done already',
  undoing: 'This import is being undone',
  undone: 'This import is undone already',
}

const from =
  (...statuses: readonly ImportStatus[]): Can =>
  (row) => {
    if (isAtWork(row)) return busy
    return statuses.includes(row.status) || words[row.status]
  }

const map: Can = from('unmapped', 'checking', 'checked')
/** `only_whole`: why a part of the file is not taken. */
const apply: Can<[ImportMode, string?]> = (row, mode, only_whole) => {
  const may = from('checked', 'applying')(row)
  if (may !== true) return may
  if (mode === 'valid' && only_whole !== undefined) return only_whole
  if (mode === 'all' && row.faulty_count > 0) {
    const rows = row.faulty_count === 1 ? '1 row has' : `${row.faulty_count} rows have`
    return `${rows} errors, so that not all can be imported`
  }
  return row.row_count > row.faulty_count || 'No row of this file can be imported'
}
const undo: Can = (row) => {
  const may = from('applied', 'applying', 'undoing')(row)
  if (may !== true) return may
  return row.applied_count > 0 || 'This import has changed nothing'
}

/** True, or the reason that the user reads. */
export const can = { map, apply, undo }
