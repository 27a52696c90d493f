/** Decisions of the last seconds, each with its Undo. */
import { useEffect, useState } from 'react'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { HOLD_SECONDS } from './held-work.rules.ts'

export interface HeldDecision {
  readonly decision_id: string
  readonly ids: readonly string[]
  /** `Approved TMS000123 of Yusuf Rahman` */
  readonly text: string
  /** Seconds to undo it; below zero the worker is carrying it out. */
  readonly left: number
}

const again_ms = 1000

/** After this the record shows again: it was not decided. */
const PATIENCE_SECONDS = 30

interface Decision {
  readonly entity: 'transaction.timesheet' | 'transaction.expense'
  readonly ids: readonly string[]
  readonly decision: 'approve' | 'reject'
  readonly comment?: string
  readonly text: string
}

/** The decisions of this page, while they count down or are carried out. */
export function useHeldDecisions() {
  type Made = { readonly decision_id: string }
  const holds = {
    'transaction.timesheet': useAction<Made>('transaction.timesheet.hold_decision', { success: false }),
    'transaction.expense': useAction<Made>('transaction.expense.hold_decision', { success: false }),
  }
  const [held, setHeld] = useState<readonly HeldDecision[]>([])
  const isCounting = held.length > 0
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(
      () =>
        setHeld((list) =>
          list.map((one) => ({ ...one, left: one.left - 1 })).filter(({ left }) => left > -PATIENCE_SECONDS),
        ),
      1000,
    )
    return () => clearInterval(timer)
  }, [isCounting])
  // The same press within 0.7 seconds counts as a double click, so the record comes back after that.
  const drop = (decision_id: string) =>
    void setTimeout(() => setHeld((list) => list.filter((one) => one.decision_id !== decision_id)), again_ms)
  const undoing = useAction<Made>('request.held_decision.undo', {
    success: false,
    onDone: ({ decision_id }) => drop(decision_id),
  })
  return {
    held,
    isRunning: held.some(({ left }) => left <= 0),
    /** False: refused, which a toast shows. */
    decide: async ({ entity, ids, text, ...given }: Decision): Promise<boolean> => {
      const made = await holds[entity].run({ ids, ...given })
      if (made === undefined) return false
      setHeld((list) => [...list, { decision_id: made.decision_id, ids, text, left: HOLD_SECONDS }])
      return true
    },
    undo: ({ decision_id }: HeldDecision) => void undoing.run({ id: decision_id }),
  }
}

export function HeldBars({
  held,
  onUndo,
  shortcut,
}: {
  held: readonly HeldDecision[]
  onUndo: (one: HeldDecision) => void
  shortcut?: string
}) {
  return (
    <div role="status" className="mb-2 flex flex-col gap-1 empty:hidden">
      {held.map((one) => (
        <p
          key={one.decision_id}
          className="flex flex-wrap items-center gap-2 rounded border bg-surface px-3 py-1.5"
        >
          <span className="min-w-0 flex-auto break-words">{one.text}</span>
          {one.left > 0 && (
            <Button
              aria-label={`Undo: ${one.text}`}
              {...(shortcut ? { shortcut } : {})}
              onClick={() => onUndo(one)}
            >
              Undo{' '}
              <span aria-hidden className="numeric text-n11">
                {one.left} s
              </span>
            </Button>
          )}
        </p>
      ))}
    </div>
  )
}
