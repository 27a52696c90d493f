/** Rare steps of a timesheet: suspense by hand, its release, the final rejection, and cancelling. */
import { Ban, CircleX, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { useVerbRefusal } from '#web/ui/verb-refusal.ts'
import { can, type TimesheetFacts } from './timesheet.rules.ts'

const steps = [
  {
    action: 'release',
    label: 'Release',
    icon: Play,
    says: 'Submitted time goes back to its approver, approved time gets its documents.',
    done: 'released',
    reason: false,
  },
  {
    action: 'suspend',
    label: 'Suspend',
    icon: Pause,
    says: 'Nobody approves, invoices or pays it until it is released.',
    done: 'in suspense',
    reason: 'required',
  },
  {
    action: 'reject_finally',
    label: 'No Resubmission',
    icon: CircleX,
    says: 'It is rejected, and nobody corrects it.',
    done: 'rejected for good',
    reason: 'required',
  },
  {
    action: 'cancel',
    label: 'Cancel',
    icon: Ban,
    says: 'No hours are entered for these days any more.',
    done: 'cancelled',
    reason: 'required',
  },
] as const
type Step = (typeof steps)[number]

export function MoreOfTimesheet({
  id,
  human_id,
  facts,
}: {
  readonly id: string
  readonly human_id: string
  readonly facts: TimesheetFacts
}) {
  const session = useSession()
  const refusal = useVerbRefusal()
  const [asking, setAsking] = useState<Step | null>(null)
  const act = useAction(`transaction.timesheet.${asking?.action ?? 'cancel'}`, {
    success: `${human_id} is ${asking?.done ?? ''}`,
  })
  const open = steps.filter(({ action }) => can[action](facts, session) === true)
  const [only] = open
  if (only === undefined) return null
  return (
    <>
      {open.length === 1 ? (
        <Button verb={`transaction.timesheet.${only.action}`} onClick={() => setAsking(only)}>
          {only.label}
        </Button>
      ) : (
        <Menu
          align="end"
          trigger={<Button>More</Button>}
          entries={open.map((step) => ({
            label: step.label,
            icon: step.icon,
            disabledReason: refusal(`transaction.timesheet.${step.action}`),
            run: () => setAsking(step),
          }))}
        />
      )}
      <ConfirmAction
        open={asking !== null}
        onClose={() => setAsking(null)}
        label={asking?.label ?? ''}
        withComment={asking?.reason ?? false}
        description={`${asking?.label ?? ''} ${human_id}: ${asking?.says ?? ''}`}
        onConfirm={async (comment) =>
          (await act.run({ ids: [id], ...(asking?.reason ? { comment } : {}) })) !== undefined
        }
      />
    </>
  )
}
