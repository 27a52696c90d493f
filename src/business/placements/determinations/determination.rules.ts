/** The status determination statement of a placement: its states, its people and the days of a disagreement (onboarding §2.6). Pure. */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { paper_services } from '../../parties/compliance/compliance.rules.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { agency_writers, isAnyPerson, provider_staff } from '../../shared/who-may.rules.ts'

/** The client makes the statement; agency and provider may enter the one that they were given. */
export const determination_adders: WhoMay = {
  client: ['hiring_manager'],
  agency: agency_writers,
  provider: provider_staff,
}

/** The deciding party: a small client leaves the decision to the contractor (onboarding §4.5). */
export const determiners = [
  { value: 'client', label: 'The client' },
  { value: 'contractor', label: 'The contractor, because the client is small' },
] as const

/** Calendar days to answer a disagreement. */
export const ANSWER_DAYS = 45

/** Days left, at which people are told that the answer is due; -1: it is overdue. */
export const answer_due_days = [14, 7, 1, -1] as const

export const answerDueOn = (disagreed_on: Day): Day => addDays(disagreed_on, ANSWER_DAYS)

const without_work: readonly string[] = ['cancelled', 'deleted', 'rejected', 'rejected_contractor']

/** Placements through a limited company take statements, as long as they may come into force or were. */
export function canAdd({
  status,
  company_type,
}: {
  readonly status: string
  readonly company_type: string | null
}): Verdict {
  if (company_type !== 'limited')
    return refuse('precondition', 'Only work through a limited company has a status determination statement')
  return !without_work.includes(status) || refuse('precondition', 'This placement does not come into force')
}

export type DeterminationFacts = {
  readonly status: string
  readonly uploaded_by: string | null
  /** The person behind an impersonation. Absent: not known to the asker. */
  readonly uploaded_as?: string | null
  /** Null: the reader does not know, and the server asks. */
  readonly has_file: boolean | null
  readonly disagreed_on: string | null
  readonly answered_on: string | null
}
type Asker = Pick<Viewer, 'category' | 'roles'> &
  Partial<Pick<Viewer, 'user_id' | 'impersonator_user_id' | 'same_person_ids'>>

const isSecond = (row: DeterminationFacts, viewer: Asker): Verdict =>
  !isAnyPerson([row.uploaded_by, row.uploaded_as], viewer) ||
  refuse('not_allowed', 'You added this statement, so somebody else checks it')

function isReady(row: DeterminationFacts, viewer: Asker): Verdict {
  const person = isSecond(row, viewer)
  if (person !== true) return person
  return row.has_file !== false || refuse('precondition', 'Attach the file first')
}

const checkers = paper_services['contractor-agency'].checks

export const { can, who } = transitions<
  'verify' | 'reject' | 'disagree' | 'answer',
  DeterminationFacts,
  Asker
>(
  {
    name: () => 'The statement',
    words: { inprogress: 'not verified yet', completed: 'verified' },
  },
  {
    verify: {
      from: ['inprogress'],
      to: 'completed',
      by: checkers,
      done: 'verified',
      already: 'verified',
      refuse: isReady,
    },
    reject: {
      from: ['inprogress'],
      to: 'rejected',
      by: checkers,
      done: 'rejected',
      already: 'rejected',
      refuse: isSecond,
    },
    disagree: {
      from: ['completed'],
      to: null,
      by: { contractor: ['contractor'] },
      done: 'disagreed with',
      refuse: ({ disagreed_on }) =>
        disagreed_on === null || refuse('conflict', 'You have disagreed with this statement already'),
    },
    answer: {
      from: ['completed'],
      to: null,
      by: determination_adders,
      done: 'answered',
      refuse: ({ disagreed_on, answered_on }) => {
        if (disagreed_on === null) return refuse('precondition', 'Nobody has disagreed with this statement')
        return answered_on === null || refuse('conflict', 'The disagreement is answered already')
      },
    },
  },
)
