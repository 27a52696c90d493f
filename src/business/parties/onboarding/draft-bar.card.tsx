/** Above the form of a new party: whether it is kept, why it came back, and the way to discard it. */
import { useState } from 'react'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useGo } from '#web/ui/use-go.ts'
import type { Keeping, PartyDraft } from './party-draft.hook.ts'

const words: Readonly<Record<Keeping, string>> = {
  new: 'What you type is kept as a draft.',
  typing: 'Keeping the draft…',
  kept: 'Kept as a draft.',
  lost: 'No connection. The draft is saved when you are online.',
  stale: 'Somebody else changed this draft. Reload it.',
}

export function DraftBar({
  id,
  keeping,
  draft,
  onEnd,
}: {
  /** Absent: nothing is kept yet. */
  id: string | undefined
  keeping: Keeping
  draft: PartyDraft | null
  onEnd: () => void
}) {
  const { category } = useSession()
  const go = useGo()
  const [asking, setAsking] = useState(false)
  const to = pathOf({ category, path: 'request/draft_request' })
  const discard = useAction('business.party.delete_draft', {
    success: 'The draft is discarded',
    onDone: () => {
      onEnd()
      go.replace(to)
    },
  })
  return (
    <div className="mb-3 flex flex-col gap-2">
      {draft?.comment && draft.party_id && (
        <p className="rounded border p-3">
          <strong>Reason:</strong> {draft.comment}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-n11" role="status">
          {words[keeping]}
        </p>
        <Link to={to} className="finger">
          Drafts
        </Link>
        {keeping === 'stale' && <Button onClick={() => window.location.reload()}>Reload</Button>}
        {id !== undefined && (
          <span className="ml-auto">
            <Button tone="secondary" onClick={() => setAsking(true)}>
              Discard
            </Button>
          </span>
        )}
      </div>
      <ConfirmAction
        open={asking}
        onClose={() => setAsking(false)}
        label="Discard"
        tone="danger"
        description="What was typed is gone."
        onConfirm={async () => (await discard.run({ draft_id: id })) !== undefined}
      />
    </div>
  )
}
