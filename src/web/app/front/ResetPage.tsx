/** `/reset/{token}`: sets a new password. */
import { useState } from 'react'
import { PlainForm } from '#web/form/PlainForm.tsx'
import { new_password_field } from '#web/form/plain-field.ts'
import { FrontPage, type LinkPageProps, SignInLine } from './FrontPage.tsx'

export function ResetPage({ token }: LinkPageProps) {
  const [isSet, setIsSet] = useState(false)
  if (isSet)
    return (
      <FrontPage title="New password set">
        <p role="status">All your sessions have ended. Sign in with the new password.</p>
        <SignInLine />
      </FrontPage>
    )
  return (
    <FrontPage title="Set a new password">
      <p>It ends your sessions in all browsers. A second factor stays as it is.</p>
      <PlainForm
        path="/api/auth/reset"
        fixed={{ token }}
        fields={[{ ...new_password_field, wide: true }]}
        submit="Set the password"
        onDone={() => setIsSet(true)}
      />
      <a href="/auth/forgot" className="text-12 text-a11 underline">
        Ask for a new link
      </a>
    </FrontPage>
  )
}
