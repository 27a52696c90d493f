/** The life of a pay run (payroll-run, states). Pure. */

import type { Role, Viewer, WhoMay } from '#entity/access.ts'
import { countText } from '#kernel/count-text.ts'
import { groupThousands } from '#kernel/decimal-text.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { type Transition, transitions } from '../../shared/transitions.rules.ts'
import { isSamePerson, provider_staff } from '../../shared/who-may.rules.ts'

/** Roles that approve the runs of other people. */
export const run_approvers = ['provider_admin', 'provider_approver'] as const satisfies readonly Role[]

const makers = { provider: provider_staff } as const satisfies WhoMay
const approvers = { provider: run_approvers } as const satisfies WhoMay
const both = { provider: [...provider_staff, 'provider_approver'] } as const satisfies WhoMay

export type PayRunStatus = 'open' | 'calculated' | 'checked' | 'approved' | 'paid' | 'cancelled'

/** The steps of jobs on a run. */
export const run_jobs = ['calculating', 'checking', 'approving', 'reopening'] as const
export type RunJob = (typeof run_jobs)[number]

/** The work of a run's job by its `work_status`, or null. */
export const runJobOf = (work_status: unknown): RunJob | null =>
  run_jobs.find((job) => job === work_status) ?? null

export type PayRunFacts = {
  readonly human_id: string
  readonly status: PayRunStatus
  readonly prepared_by: readonly string[]
  readonly payslip_count: number
  readonly stop_count: number
  /** Warnings without a reason. */
  readonly open_warnings: number
  /** The work of a job on the run now; null without one, and for the job itself. */
  readonly job: RunJob | null
  /** Is the asker a person of a worker that the run pays? */
  readonly pays_asker: boolean
}
type Asker = Pick<Viewer, 'category' | 'roles' | 'user_id'> &
  Partial<Pick<Viewer, 'impersonator_user_id' | 'same_person_ids'>>
export type PayRunAction =
  | 'calculate'
  | 'calculate_by_job'
  | 'leave_out'
  | 'take_in'
  | 'answer'
  | 'check'
  | 'check_by_job'
  | 'approve'
  | 'approve_by_job'
  | 'return'
  | 'cancel'
  | 'go_back'
  | 'reopen'
  | 'reopen_by_job'

const nameOf = ({ human_id }: Pick<PayRunFacts, 'human_id'>) => `Pay run ${human_id}`

function isReady(run: PayRunFacts): Verdict {
  if (run.payslip_count === 0) return refuse('precondition', `${nameOf(run)} has nobody to pay`)
  if (run.stop_count > 0)
    return refuse(
      'precondition',
      `${nameOf(run)} has ${countText(run.stop_count, 'stop')}: put them right and calculate again`,
    )
  if (run.open_warnings > 0)
    return refuse(
      'precondition',
      `${nameOf(run)} has ${countText(run.open_warnings, 'warning')} without a reason`,
    )
  return true
}

const MOST_PAYSLIPS = 20_000

/** Payroll-run, states: the most payslips of a run. */
export const fitsRun = (payslips: number): Verdict =>
  payslips <= MOST_PAYSLIPS ||
  refuse(
    'precondition',
    `A pay run has at most ${groupThousands(String(MOST_PAYSLIPS))} payslips: pay part of the workers at another frequency`,
  )

const doing: Readonly<Record<RunJob, string>> = {
  calculating: 'calculated',
  checking: 'checked',
  approving: 'approved',
  reopening: 'reopened',
}

/** Refuses a run that a job works on: it replaces payslips and checks, or issues the checked payslips. */
const isStill = (run: PayRunFacts): Verdict =>
  run.job === null || refuse('precondition', `${nameOf(run)} is still being ${doing[run.job]}`)

/** Refuses a run that a job approves; other jobs are ended by the step. */
const isNotApproving = (run: PayRunFacts): Verdict => run.job !== 'approving' || isStill(run)

/** Maker, approver and payee are three people, also where the approval is taken back. */
const keepsApart =
  (verb: 'approve' | 'reopen', prepared: 'checked' | 'prepared') =>
  (run: PayRunFacts, asker: Asker): Verdict => {
    if (run.prepared_by.some((user_id) => isSamePerson(user_id, asker)))
      return refuse('not_allowed', `Someone else must ${verb} what you ${prepared}`)
    if (run.pays_asker) return refuse('not_allowed', `${nameOf(run)} pays you, so somebody else ${verb}s it`)
    return isStill(run)
  }

type Step = Transition<PayRunFacts, Asker>

const checking: Step = {
  from: ['calculated'],
  to: 'checked',
  by: makers,
  done: 'sent for approval',
  already: 'sent for approval',
  before: isStill,
  refuse: isReady,
}

const approving: Step = {
  from: ['checked'],
  to: 'approved',
  by: approvers,
  done: 'approved',
  already: 'approved',
  before: keepsApart('approve', 'checked'),
}

const reopening: Step = {
  from: ['approved'],
  to: 'open',
  by: approvers,
  done: 'reopened',
  before: keepsApart('reopen', 'prepared'),
}

export const { can, who, states } = transitions<PayRunAction, PayRunFacts, Asker>(
  { name: nameOf },
  {
    calculate: {
      from: ['open', 'calculated', 'checked'],
      to: 'calculated',
      by: makers,
      done: 'calculated',
      before: isNotApproving,
    },
    calculate_by_job: {
      from: ['open', 'calculated', 'checked'],
      to: null,
      by: makers,
      done: 'calculated',
      before: isStill,
    },
    leave_out: {
      from: ['open', 'calculated', 'checked'],
      to: 'open',
      by: makers,
      done: 'changed',
      before: isStill,
    },
    take_in: {
      from: ['open', 'calculated', 'checked'],
      to: 'open',
      by: makers,
      done: 'changed',
      before: isStill,
    },
    answer: { from: ['calculated'], to: null, by: makers, done: 'answered', before: isStill },
    check: checking,
    check_by_job: checking,
    approve: approving,
    approve_by_job: approving,
    reopen: reopening,
    reopen_by_job: reopening,
    return: { from: ['checked'], to: 'open', by: both, done: 'returned', before: isStill },
    // Done by the product alone, when a source of the figures changed.
    go_back: {
      from: ['calculated', 'checked'],
      to: 'open',
      by: makers,
      done: 'sent back',
      before: isStill,
    },
    cancel: {
      from: ['open', 'calculated', 'checked'],
      to: 'cancelled',
      by: both,
      done: 'cancelled',
      already: 'cancelled',
      before: isNotApproving,
    },
  },
)
