/** How the viewer's own business approves work: its approvers set the hours of reminders. */
import { useSession } from '#web/core/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ApprovalRuleCard } from './approval-rule.card.tsx'

export function ApprovalsPage() {
  const { business } = useSession()
  return (
    <div className="flex max-w-220 flex-col">
      <PageHeader title="Approvals" />
      <div className="flex flex-col gap-4 px-4 pb-6">
        <ApprovalRuleCard client={business} />
      </div>
    </div>
  )
}
