import { useBlocker } from '@tanstack/react-router'
import { withoutRefresh } from '#web/core/place.ts'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { unsaved_text } from '#web/ui/Modal.tsx'

/** Asks before a click elsewhere loses typed values. A reload loses only those that no draft keeps. */
export function UnsavedGuard({
  isUnsaved,
  isLost,
  onLeave,
}: {
  isUnsaved: () => boolean
  isLost: () => boolean
  onLeave: () => void
}) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved() && withoutRefresh(current.pathname) !== withoutRefresh(next.pathname),
    enableBeforeUnload: isLost,
    withResolver: true,
  })
  return (
    <ConfirmAction
      open={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      label="Leave"
      description={unsaved_text}
      onConfirm={() => {
        onLeave()
        leaving.proceed?.()
        return true
      }}
    />
  )
}
