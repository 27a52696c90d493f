/** The provider's switch: approval of hours and expenses by the agency (decision 0040). */
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { reason_field } from '../shared/form-choices.view.ts'
import { isOneOf } from '../shared/who-may.rules.ts'
import { may_switch_manual } from './activation.rules.ts'

export function SwitchManualApproval({ row }: { row: ListRow }) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!isOneOf(session, may_switch_manual)) return null
  const is_on = row.manual_timesheet_approval === true
  const label = is_on ? 'Stop approval by agency' : 'Allow approval by agency'
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {isOpen && (
        <VerbModal
          title={label}
          description={
            is_on
              ? 'Only the client approves from now on.'
              : "The agency approves in the client's name, with a file. Nothing is funded before you accept the evidence."
          }
          action_id="contract.temp_placement.set_manual_approval"
          fixed={{ id: row.id, is_on: !is_on }}
          fields={[{ ...reason_field, name: 'comment', max: 4000 }]}
          submit={label}
          success={is_on ? 'The agency approves no longer' : 'The agency may approve'}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
