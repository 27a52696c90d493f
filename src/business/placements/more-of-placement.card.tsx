import { Ban, CalendarX, Copy, FileCheck, FileClock, Percent, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { valueAt } from '#entity/path.ts'
import { countText } from '#kernel/count-text.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { useVerbRefusal } from '#web/ui/verb-refusal.ts'
import { reason_field } from '../shared/form-choices.view.ts'
import { agency_side, isOneOf, provider_staff } from '../shared/who-may.rules.ts'
import { noticeCell } from './notice/notice.view.ts'
import { approvers, can } from './placement.rules.ts'
import { ApproveByEvidence } from './placement-evidence.form.tsx'
import { placementFacts } from './temp-placement-actions.card.tsx'

const steps = [
  {
    action: 'recall',
    label: 'Recall',
    icon: Undo2,
    says: 'It becomes a draft again, and all sides approve it again.',
    done: 'a draft again',
  },
  {
    action: 'cancel',
    label: 'Cancel placement',
    icon: Ban,
    says: 'It never comes into force.',
    done: 'cancelled',
  },
  { action: 'delete', label: 'Delete draft', icon: Trash2, says: 'Nobody has seen it yet.', done: 'deleted' },
] as const
type Step = (typeof steps)[number]

/** Rare actions of a placement. */
export function MoreOfPlacement({ row }: { row: ListRow }) {
  const session = useSession()
  const refusal = useVerbRefusal()
  const go = useGo()
  const [asking, setAsking] = useState<Step | 'evidence' | 'end' | null>(null)
  const step = asking === 'evidence' || asking === 'end' ? null : asking
  const act = useAction(`contract.temp_placement.${step?.action ?? 'cancel'}`, {
    success: `${String(row.human_id)} is ${step?.done ?? ''}`,
  })
  const generate = useAction('transaction.timesheet.generate', { success: generated })
  if (!isOneOf(session, agency_side)) return null
  const facts = placementFacts(row)
  const list = pathOf({ category: session.category, path: 'contract/temp_placement' })
  const close = () => setAsking(null)
  return (
    <>
      <Menu
        align="end"
        trigger={<Button busy={generate.busy}>More</Button>}
        entries={[
          {
            label: 'Copy to a new placement',
            icon: Copy,
            run: () =>
              go.to(pathOf({ category: session.category, path: 'contract/copy_temp_placement', id: row.id })),
          },
          {
            label: 'Create missing timesheets',
            icon: FileClock,
            disabledReason: row.status === 'active' ? null : 'Only a placement in force gets timesheets',
            run: () => void generate.run({ contract_id: row.id }),
          },
          ...(isOneOf(session, { provider: provider_staff })
            ? [
                {
                  label: 'New fee rule',
                  icon: Percent,
                  disabledReason: refusal('contract.service_charge.create'),
                  run: () =>
                    go.to(
                      `${pathOf({ category: session.category, path: 'contract/new_service_charge' })}?agency=${row.agency_id}&placement=${row.id}`,
                    ),
                },
              ]
            : []),
          ...(can.approve_by_evidence(facts, session) === true
            ? [
                {
                  label: 'Approve by evidence',
                  icon: FileCheck,
                  disabledReason: refusal('contract.temp_placement.approve_by_evidence'),
                  run: () => setAsking('evidence'),
                },
              ]
            : []),
          ...(can.end(facts, session) === true
            ? [{ label: 'End placement', icon: CalendarX, run: () => setAsking('end') }]
            : []),
          ...steps
            .filter(({ action }) => can[action](facts, session) === true)
            .map((one) => ({
              label: one.label,
              icon: one.icon,
              disabledReason: refusal(`contract.temp_placement.${one.action}`),
              run: () => setAsking(one),
            })),
        ]}
      />
      {asking === 'evidence' && (
        <ApproveByEvidence noun="temp_placement" row={row} side={sideOf(row)} onClose={close} />
      )}
      {asking === 'end' && <EndPlacement row={row} onClose={close} />}
      <ConfirmAction
        open={step !== null}
        onClose={close}
        label={step?.label ?? ''}
        withComment={step?.action !== 'delete' && 'required'}
        description={`${String(row.human_id)}, ${String(row.title)}. ${step?.says ?? ''}`}
        onConfirm={async (comment) => {
          const done = await act.run({ id: row.id, ...(step?.action === 'delete' ? {} : { comment }) })
          if (done !== undefined && step?.action === 'delete') go.replace(list)
          return done !== undefined
        }}
      />
    </>
  )
}

/** The side that the placement waits for. */
function sideOf(row: ListRow) {
  const side = row.status === 'pending_approval_contractor' ? 'contractor' : 'client'
  return { business_id: String(valueAt(row, `${side}.id`)), roles: approvers[side] }
}

const generated = ({ timesheets }: { timesheets: readonly unknown[] }) =>
  timesheets.length === 0
    ? 'No timesheet was missing'
    : `${countText(timesheets.length, 'timesheet is', 'timesheets are')} made`

/** An earlier last day holds at once; the dialog says the agreed notice. */
function EndPlacement({ row, onClose }: { row: ListRow; onClose: () => void }) {
  return (
    <VerbModal
      title="End placement"
      description={`${String(row.human_id)}, ${String(row.title)}. Notice: ${noticeCell(row)}. Client and contractor are told. A later last day is requested under “Request a change”.`}
      action_id="contract.temp_placement.end"
      fixed={{ id: row.id }}
      fields={[
        { kind: 'day', name: 'end_date', label: 'Last day', required: true },
        { ...reason_field, name: 'comment', label: 'Comment', max: 4000 },
      ]}
      submit="End placement"
      success={`${String(row.human_id)} has a new last day`}
      onClose={onClose}
    />
  )
}
