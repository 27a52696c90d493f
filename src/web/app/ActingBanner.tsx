/** Who acts as whom, why, and for how long: on every page of a session that acts as somebody else. */
import { useEffect, useState } from 'react'
import type { Session } from '#web/core/session.ts'
import { session_key, useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { queries } from './queries.ts'

const SECOND_MS = 1000

/** `mm:ss`. */
const clockText = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

export function ActingBanner({ impersonation }: { impersonation: NonNullable<Session['impersonation']> }) {
  const { user, business } = useSession()
  const { id, impersonator_name, reason, seconds_left } = impersonation
  const left = useSecondsLeft(id, seconds_left)
  const end = useAction('platform.impersonation.end', {
    success: false,
    // The server gave the browser its own session back: the page starts again with it.
    onDone: () => void queries.invalidateQueries({ queryKey: session_key }),
  })
  useEffect(() => {
    // The server gives the browser its own session back.
    if (left === 0) void queries.invalidateQueries({ queryKey: session_key })
  }, [left])
  return (
    <section
      aria-label="Acting as somebody else"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-red3 px-4 py-1.5 text-red11"
    >
      <p className="min-w-0 wrap-anywhere">
        {impersonator_name}: You are acting as <b>{user.name}</b> ({business.name}).{' '}
        {/[.!?]$/.test(reason) ? reason : `${reason}.`}{' '}
        <span className="tabular-nums">{clockText(left)}</span> left.
      </p>
      <Button size="sm" busy={end.busy} onClick={() => void end.run({})}>
        End
      </Button>
    </section>
  )
}

/** Counts down from the server's figure by the browser's clock. */
function useSecondsLeft(id: string, seconds: number): number {
  const [left, setLeft] = useState(seconds)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another impersonation starts its own count.
  useEffect(() => {
    const from_ms = performance.now()
    const tick = () => setLeft(Math.max(0, seconds - Math.floor((performance.now() - from_ms) / SECOND_MS)))
    tick()
    const timer = setInterval(tick, SECOND_MS)
    return () => clearInterval(timer)
  }, [id, seconds])
  return left
}
