/** The steps of a temp placement before it is in force: submitted by the agency, decided by the provider. */
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { can, type TempAction } from './placement.rules.ts'

const steps = [
  { action: 'return', label: 'Return to agency' },
  { action: 'submit', label: 'Send to provider' },
  { action: 'activate', label: 'Activate' },
] as const satisfies readonly { action: TempAction; label: string }[]

/** The server knows the submitter and refuses them. */
export function TempPlacementActions({ row }: { row: ListRow }) {
  const session = useSession()
  const [asking, setAsking] = useState<(typeof steps)[number] | null>(null)
  const act = useAction(`contract.temp_placement.${asking?.action ?? 'submit'}`)
  const facts = { human_id: String(row.human_id), status: String(row.status), submitted_by: null }
  return (
    <>
      {steps
        .filter(({ action }) => can[action](facts, session) === true)
        .map((step) => (
          <Button
            key={step.action}
            tone={step.action === 'return' ? 'secondary' : 'primary'}
            onClick={() => setAsking(step)}
          >
            {step.label}
          </Button>
        ))}
      <ConfirmAction
        open={asking !== null}
        onClose={() => setAsking(null)}
        label={asking?.label ?? ''}
        withComment={asking?.action === 'return' && 'required'}
        description={`${asking?.label ?? ''}: ${facts.human_id}, ${String(row.title)}.`}
        onConfirm={async (comment) =>
          (await act.run({ id: row.id, ...(comment ? { comment } : {}) })) !== undefined
        }
      />
    </>
  )
}
