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

/** The decisions of this page, while they count down or are carried out. */
export function useHeldDecisions() {
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
  return {
    held,
    isRunning: held.some(({ left }) => left <= 0),
    hold: (made: Omit<HeldDecision, 'left'>) => setHeld((list) => [...list, { ...made, left: HOLD_SECONDS }]),
    // The same press within 0.7 seconds counts as a double click, so the record comes back after that.
    drop: (decision_id: string) =>
      void setTimeout(
        () => setHeld((list) => list.filter((one) => one.decision_id !== decision_id)),
        again_ms,
      ),
  }
}

export function HeldBars({
  held,
  onUndone,
}: {
  held: readonly HeldDecision[]
  onUndone: (decision_id: string) => void
}) {
  return (
    <div role="status" className="mb-2 flex flex-col gap-1 empty:hidden">
      {held.map((one) => (
        <HeldBar key={one.decision_id} one={one} onUndone={onUndone} />
      ))}
    </div>
  )
}

function HeldBar({ one, onUndone }: { one: HeldDecision; onUndone: (decision_id: string) => void }) {
  const undo = useAction('request.held_decision.undo', {
    success: false,
    onDone: () => onUndone(one.decision_id),
  })
  return (
    <p className="flex flex-wrap items-center gap-2 rounded border bg-surface px-3 py-1.5">
      <span className="min-w-0 flex-auto break-words">{one.text}</span>
      {one.left > 0 && (
        <Button
          aria-label={`Undo: ${one.text}`}
          busy={undo.busy}
          onClick={() => void undo.run({ id: one.decision_id })}
        >
          Undo{' '}
          <span aria-hidden className="numeric text-n11">
            {one.left} s
          </span>
        </Button>
      )}
    </p>
  )
}
