/** The password of the person signed in, with the form that changes it. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { PlainForm } from '#web/form/PlainForm.tsx'
import { new_password_field } from '#web/form/plain-field.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { notify } from '#web/ui/Toast.tsx'
import { own_sessions_key } from './sessions.card.tsx'

export function PasswordCard({ hasPassword }: { hasPassword: boolean }) {
  const { sends_mail } = useSession()
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const changed = () => {
    setIsOpen(false)
    notify.success('Password changed')
    void client.invalidateQueries({ queryKey: own_sessions_key })
  }
  if (!hasPassword)
    return (
      <Card title="Password">
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
            You sign in with a linked account and have no password.
          </p>
          {sends_mail && (
            <a href="/auth/forgot" className="text-a11 underline">
              Set one by a mailed link
            </a>
          )}
        </div>
      </Card>
    )
  return (
    <Card title="Password">
      {isOpen ? (
        <PlainForm
          path="/api/auth/password"
          fields={[
            {
              name: 'current',
              label: 'Present password',
              type: 'password',
              autoComplete: 'current-password',
              required: true,
            },
            new_password_field,
          ]}
          submit="Change the password"
          onDone={changed}
          buttons={() => <Button onClick={() => setIsOpen(false)}>Cancel</Button>}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-64">A new password ends your sessions in other browsers.</p>
          <Button onClick={() => setIsOpen(true)}>Change password</Button>
        </div>
      )}
    </Card>
  )
}
