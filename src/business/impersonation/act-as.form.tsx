/** The dialog in which support begins to act as a person. */
import { useQueryClient } from '@tanstack/react-query'
import { validationText } from '#kernel/messages.ts'
import { session_key } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { impersonation_minutes, REASON_MAX } from './impersonation.rules.ts'

export function ActAsForm({
  business_contact_id,
  name,
  onClose,
}: {
  business_contact_id: string
  name: string
  onClose: () => void
}) {
  const client = useQueryClient()
  return (
    <VerbModal
      title={`Act as ${name}`}
      description={`${name} gets a notice now, and a mail with what was changed at the end.`}
      action_id="platform.impersonation.start"
      initial={{ minutes: '30' }}
      fields={[
        {
          kind: 'area',
          name: 'reason',
          label: 'Reason',
          required: true,
          missing: validationText.specify_reason,
          max: REASON_MAX,
          rows: 3,
        },
        {
          kind: 'radios',
          name: 'minutes',
          label: 'Ends after',
          options: impersonation_minutes.map((minutes) => ({
            value: String(minutes),
            label: `${minutes} minutes`,
          })),
        },
      ]}
      input={(input, { minutes }) => ({ ...input, business_contact_id, minutes: Number(minutes) })}
      submit="Act as this person"
      success={false}
      onClose={onClose}
      // The browser holds the new session: the page starts again with it.
      onDone={() => void client.invalidateQueries({ queryKey: session_key })}
    />
  )
}
