/** The provider asks a client about a contact that its agency entered, and confirms the contact. */
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { isOneOf, provider_staff } from '../shared/who-may.rules.ts'
import type { Contact } from './contact.form.tsx'

export function CheckContact({ contact, name }: { contact: Contact; name: string }) {
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const check = useAction('business.business_contact.check', { success: `${name} is invited` })
  const waits = contact.is_active && contact.check_status === 'pending_check'
  if (!waits || !isOneOf(session, { provider: provider_staff })) return null
  return (
    <>
      <Button tone="primary" onClick={() => setAsking(true)}>
        Confirm contact
      </Button>
      <ConfirmAction
        open={asking}
        onClose={() => setAsking(false)}
        label="Confirm contact"
        withComment="required"
        description="Whom did you ask at the client, by which number, and where did it come from? Never use one from the agency."
        error={check.errors.comment}
        onConfirm={async (comment) => (await check.run({ id: contact.id, comment })) !== undefined}
      />
    </>
  )
}
