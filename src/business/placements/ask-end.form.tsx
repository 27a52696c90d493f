/** The client asks for an earlier last day of a placement in force. */
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { reason_field } from '../shared/form-choices.view.ts'
import { noticeCell } from './notice/notice.view.ts'
import { can } from './placement.rules.ts'
import { placementFacts } from './temp-placement-actions.card.tsx'

export function AskEnd({ row }: { row: ListRow }) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  if (can.ask_end(placementFacts(row), session) !== true) return null
  return (
    <>
      <Button verb="contract.temp_placement.ask_end" onClick={() => setOpen(true)}>
        Ask to end
      </Button>
      {isOpen && (
        <VerbModal
          title="Ask to end the placement"
          description={`${String(row.human_id)}, ${String(row.title)}. Notice: ${noticeCell(row)}. The agency decides, then the contractor.`}
          action_id="contract.temp_placement.ask_end"
          fixed={{ id: row.id }}
          fields={[
            { kind: 'day', name: 'end_date', label: 'Last day', required: true },
            { ...reason_field, name: 'comment', max: 4000 },
          ]}
          submit="Send for approval"
          success={(made: { human_id: string }) => `Sent for approval as ${made.human_id}`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
