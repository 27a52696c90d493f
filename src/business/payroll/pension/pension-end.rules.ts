/** The end of a pension scheme: its conditions, and its words (payroll-run, data). Pure. */
import { countText } from '#kernel/count-text.ts'
import { type Day, formatDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { afterDay } from '../employment/tax-code-source.rules.ts'
import { type Membership, optOutUntil } from './membership.rules.ts'

/** Another pension scheme of the employer. */
export type Successor = { readonly name: string; readonly ended_from: Day | null }

export type PensionEnd = {
  readonly effective_from: Day
  /** The last pay day with contributions. */
  readonly last_paid: Day | null
  /** Of workers who are employed on the first day without contributions. */
  readonly members: readonly Membership[]
  /** `unknown`: of another employer, or the same scheme. Null without one. */
  readonly successor: Successor | 'unknown' | null
}

/** The refusal of new members of a scheme that ended, or ends on a day to come. */
export const takesNoMembers = (name: string, ended_from: Day): string =>
  `${name} takes no new members: it ends on ${formatDay(ended_from)}`

/** The faults of an end by field. Members move once they can no longer opt out, so that their refund has one scheme. */
export function pensionEndFaults({ effective_from, last_paid, members, successor }: PensionEnd): FieldErrors {
  const paid = afterDay(effective_from, last_paid)
  if (paid !== null) return { effective_from: paid }
  if (successor === 'unknown') return { successor_id: errorText.not_found('Pension scheme') }
  if (successor?.ended_from != null)
    return { successor_id: takesNoMembers(successor.name, successor.ended_from) }
  if (members.length === 0) return {}
  if (successor === null)
    return {
      successor_id: `${countText(members.length, 'worker is a member', 'workers are members')}. Choose the pension scheme that takes them over`,
    }
  const open = members.filter(({ entry }) => entry !== 'joined' && entry !== 'moved').map(optOutUntil)
  const last = open.reduce<Day | null>(
    (latest, one) => (latest === null || one > latest ? one : latest),
    null,
  )
  return last !== null && effective_from <= last
    ? { effective_from: `A member may opt out until ${formatDay(last)}. Choose a later day` }
    : {}
}
