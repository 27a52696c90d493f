/** The states of a timesheet. Server, buttons and tests ask the same `can`. */
import { refuse, type Verdict } from '#kernel/refusal.ts'
import {
  type Asker,
  status_words,
  type WorkAction,
  type WorkFacts,
  workStates,
} from '../approvable-work/work.rules.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { agency_side } from '../shared/who-may.rules.ts'

export type TimesheetAction = WorkAction | 'refine'

/** A timesheet with the settings of its placement. */
export type TimesheetFacts = WorkFacts & { readonly timesheet_submit: 'contractor' | 'agency' }

const work = workStates<TimesheetFacts>('timesheets')

const enters = ({ timesheet_submit }: TimesheetFacts, { category }: Asker): Verdict =>
  timesheet_submit === category ||
  refuse('not_allowed', `On this placement the ${timesheet_submit} enters the timesheets`)

export const {
  can,
  who,
  states: timesheet_states,
  actions: timesheet_actions,
} = transitions<TimesheetAction, TimesheetFacts, Asker>(
  { name: ({ human_id }) => `Timesheet ${human_id}`, words: status_words },
  {
    ...work,
    save_draft: { ...work.save_draft, before: enters },
    submit: { ...work.submit, before: enters },
    cancel: { ...work.cancel, by: agency_side },
    // A correction of approved work (money.md §1.8): its status stays, or it is submitted again.
    refine: { from: ['approved'], to: null, by: agency_side, done: 'refined' },
  },
)

/** Whether the documents of this work can be previewed: not before it is submitted, nor once they exist. */
export function mayForesee({ human_id, status }: Pick<TimesheetFacts, 'human_id' | 'status'>): Verdict {
  if (status === 'submitted' || status === 'suspense') return true
  const reason = status === 'approved' ? 'it is invoiced already' : 'there is nothing to invoice'
  const words = status === 'draft' ? status_words.draft : status
  return refuse('precondition', `Timesheet ${human_id} is ${words}: ${reason}`)
}
