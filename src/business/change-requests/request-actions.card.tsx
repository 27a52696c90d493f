import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { requestFacts } from './change-request.list.tsx'
import type { RequestAction } from './request/change-request.rules.ts'
import { allowedActions } from './request/change-request.rules.ts'

const steps = [
  { action: 'cancel', label: 'Cancel', done: 'cancelled' },
  { action: 'refresh', label: 'Compare again', done: 'compared again' },
  { action: 'reject', label: 'Reject', done: 'rejected' },
  { action: 'approve', label: 'Approve', done: 'approved' },
] as const satisfies readonly { action: RequestAction; label: string; done: string }[]

/** The reader's allowed steps; the list explains refusals. */
export function RequestActions({ row }: { row: ListRow }) {
  const session = useSession()
  const [asking, setAsking] = useState<(typeof steps)[number] | null>(null)
  const decide = useAction(`request.change_request.${asking?.action ?? 'approve'}`, {
    success: `${String(row.human_id)} is ${asking?.done ?? ''}`,
  })
  const facts = requestFacts(row, session.category)
  const open = allowedActions(facts, session)
  const run = async (comment: string) => {
    const input =
      asking?.action === 'refresh' ? { id: row.id } : { ids: [row.id], ...(comment ? { comment } : {}) }
    return (await decide.run(input)) !== undefined
  }
  return (
    <>
      {steps
        .filter(({ action }) => open.includes(action))
        .map((step) => (
          <Button
            key={step.action}
            tone={step.action === 'approve' ? 'primary' : 'secondary'}
            verb={`request.change_request.${step.action}`}
            onClick={() => setAsking(step)}
          >
            {step.label}
          </Button>
        ))}
      <ConfirmAction
        open={asking !== null}
        onClose={() => setAsking(null)}
        label={asking?.label ?? ''}
        description={
          asking?.action === 'refresh'
            ? `${facts.human_id} is compared with the current data and sent for approval again.`
            : `${asking?.label ?? ''}: ${facts.human_id}.`
        }
        withComment={asking?.action === 'approve'}
        onConfirm={run}
      />
    </>
  )
}
