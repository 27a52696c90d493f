/** The steps of an import, and the statuses that allow them. Server, buttons and tests ask the same `can`. */
import { countText } from '#kernel/count-text.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../shared/transitions.rules.ts'
import type { ImportStatus } from './import.entity.ts'

/** An import with the facts of its buttons. */
export type ImportFacts = {
  readonly status: ImportStatus
  readonly row_count: number
  readonly faulty_count: number
  readonly applied_count: number
  /** A job is at it; null where it never had one. */
  readonly job_status: string | null
  /** Rows to import. */
  readonly mode?: ImportMode | null
  /** Why a file of this kind cannot be imported in part. */
  readonly only_whole?: string | undefined
}

export type ImportMode = 'valid' | 'all'

export const isAtWork = ({ job_status }: Pick<ImportFacts, 'job_status'>) =>
  job_status === 'queued' || job_status === 'running'

const isIdle = (row: ImportFacts): Verdict =>
  !isAtWork(row) || refuse('precondition', 'This import is still at work')

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

const misfit = ({ status }: ImportFacts) => refuse('precondition', words[status])

function hasRows({ mode, only_whole, faulty_count, row_count }: ImportFacts): Verdict {
  if (mode === 'valid' && only_whole !== undefined) return refuse('precondition', only_whole)
  if (mode === 'all' && faulty_count > 0) {
    const rows = countText(faulty_count, 'row has', 'rows have')
    return refuse('precondition', `${rows} errors, so that not all can be imported`)
  }
  return row_count > faulty_count || refuse('precondition', 'No row of this file can be imported')
}

export const { can } = transitions<'map' | 'apply' | 'undo', ImportFacts>(
  { name: () => 'This import', misfit },
  {
    map: { from: ['unmapped', 'checking', 'checked'], to: null, done: 'mapped', before: isIdle },
    apply: {
      from: ['checked', 'applying'],
      to: 'applied',
      done: 'applied',
      before: isIdle,
      refuse: hasRows,
    },
    undo: {
      from: ['applied', 'applying', 'undoing'],
      to: 'undone',
      done: 'undone',
      before: isIdle,
      refuse: ({ applied_count }) =>
        applied_count > 0 || refuse('precondition', 'This import has changed nothing'),
    },
  },
)
