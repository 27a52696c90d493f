/** The steps of the selected row, and the one that can be taken back. */
import { useEffect, useState } from 'react'
import { call } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { useHeldDecisions } from '../approvable-work/held-decisions.hook.ts'
import { isWorkEntity } from '../decisions/mailed-decision.rules.ts'
import { kindFacts } from '../platform/notification-kinds.rules.ts'
import type { InboxItem } from './inbox.hook.ts'
import { can } from './inbox.rules.ts'

const undo_ms = 10_000

type Undone = { readonly text: string; readonly take_back: () => Promise<unknown> }

/** The row as its rules read it. */
export const factsOf = ({ kind, class: of, state }: InboxItem) => ({
  kind,
  class: of === 'task' ? ('task' as const) : ('notice' as const),
  status: state === 'done' || state === 'snoozed' ? state : ('open' as const),
})

/** The entity with the verbs that answer the task; null: its page answers it. */
export const answersOf = (item: InboxItem): string | null =>
  item.state === 'done' ? null : (kindFacts(item.kind)?.answers ?? null)

const heldEntity = (item: InboxItem) => {
  const answers = answersOf(item)
  return answers !== null && isWorkEntity(answers) ? answers : null
}

/** Such a decision can be undone for ten seconds. */
export const holdsDecision = (item: InboxItem): boolean => heldEntity(item) !== null

export type Step = 'approve' | 'reject' | 'done' | 'snooze' | 'wake' | 'assign'

/** The verb of the step, which a session that acts as somebody else may not do. */
export function verbOf(item: InboxItem, step: Step): string {
  if (step === 'approve' || step === 'reject')
    return `${answersOf(item)}.${holdsDecision(item) ? 'hold_decision' : step}`
  return `log.notification_log.${step === 'wake' ? 'snooze' : step}`
}

export function useInboxSteps() {
  const session = useSession()
  const [undone, setUndone] = useState<Undone | null>(null)
  const { held, decide, undo } = useHeldDecisions()
  const done = useAction<{ ids: string[] }>('log.notification_log.done', { success: false })
  const snooze = useAction<{ ids: string[] }>('log.notification_log.snooze', { success: false })
  useEffect(() => {
    if (undone === null) return
    const timer = setTimeout(() => setUndone(null), undo_ms)
    return () => clearTimeout(timer)
  }, [undone])
  const keep = (answer: { ids: string[] } | undefined, text: string, take_back: Undone['take_back']) => {
    if (answer && answer.ids.length > 0) setUndone({ text, take_back })
  }
  return {
    undone,
    held,
    undoHeld: undo,
    decide: async (item: InboxItem, step: 'approve' | 'reject', comment?: string): Promise<boolean> => {
      const entity = heldEntity(item)
      if (entity === null || !item.entity_id) return false
      const isHeld = await decide({
        entity,
        ids: [item.entity_id],
        decision: step,
        ...(comment ? { comment } : {}),
        submitted_until: item.created_at,
        text: `${step === 'approve' ? 'Approved' : 'Rejected'}: ${item.message}`,
      })
      // Undo takes back the newest step.
      if (isHeld) setUndone(null)
      return isHeld
    },
    done: async (item: InboxItem) => {
      if (can.done(factsOf(item), session) !== true) return
      const ids = [item.id]
      keep(await done.run({ ids }), `Done: ${item.title}`, () => done.run({ ids, undo: true }))
    },
    snooze: async (item: InboxItem, until: string) => {
      const ids = [item.id]
      keep(await snooze.run({ ids, until }), `Snoozed: ${item.title}`, () => snooze.run({ ids, until: null }))
    },
    wake: (item: InboxItem) => snooze.run({ ids: [item.id], until: null }),
    undo: async () => {
      setUndone(null)
      await undone?.take_back()
    },
  }
}

/** Silent: a notice that stays unread is no failure of the page. */
export const markRead = (item: InboxItem): void => {
  if (item.read_at !== null || item.class === 'task') return
  void call('/api/permission/action', {
    action_id: 'log.notification_log.read',
    input: { ids: [item.id] },
    idempotency_key: crypto.randomUUID(),
  }).catch(() => undefined)
}
