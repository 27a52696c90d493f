/** `/keep-factors/{token}`: stops a reset of second factors. */
import { useState } from 'react'
import { PlainForm } from '#web/form/PlainForm.tsx'
import { FrontPage, type LinkPageProps, SignInLine } from './FrontPage.tsx'

export function KeepFactorsPage({ token }: LinkPageProps) {
  const [isKept, setIsKept] = useState(false)
  if (isKept)
    return (
      <FrontPage title="Second factors kept">
        <p role="status">The reset was stopped. Your administrators are told.</p>
        <SignInLine />
      </FrontPage>
    )
  return (
    <FrontPage title="Keep your second factors">
      <p>This stops the reset that your administrators have approved.</p>
      <PlainForm
        path="/api/auth/factors/keep"
        fixed={{ token }}
        fields={[]}
        submit="Keep my second factors"
        onDone={() => setIsKept(true)}
      />
    </FrontPage>
  )
}
