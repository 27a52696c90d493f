import { useState } from 'react'
import { formatInstant, instant } from '#kernel/instant.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { call } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { useInvitation } from './invitation.hook.ts'
import { canCopyLink, canResend } from './invitation.rules.ts'

interface InvitationCardProps {
  readonly contact_id: string
  readonly name: string
  readonly roles: readonly string[]
}

/** For viewers with the right to change the contact: others have no such list. */
export function InvitationCard({ contact_id, name, roles }: InvitationCardProps) {
  const session = useSession()
  const [link, setLink] = useState<string | null>(null)
  const [asks, setAsks] = useState(false)
  const query = useInvitation(contact_id)
  const resend = useAction('log.unconfirmed_user.resend', { success: 'Invitation sent' })
  const revoke = useAction('log.unconfirmed_user.revoke', { success: 'Invitation revoked' })
  const copy = useAction<{ link: string }>('log.unconfirmed_user.copy_link', {
    success: false,
    send: (input) => call('/api/permission/invitationLink', input),
    onDone: (made) => setLink(made.link),
  })
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
            verb="log.unconfirmed_user.resend"
            busy={resend.busy}
            disabledReason={reasonOf(canResend(invitation))}
            onClick={() => void resend.run(input)}
          >
            Resend
          </Button>
          {!session.sends_mail && (
            <Button
              size="sm"
              busy={copy.busy}
              disabledReason={reasonOf(canCopyLink(invitation, roles))}
              onClick={() => void copy.run(input)}
            >
              Copy link
            </Button>
          )}
          <Button
            size="sm"
            tone="danger"
            verb="log.unconfirmed_user.revoke"
            busy={revoke.busy}
            onClick={() => setAsks(true)}
          >
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
      <Modal
        open={link !== null}
        onClose={() => setLink(null)}
        title="Link of the invitation"
        description={`Give it to ${name} alone. It works once, for 7 days, and is shown only now; links of before are dead.`}
        footer={<Button onClick={() => setLink(null)}>Close</Button>}
      >
        <div className="flex items-center gap-2">
          <code className="min-w-0 wrap-anywhere">{link}</code>
          <CopyButton text={link ?? ''} label="Copy the link" />
        </div>
      </Modal>
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
