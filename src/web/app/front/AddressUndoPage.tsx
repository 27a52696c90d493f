/** `/address-undo/{token}`: keeps the earlier sign-in address. */
import { useState } from 'react'
import { PlainForm } from '#web/form/PlainForm.tsx'
import { FrontPage, type LinkPageProps, SignInLine } from './FrontPage.tsx'

export function AddressUndoPage({ token }: LinkPageProps) {
  const [email, setEmail] = useState<string | null>(null)
  if (email !== null)
    return (
      <FrontPage title="Address kept">
        <p role="status" className="wrap-anywhere">
          You sign in with {email}. All sessions have ended.
        </p>
        <a href="/auth/forgot" className="text-12 text-a11 underline">
          Set a new password
        </a>
        <SignInLine />
      </FrontPage>
    )
  return (
    <FrontPage title="Keep your address">
      <p>This undoes the change of your sign-in address and ends all sessions.</p>
      <PlainForm<{ readonly email: string }>
        path="/api/auth/email/undo"
        fixed={{ token }}
        fields={[]}
        submit="Keep my earlier address"
        onDone={(kept) => setEmail(kept.email)}
      />
    </FrontPage>
  )
}
