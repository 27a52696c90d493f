import { useState } from 'react'
import { isCommentRequired } from '#kernel/messages.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import type { ListRow, RowVerb } from '../model/list.ts'
import { commentAsked, idsInput, isOffered } from '../model/list.ts'
import { ConfirmAction } from '../panels/lazy-dialogs.ts'

/** A button in a row (spec §2, column kinds), disabled with a reason if not allowed. */
export function ActionCell({
  action,
  row,
}: {
  action: RowVerb & { readonly input?: (row: ListRow, comment: string) => object }
  row: ListRow
}) {
  const session = useSession()
  const [isAsked, setAsked] = useState(false)
  const verb = useAction(action.action_id)
  if (!isOffered(action, session)) return null
  const asks = action.confirm !== undefined || isCommentRequired(action.label)
  const run = (comment: string) => verb.run(action.input?.(row, comment) ?? idsInput([row.id], comment))
  return (
    <>
      <Button
        size="sm"
        {...(action.icon ? { icon: action.icon } : {})}
        verb={action.action_id}
        busy={verb.busy}
        disabledReason={reasonOf(action.allowed(row, session))}
        onClick={() => (asks ? setAsked(true) : void run(''))}
      >
        {action.label}
      </Button>
      {isAsked && (
        <ConfirmAction
          open
          label={action.label}
          withComment={commentAsked(action)}
          onClose={() => setAsked(false)}
          onConfirm={async (comment) => (await run(comment)) !== undefined}
        />
      )}
    </>
  )
}
