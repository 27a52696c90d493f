/** Asks before unsaved input is lost. */
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { withoutRefresh } from '#web/core/place.ts'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { unsaved_text } from '#web/ui/Modal.tsx'

export interface Unsaved {
  /** Marks the form as changed: for `onInput`. */
  readonly mark: () => void
  /** Clears the mark after sending or discarding. */
  readonly clear: () => void
  /** Rendered anywhere in the form. */
  readonly guard: ReactNode
}

/** `unsaved` overrides `mark` and `clear`. */
export function useUnsaved(unsaved = false): Unsaved {
  const marked = useRef(false)
  const known = useRef(unsaved)
  known.current = unsaved
  const isUnsaved = useCallback(() => marked.current || known.current, [])
  return useMemo(
    () => ({
      mark: () => {
        marked.current = true
      },
      clear: () => {
        marked.current = false
        known.current = false
      },
      guard: <Guard isUnsaved={isUnsaved} />,
    }),
    [isUnsaved],
  )
}

function Guard({ isUnsaved }: { isUnsaved: () => boolean }) {
  const shouldBlockFn = useCallback(
    ({ current, next }: { current: { pathname: string }; next: { pathname: string } }) =>
      isUnsaved() && withoutRefresh(current.pathname) !== withoutRefresh(next.pathname),
    [isUnsaved],
  )
  const leaving = useBlocker({ shouldBlockFn, enableBeforeUnload: isUnsaved, withResolver: true })
  return (
    <ConfirmAction
      open={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      label="Leave"
      description={unsaved_text}
      onConfirm={() => {
        leaving.proceed?.()
        return true
      }}
    />
  )
}
