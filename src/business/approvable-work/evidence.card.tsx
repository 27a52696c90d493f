import { useState } from 'react'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'

export function AcceptEvidence({
  noun,
  id,
  human_id,
}: {
  noun: 'timesheet' | 'expense'
  id: string
  human_id: string
}) {
  const [isAsking, setAsking] = useState(false)
  const accept = useAction(`transaction.${noun}.accept_evidence`, {
    success: `The evidence of ${human_id} is accepted`,
  })
  return (
    <>
      <Button tone="primary" verb={`transaction.${noun}.accept_evidence`} onClick={() => setAsking(true)}>
        Accept evidence
      </Button>
      <ConfirmAction
        open={isAsking}
        onClose={() => setAsking(false)}
        label="Accept evidence"
        description={`${human_id} was approved by the agency. The files show that the client agreed: its documents are funded from now on.`}
        onConfirm={async (comment) =>
          (await accept.run({ ids: [id], ...(comment ? { comment } : {}) })) !== undefined
        }
      />
    </>
  )
}
