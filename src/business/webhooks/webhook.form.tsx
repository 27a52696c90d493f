/** The dialogs of webhooks: an address and its events, and a period to send again. */
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Ticks } from '#web/ui/Ticks.tsx'
import { eventLabel, eventsFor } from './webhook-events.rules.ts'

export interface MadeSecret {
  readonly id: string
  readonly secret: string | null
}

interface Kept {
  readonly id: string
  readonly url: string
  readonly events: readonly string[]
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

interface WebhookFormProps {
  readonly webhook: Kept | null
  readonly onClose: () => void
  readonly onDone: (made: MadeSecret) => void
}

/** Enters a webhook, or changes one. */
export function WebhookForm({ webhook, onClose, onDone }: WebhookFormProps) {
  const { category } = useSession()
  const options = eventsFor(category).map((event) => ({ value: event, label: eventLabel(event) }))
  return (
    <VerbModal
      title={webhook ? 'Change webhook' : 'New webhook'}
      description="Each chosen event about records that your business sees is sent to this address."
      action_id={webhook ? 'platform.webhook.update' : 'platform.webhook.create'}
      initial={{ url: webhook?.url ?? '', events: [...(webhook?.events ?? [])] }}
      fields={[
        {
          kind: 'text',
          name: 'url',
          label: 'Address',
          required: true,
          hint: 'Such as https://example.org/hooks.',
        },
        {
          kind: 'custom',
          name: 'events',
          label: 'Events',
          kept: { events: isTexts },
          render: ({ values, set, errors }) => (
            <Ticks
              label={values.events.length === 0 ? 'Events' : `Events, ${values.events.length} chosen`}
              options={options}
              value={values.events}
              onChange={(events) => set({ events })}
              error={errors.events}
            />
          ),
        },
      ]}
      input={(input, { events }) => ({ ...input, events, ...(webhook ? { id: webhook.id } : {}) })}
      submit={webhook ? 'Save' : 'Make webhook'}
      success={webhook ? 'Webhook changed' : false}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

/** Sends all failed deliveries of a period again. */
export function SendFailedForm({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  return (
    <VerbModal
      title="Send failed again"
      description="All failed deliveries of these days are sent again, in the background."
      action_id="platform.webhook.send_failed"
      fields={[
        { kind: 'day', name: 'from_day', label: 'From', required: true },
        { kind: 'day', name: 'to_day', label: 'To', required: true },
      ]}
      input={(input) => ({ ...input, id })}
      submit="Send again"
      success="Deliveries are sent again"
      onClose={onClose}
    />
  )
}
