/** Notes a telephone call with a client about its debt. */
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'

export type ClientFormProps = { client_id: string; client: string; onClose: () => void }

export function CallForm({ client_id, client, onClose }: ClientFormProps) {
  const { today } = useSession()
  return (
    <VerbModal
      title={`Call with ${client}`}
      description="Record a promise to pay on its invoice: that pauses reminders."
      action_id="transaction.chase.record_call"
      fixed={{ client_id }}
      initial={{ on_date: today }}
      fields={[
        { kind: 'text', name: 'person', label: 'Spoken with', required: true },
        { kind: 'day', name: 'on_date', label: 'On', max: today, required: true },
        { kind: 'area', name: 'note', label: 'Notes', rows: 3, required: true },
      ]}
      submit="Note"
      success="Call recorded"
      onClose={onClose}
    />
  )
}
