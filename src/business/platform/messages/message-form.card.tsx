/** A message about a record to one contact, through the messaging service. */
import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { tellFailure } from '#web/core/tell-failure.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { notify } from '#web/ui/Toast.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { mail_senders } from '../mails/communication.rules.ts'
import { message_letters_max } from './message.rules.ts'

interface Contact {
  readonly id: string
  readonly name: string
  readonly business: string
}

/** The button of a record; absent without a messaging service, and for roles that send no messages. */
export function MessageRecord({ entity, id }: { entity: string; id: string }) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const [module = '', name = ''] = entity.split('.')
  const about = { module, entity: name, id }
  const query = useQuery({
    queryKey: ['message_contacts', session.business_contact_id, entity, id],
    queryFn: async () => {
      try {
        return await action<{ contacts: readonly Contact[] }>(
          'platform.message.contacts',
          about,
          crypto.randomUUID(),
        )
      } catch (failure) {
        setOpen(false)
        tellFailure(failure)
        throw failure
      }
    },
    enabled: isOpen,
    retry: false,
  })
  if (!session.sends_messages || !isOneOf(session, mail_senders)) return null
  return (
    <>
      <Button size="sm" icon={MessageSquare} busy={isOpen && query.isPending} onClick={() => setOpen(true)}>
        Message
      </Button>
      {isOpen && query.data && (
        <MessageForm contacts={query.data.contacts} about={about} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

function MessageForm({
  contacts,
  about,
  onClose,
}: {
  contacts: readonly Contact[]
  about: object
  onClose: () => void
}) {
  const [only] = contacts
  return (
    <VerbModal<'contact_id' | 'text', { contact_id: string; text: string }, { contact_name: string }>
      title="Message"
      columns={1}
      action_id="platform.message.send"
      fixed={about}
      initial={{ contact_id: contacts.length === 1 && only ? only.id : '', text: '' }}
      fields={[
        {
          kind: 'choice',
          name: 'contact_id',
          label: 'To',
          required: true,
          options: contacts.map(({ id, name, business }) => ({ value: id, label: `${name}, ${business}` })),
          hint:
            contacts.length === 0
              ? 'No contact of the other parties takes messages.'
              : 'It goes to their telephone or their account with the messaging service.',
        },
        { kind: 'area', name: 'text', label: 'Text', required: true, rows: 4, max: message_letters_max },
      ]}
      submit="Send"
      success={false}
      onDone={({ contact_name }) => notify.success(`The message goes to ${contact_name}`)}
      onClose={onClose}
    />
  )
}
