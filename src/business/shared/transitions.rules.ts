/** The state table of a noun: one answer for the server, the buttons and the tests. */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { type Refusal, refuse, type Verdict } from '#kernel/refusal.ts'
import { anybody, byRole } from './who-may.rules.ts'

type Facts = { readonly status: string }
type Asker = Pick<Viewer, 'category' | 'roles'>
type Can<Row, A> = (row: Row, viewer: A) => Verdict

export interface Transition<Row extends Facts, A extends Asker = Asker> {
  /** Absent: any status. */
  readonly from?: readonly Row['status'][]
  /** Null: the status stays. */
  readonly to: Row['status'] | null
  /** Absent: every viewer of the row, as far as `before` allows. */
  readonly by?: WhoMay
  /** Ends the sentence "… and cannot be". */
  readonly done: string
  /** Ends the sentence "… is already" of a conflict with a faster person. Absent: a precondition. */
  readonly already?: string
  /** The refusal of a status that does not fit, in words of the step's own. */
  readonly misfit?: (row: Row) => Refusal
  /** Asked between role and status. */
  readonly before?: Can<Row, A>
  /** Asked last. */
  readonly refuse?: Can<Row, A>
}

interface Noun<Row extends Facts> {
  /** `Timesheet TMS000001` */
  readonly name: (row: Row) => string
  /** Statuses as the sentence has them; the status with spaces unless given. */
  readonly words?: Readonly<Partial<Record<Row['status'], string>>>
  /** The refusal of a status that does not fit, in words of the noun's own. */
  readonly misfit?: (row: Row, done: string) => Refusal
}

/** Refuses in this order: role, `before`, status, `refuse`. */
export function transitions<Action extends string, Row extends Facts, A extends Asker = Asker>(
  noun: Noun<Row>,
  states: Readonly<Record<Action, Transition<Row, A>>>,
) {
  const actions = Object.keys(states) as Action[] // The keys of the table.
  const fits = (row: Row, { from, to, done, already, misfit }: Transition<Row, A>): Verdict => {
    // Widened, to ask for the status of any row.
    if (from === undefined || (from as readonly string[]).includes(row.status)) return true
    if (already !== undefined && row.status === to)
      return refuse('conflict', `${noun.name(row)} is already ${already}`)
    const own = misfit?.(row) ?? noun.misfit?.(row, done)
    if (own) return own
    const words = noun.words?.[row.status as Row['status']] ?? row.status.replaceAll('_', ' ') // The row's own status.
    return refuse('precondition', `${noun.name(row)} is ${words} and cannot be ${done}`)
  }
  const ask =
    (step: Transition<Row, A>): Can<Row, A> =>
    (row, viewer) => {
      const person = step.by === undefined || byRole(viewer, step.by)
      if (person !== true) return person
      const before = step.before?.(row, viewer) ?? true
      if (before !== true) return before
      const fit = fits(row, step)
      return fit === true ? (step.refuse?.(row, viewer) ?? true) : fit
    }
  // One entry for each action of the table.
  const can = Object.fromEntries(actions.map((action) => [action, ask(states[action])])) as Record<
    Action,
    Can<Row, A>
  >
  // One entry for each action of the table.
  const who = Object.fromEntries(actions.map((action) => [action, states[action].by ?? anybody])) as Record<
    Action,
    WhoMay
  >
  return {
    states,
    actions,
    can,
    who,
    allowedActions: (row: Row, viewer: A): Action[] =>
      actions.filter((action) => can[action](row, viewer) === true),
  }
}
