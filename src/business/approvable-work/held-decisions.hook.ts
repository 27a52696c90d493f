/** The person's decisions of the last seconds, each with its undo. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { secondsLeft } from '#web/kinds/seconds-left.ts'
import { isOneOf } from '../shared/who-may.rules.ts'
import { HOLD_SECONDS } from './held-work.rules.ts'
import { deciders } from './work.rules.ts'

export interface HeldDecision {
  readonly decision_id: string
  readonly ids: readonly string[]
  readonly decision: 'approve' | 'reject'
  /** `Approved TMS000123 of Yusuf Rahman` */
  readonly text: string
  /** Seconds to undo it; below zero the worker is carrying it out. */
  readonly left: number
}

const again_ms = 1000

/** A decision is carried out soon after its ten seconds. */
const poll_ms = 2000

interface Decision {
  readonly entity: 'transaction.timesheet' | 'transaction.expense'
  readonly ids: readonly string[]
  readonly decision: 'approve' | 'reject'
  readonly comment?: string
  /** The newest submission among them that the page shows. */
  readonly submitted_until: string | undefined
  readonly text: string
}

/** False: the decision is refused, and a toast says why. */
export type Hold = (decision: Decision) => Promise<boolean>

type Kept = { readonly decisions: readonly (Omit<HeldDecision, 'left'> & { readonly ms_left: number })[] }

const key = 'held_decisions'

/** The person's decisions while they count down or are carried out, also those of another page or before a reload. */
export function useHeldDecisions() {
  type Made = { readonly decision_id: string }
  const session = useSession()
  const queries = useQueryClient()
  const holds = {
    'transaction.timesheet': useAction<Made>('transaction.timesheet.hold_decision', { success: false }),
    'transaction.expense': useAction<Made>('transaction.expense.hold_decision', { success: false }),
  }
  const [held, setHeld] = useState<readonly HeldDecision[]>([])
  const isCounting = held.length > 0
  const isRunning = held.some(({ left }) => left <= 0)
  const drop = (ids: readonly string[]) =>
    setHeld((list) => list.filter(({ decision_id }) => !ids.includes(decision_id)))
  const { data, dataUpdatedAt } = useQuery({
    queryKey: [key, session.business_contact_id],
    queryFn: () => action<Kept>('request.held_decision.read', {}, crypto.randomUUID()),
    enabled: isOneOf(session, deciders),
    refetchInterval: isRunning ? poll_ms : false,
    // Seconds that another page read are over, and another tab may have decided meanwhile.
    gcTime: 0,
    staleTime: 0,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer.
  useEffect(() => {
    if (data === undefined) return
    const kept = new Set(data.decisions.map(({ decision_id }) => decision_id))
    const known = new Set(held.map(({ decision_id }) => decision_id))
    const others = data.decisions.filter(({ decision_id }) => !known.has(decision_id))
    if (others.length > 0)
      setHeld([...others.map(({ ms_left, ...one }) => ({ ...one, left: secondsLeft(ms_left) })), ...held])
    const over = held.filter(({ left, decision_id }) => left <= 0 && !kept.has(decision_id))
    if (over.length === 0) return
    // The record is read first, so that it does not show as undecided in between.
    const read = queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== key })
    void read.then(() => drop(over.map(({ decision_id }) => decision_id)))
  }, [dataUpdatedAt])
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(
      () => setHeld((list) => list.map((one) => ({ ...one, left: one.left - 1 }))),
      1000,
    )
    return () => clearInterval(timer)
  }, [isCounting])
  const undoing = useAction<Made>('request.held_decision.undo', {
    success: false,
    // The same press within 0.7 seconds counts as a double click, so the record comes back after that.
    onDone: ({ decision_id }) => void setTimeout(() => drop([decision_id]), again_ms),
  })
  return {
    held,
    decide: (async ({ entity, ids, text, submitted_until, ...given }) => {
      const made = await holds[entity].run({
        ids,
        ...given,
        ...(submitted_until === undefined ? {} : { submitted_until }),
      })
      if (made === undefined) return false
      const { decision } = given
      const own = { decision_id: made.decision_id, ids, decision, text, left: HOLD_SECONDS }
      setHeld((list) => [...list.filter(({ decision_id }) => decision_id !== own.decision_id), own])
      return true
    }) satisfies Hold,
    undo: ({ decision_id }: HeldDecision) => void undoing.run({ id: decision_id }),
  }
}

/** The decision that waits for this record, with its bar for the page. */
export const heldOf = (held: readonly HeldDecision[], id: string): readonly HeldDecision[] =>
  held.filter(({ ids }) => ids.includes(id))
