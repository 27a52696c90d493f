/** `/address/{token}`: confirms a new sign-in address. */
import { useState } from 'react'
import { PlainForm } from '#web/form/PlainForm.tsx'
import { FrontPage, type LinkPageProps, SignInLine } from './FrontPage.tsx'

interface Confirmed {
  readonly state: 'changed' | 'waiting'
  readonly email: string
}

export function AddressPage({ token }: LinkPageProps) {
  const [done, setDone] = useState<Confirmed | null>(null)
  if (done)
    return (
      <FrontPage title={done.state === 'changed' ? 'Address changed' : 'Address confirmed'}>
        <p role="status" className="wrap-anywhere">
          {done.state === 'changed'
            ? `You now sign in with ${done.email}.`
            : `${done.email} now waits for another administrator. Until then you sign in as before.`}
        </p>
        <SignInLine />
      </FrontPage>
    )
  return (
    <FrontPage title="Confirm your new address">
      <p>You sign in to Stint with this address from now on.</p>
      <PlainForm<Confirmed>
        path="/api/auth/email/confirm"
        fixed={{ token }}
        fields={[]}
        submit="Confirm the address"
        onDone={setDone}
      />
    </FrontPage>
  )
}
