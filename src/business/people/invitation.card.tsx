/** The open invitation of a contact, on its page. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstant, instant } from '#kernel/instant.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { canResend } from './invitation.rules.ts'

const open_invitation = gql(
  `query invitation_of($id: uuid!) {
  invitations: log_unconfirmed_user(where: { business_contact_id: { _eq: $id } }, limit: 1) {
    id state sends invited_by last_sent_at expires_at
  }
}`,
)

/** For viewers who may change the contact: others have no such list. */
export function InvitationCard({ contact_id, name }: { contact_id: string; name: string }) {
  const [asks, setAsks] = useState(false)
  const query = useQuery({
    queryKey: ['invitation_of', contact_id],
    queryFn: async ({ signal }) =>
      (await graphql(open_invitation, { id: contact_id }, signal)).invitations[0] ?? null,
  })
  const resend = useAction('log.unconfirmed_user.resend', { success: 'Invitation sent' })
  const revoke = useAction('log.unconfirmed_user.revoke', { success: 'Invitation revoked' })
  const invitation = query.data
  if (!invitation) return null
  const input = { business_contact_id: contact_id }
  return (
    <Card
      title="Invitation"
      actions={
        <>
          <Button
            size="sm"
            busy={resend.busy}
            disabledReason={reasonOf(canResend(invitation))}
            onClick={() => void resend.run(input)}
          >
            Resend
          </Button>
          <Button size="sm" tone="danger" busy={revoke.busy} onClick={() => setAsks(true)}>
            Revoke
          </Button>
        </>
      }
    >
      <PropertiesTable
        items={[
          { label: 'State', value: invitation.state === 'expired' ? 'Expired' : 'Not accepted yet' },
          { label: 'Invited by', value: invitation.invited_by },
          { label: 'Last sent', value: formatInstant(instant(invitation.last_sent_at)) },
          { label: 'Times sent', value: String(invitation.sends) },
          { label: 'Expires', value: formatInstant(instant(invitation.expires_at)) },
        ]}
      />
      <ConfirmAction
        open={asks}
        onClose={() => setAsks(false)}
        label="Revoke"
        tone="danger"
        description={`The link of ${name} stops working.`}
        onConfirm={async () => (await revoke.run(input)) !== undefined}
      />
    </Card>
  )
}
