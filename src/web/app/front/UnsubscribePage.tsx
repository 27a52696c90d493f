/** `/unsubscribe/{token}`: ends a kind of mail, without a sign-in. */
import { useState } from 'react'
import { PlainForm } from '#web/form/PlainForm.tsx'
import { FrontPage, type LinkPageProps, SignInLine } from './FrontPage.tsx'

export function UnsubscribePage({ token }: LinkPageProps) {
  const [ended, setEnded] = useState<string | null>(null)
  if (ended !== null)
    return (
      <FrontPage title="Mails switched off">
        <p role="status">You get no more mails of this kind: {ended}. Your inbox still shows them.</p>
        <SignInLine />
      </FrontPage>
    )
  return (
    <FrontPage title="Switch these mails off">
      <p>
        Stint then sends you no more mails of this kind. You can switch them on again under Profile,
        Notifications.
      </p>
      <PlainForm<{ label: string }>
        path={`/unsubscribe/${token}`}
        fields={[]}
        submit="Switch off"
        onDone={({ label }) => setEnded(label)}
      />
    </FrontPage>
  )
}
