/** The steps of a temp placement before it is in force: submitted by the agency, decided by the provider. */
import { useState } from 'react'
import { reasonOf } from '#kernel/refusal.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { activationFacts, isOffered } from './activation.rules.ts'
import { can, type TempAction } from './placement.rules.ts'

const steps = [
  { action: 'return', label: 'Return to agency' },
  { action: 'submit', label: 'Send to provider' },
  { action: 'activate', label: 'Activate' },
] as const satisfies readonly { action: TempAction; label: string }[]

/** Placement and agency fit the step; a refusal for another reason disables the button. */
export function TempPlacementActions({ row }: { row: ListRow }) {
  const session = useSession()
  const [asking, setAsking] = useState<(typeof steps)[number] | null>(null)
  const act = useAction(`contract.temp_placement.${asking?.action ?? 'submit'}`)
  const facts = activationFacts(row)
  return (
    <>
      {steps
        .filter(({ action }) => isOffered(can[action], facts, session))
        .map((step) => (
          <Button
            key={step.action}
            tone={step.action === 'return' ? 'secondary' : 'primary'}
            disabledReason={reasonOf(can[step.action](facts, session))}
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
