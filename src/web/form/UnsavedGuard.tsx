import { useBlocker } from '@tanstack/react-router'
import { withoutRefresh } from '#web/core/place.ts'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { unsaved_text } from '#web/ui/Modal.tsx'

/** Asks before a click elsewhere loses typed values. */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: () => boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved() && withoutRefresh(current.pathname) !== withoutRefresh(next.pathname),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
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
