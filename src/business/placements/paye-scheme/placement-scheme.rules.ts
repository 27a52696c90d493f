/** The PAYE scheme that pays the work of a placement; null: the only scheme, or that of the worker's employment. Pure. */
import type { Day } from '#kernel/day.ts'
import { refuse } from '#kernel/refusal.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { agency_side } from '../../shared/who-may.rules.ts'
import { hasEnded } from './ended-scheme.rules.ts'

export type AgencyScheme = {
  readonly id: string
  readonly employer_reference: string
  readonly ended_on: Day | null
}

type Worker = {
  readonly payment_type: string | null
  /** Payroll deducts from the fees of the limited company. */
  readonly is_off_payroll: boolean
  /** All schemes of the agency. */
  readonly schemes: readonly AgencyScheme[]
}

export const scheme_of_employment = 'That of the worker’s employment'

/** On PAYE, or inside IR35 with tax deducted from the fee: the form offers a choice. */
export const isPaidUnderScheme = ({
  payment_type,
  ir35_status,
}: {
  readonly payment_type: string | null
  readonly ir35_status: string | null
}): boolean => payment_type === 'paye' || (payment_type === 'limited' && ir35_status === 'inside')

/** Why the placement may not name the scheme. */
export function schemeFault(scheme_id: string | null, worker: Worker): string | null {
  if (scheme_id === null) return null
  if (worker.payment_type !== 'paye' && !worker.is_off_payroll)
    return 'Only workers on payroll are paid under a PAYE scheme'
  const scheme = worker.schemes.find(({ id }) => id === scheme_id)
  if (scheme === undefined) return 'PAYE scheme not found'
  return scheme.ended_on === null ? null : hasEnded(scheme.employer_reference, scheme.ended_on)
}

export type SchemeFacts = {
  readonly human_id: string
  readonly status: string
  /** An approved timesheet of the placement. */
  readonly approved: string | null
}

/** A draft names its scheme by its form, or here. */
export const { can: can_scheme, who: scheme_setters } = transitions<'set', SchemeFacts>(
  { name: ({ human_id }) => `Placement ${human_id}` },
  {
    set: {
      from: [
        'draft',
        'rejected',
        'rejected_contractor',
        'pending_approval_agency',
        'pending_approval_client',
        'pending_approval_contractor',
        'awaiting_raise_approval',
        'pending_raise_approval',
        'active',
        'expired',
      ],
      to: null,
      by: agency_side,
      done: 'moved to another PAYE scheme',
      refuse: ({ human_id, approved }) =>
        approved === null ||
        refuse(
          'precondition',
          `The PAYE scheme of placement ${human_id} is fixed: timesheet ${approved} is approved`,
        ),
    },
  },
)
