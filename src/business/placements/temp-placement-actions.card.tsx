/** The steps of a temp placement before it is in force: submitted, agreed to by each side, decided by the provider. */
import { useState } from 'react'
import { valueAt } from '#entity/path.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useOpenFlags } from '../parties/self-dealing/flags.hook.ts'
import { activationFacts, isOffered } from './activation.rules.ts'
import { can, type PlacementFacts, type TempAction } from './placement.rules.ts'
import { checksOf } from './placement-checks.rules.ts'
import { VerifyAndActivate } from './placement-evidence.form.tsx'

const steps = [
  { action: 'return', label: 'Return to agency', done: 'returned to the agency' },
  { action: 'reject', label: 'Reject', done: 'rejected' },
  { action: 'submit', label: 'Submit', done: 'submitted' },
  { action: 'approve', label: 'Approve', done: 'approved' },
  { action: 'activate', label: 'Activate', done: 'active' },
] as const satisfies readonly { action: TempAction; label: string; done: string }[]
type Step = (typeof steps)[number]

/** These agree to the terms that the page shows. */
const agrees: readonly TempAction[] = ['approve', 'activate']
const gives_back: readonly TempAction[] = ['return', 'reject']

/** The rule's facts of a row that the page read; readers without the maker leave that check to the server. */
export const placementFacts = (row: ListRow): PlacementFacts => ({
  ...activationFacts(row),
  created_by: null,
  open_checks: checksOf(row.open_checks),
})

/** Placement and viewer fit the step; a refusal for another reason disables the button. */
export function TempPlacementActions({ row }: { row: ListRow }) {
  const session = useSession()
  const [asking, setAsking] = useState<Step | null>(null)
  const known = placementFacts(row)
  const has_flags = useOpenFlags('contract.temp_placement', row.id)
  const facts: PlacementFacts = has_flags ? { ...known, open_checks: [...known.open_checks, 'flags'] } : known
  const close = () => setAsking(null)
  return (
    <>
      {can.update(facts, session) === true && (
        <Link
          to={pathOf({ category: session.category, path: 'contract/edit_temp_placement', id: row.id })}
          className={buttonClass()}
        >
          Edit
        </Link>
      )}
      {steps
        .filter(({ action }) => isOffered(can[action], facts, session))
        .map((step) => (
          <Button
            key={step.action}
            tone={gives_back.includes(step.action) ? 'secondary' : 'primary'}
            verb={`contract.temp_placement.${step.action}`}
            disabledReason={reasonOf(can[step.action](facts, session))}
            onClick={() => setAsking(step)}
          >
            {step.label}
          </Button>
        ))}
      {asking?.action === 'activate' && row.evidence_status === 'waiting' ? (
        <VerifyAndActivate noun="temp_placement" row={row} onClose={close} />
      ) : (
        <AskedStep row={row} step={asking} onClose={close} />
      )}
    </>
  )
}

function AskedStep({ row, step, onClose }: { row: ListRow; step: Step | null; onClose: () => void }) {
  const act = useAction(`contract.temp_placement.${step?.action ?? 'submit'}`, {
    success: `${String(row.human_id)} is ${step?.done ?? ''}`,
  })
  const label = step?.label ?? ''
  return (
    <ConfirmAction
      open={step !== null}
      onClose={onClose}
      label={label}
      withComment={step?.action === 'return' && 'required'}
      description={`${label}: ${String(row.human_id)}, ${String(row.title)}, ${String(valueAt(row, 'contractor.name') ?? '')}.`}
      onConfirm={async (comment) =>
        (await act.run({
          id: row.id,
          ...(comment ? { comment } : {}),
          ...(step !== null && agrees.includes(step.action) ? { updated_at: row.updated_at } : {}),
        })) !== undefined
      }
    />
  )
}
