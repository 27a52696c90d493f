/** The provider asks a client about a contact, or an added role, that its agency entered. */
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { isOneOf, provider_staff } from '../shared/who-may.rules.ts'
import type { Contact } from './contact.form.tsx'

const asked_whom =
  'Whom did you ask at the client, by which number, and where did it come from? Never use one from the agency.'

export function CheckContact({ contact, name }: { contact: Contact; name: string }) {
  const session = useSession()
  const roles = contact.waiting_roles.map(labelOf).join(', ')
  const is_new = contact.is_active && contact.check_status === 'pending_check' && contact.joined_at === null
  if (!isOneOf(session, { provider: provider_staff })) return null
  if (roles !== '')
    return (
      <>
        <Decision
          contact={contact}
          label="Drop added roles"
          description={`${name} does not get: ${roles}`}
          drop
        />
        <Decision contact={contact} label="Confirm added roles" description={`${roles}. ${asked_whom}`} />
      </>
    )
  return is_new ? (
    <Decision
      contact={contact}
      label="Confirm contact"
      description={asked_whom}
      success={`${name} is invited`}
    />
  ) : null
}

function Decision({
  contact,
  label,
  description,
  success,
  drop = false,
}: {
  contact: Contact
  label: string
  description: string
  success?: string
  drop?: boolean
}) {
  const [asking, setAsking] = useState(false)
  const said = drop ? 'The added roles are dropped' : 'The roles are given'
  const check = useAction('business.business_contact.check', { shows: ['comment'], success: success ?? said })
  return (
    <>
      <Button
        tone={drop ? 'secondary' : 'primary'}
        verb="business.business_contact.check"
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmAction
        open={asking}
        onClose={() => setAsking(false)}
        label={label}
        withComment="required"
        description={description}
        error={check.errors.comment}
        onConfirm={async (comment) => (await check.run({ id: contact.id, comment, drop })) !== undefined}
      />
    </>
  )
}
