/** Decisions of the last seconds, each with its Undo. */
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { HeldDecision } from './held-decisions.hook.ts'

/** The status of a record in the seconds of its decision. */
export function HeldBadge({ held: { decision } }: { held: HeldDecision }) {
  return <Badge tone="progress">{decision === 'approve' ? 'Being approved' : 'Being rejected'}</Badge>
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
