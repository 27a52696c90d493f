/** The approval as a hash that any reader of the timesheet can recompute. */
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '#web/core/use-action.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'

export function TimesheetEvidence({
  id,
  evidence_hash,
  approved_at,
  approved_by_name,
}: {
  id: string
  evidence_hash: string
  approved_at: string | null
  approved_by_name: string | null
}) {
  const [agrees, setAgrees] = useState<boolean | null>(null)
  const check = useAction<{ agrees: boolean }>('transaction.timesheet.check_evidence', {
    success: false,
    onDone: (evidence) => setAgrees(evidence.agrees),
  })
  return (
    <Card
      title="Evidence"
      actions={
        <Button size="sm" icon={ShieldCheck} busy={check.busy} onClick={() => void check.run({ id })}>
          Check
        </Button>
      }
    >
      <p className="text-n11">
        Approved by {approved_by_name ?? 'the client'}
        {approved_at && <> on {instantText(approved_at)}</>}.
      </p>
      <p className="mt-1 flex items-center gap-1">
        <code className="text-12 break-all">{evidence_hash}</code>
        <CopyButton text={evidence_hash} label="Copy evidence hash" />
      </p>
      <p role="status" className="mt-1">
        {agrees === true && <Badge tone="positive">Unchanged since approval</Badge>}
        {agrees === false && <Badge tone="critical">Changed since approval</Badge>}
      </p>
    </Card>
  )
}
