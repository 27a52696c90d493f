/** The rules of reassigning a debt to its agency, and of taking it back (money.md §1.9 iv). Pure. */
import { day, formatDayLong } from '#kernel/day.ts'
import { displayMoney, isZero, type Money } from '#kernel/money.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { type InvoiceType, isClientFacing } from '../shared/invoice-types.rules.ts'
import { transitions } from '../shared/transitions.rules.ts'

export type ReassignFacts = {
  readonly human_id: string
  readonly type: InvoiceType
  readonly status: string
  readonly is_credit_note: boolean
  readonly reassigned_on: string | null
}

/** Receipts and credits on a debt since its reassignment. */
export type MovedSince = { readonly paid: Money; readonly credited: Money }

/** Roles that may reassign debt at their business's risk. */
const reassigners = { provider: ['provider_admin'], funder: ['funder_admin'] } as const

function isReassignable({ type, is_credit_note, reassigned_on, human_id }: ReassignFacts): Verdict {
  if (!isClientFacing(type) || is_credit_note)
    return refuse('precondition', 'Only what a client owes can be reassigned')
  return reassigned_on === null || refuse('precondition', `${human_id} is reassigned already`)
}

const isReassigned = ({ reassigned_on, human_id }: ReassignFacts): Verdict =>
  reassigned_on !== null || refuse('precondition', `${human_id} is not reassigned`)

export const { can, who } = transitions<'reassign' | 'takeBack', ReassignFacts>(
  { name: ({ human_id }) => human_id },
  {
    reassign: { from: ['open'], to: null, by: reassigners, done: 'reassigned', before: isReassignable },
    takeBack: {
      from: ['open'],
      to: null,
      by: reassigners,
      done: 'taken back',
      before: isReassigned,
      misfit: ({ human_id, status }) =>
        refuse('precondition', `${human_id} is ${status}: there is no debt left to take back`),
    },
  },
)

/**
 * Receipts on a reassigned debt are the agency's (decision 0021), and credits reduce the agency's debt: after either,
 * taking the debt back would take the agency's money.
 * @returns null when nothing prevents it
 */
export function movedWords(row: ReassignFacts, moved: MovedSince): string | null {
  const since = row.reassigned_on === null ? '' : ` since ${formatDayLong(day(row.reassigned_on))}`
  if (!isZero(moved.paid))
    return `${displayMoney(moved.paid)} was received on ${row.human_id}${since}: that money is the agency’s. Take the receipts off it first`
  if (!isZero(moved.credited))
    return `${displayMoney(moved.credited)} was credited on ${row.human_id}${since}, when the debt was the agency’s`
  return null
}

/** The effect on one document when a debt changes hands. Amounts are decimal text. */
export interface ReassignEffect {
  readonly id: string
  readonly human_id: string
  readonly recourse_before: string
  readonly recourse_after: string
  readonly disallowed_before: string
  readonly disallowed_after: string
  readonly disallowed_status: string | null
}

export interface ReassignPreview {
  readonly id: string
  readonly human_id: string
  readonly currency: string
  readonly outstanding_balance: string
  /** The document itself first. */
  readonly effects: readonly ReassignEffect[]
  /** Recovered amounts that go back to the agency's earnings. */
  readonly given_back: string
}
