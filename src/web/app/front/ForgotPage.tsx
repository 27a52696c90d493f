/** `/auth/forgot`: asks for a link to a new password. The answer is the same for unknown addresses. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { call } from '#web/core/call.ts'
import { PlainForm } from '#web/form/PlainForm.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { FrontPage, SignInLine } from './FrontPage.tsx'

const title = 'Forgotten your password?'

export function ForgotPage() {
  const [isAsked, setIsAsked] = useState(false)
  const query = useQuery({
    queryKey: ['forgot'],
    queryFn: ({ signal }) => call<{ sends_mail: boolean }>('/api/auth/forgot', undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data)
    return (
      <FrontPage title={title}>
        <Skeleton className="h-32" />
      </FrontPage>
    )
  if (!query.data.sends_mail)
    return (
      <FrontPage title={title}>
        <p>This installation sends no mail, so it cannot send you a link.</p>
        <p>Ask an administrator: the operator of the installation can make a link for you.</p>
        <SignInLine />
      </FrontPage>
    )
  if (isAsked)
    return (
      <FrontPage title="Check your mail">
        <p role="status">
          If somebody with this address signs in with a password here, a link to set a new password is on its
          way. It works once, for 30 minutes.
        </p>
        <p className="text-n11">An address gets at most 3 links an hour.</p>
        <SignInLine />
      </FrontPage>
    )
  return (
    <FrontPage title={title}>
      <p>Enter your address. You get a link to set a new password.</p>
      <PlainForm
        path="/api/auth/forgot"
        fields={[
          {
            name: 'email',
            label: 'Email',
            type: 'email',
            autoComplete: 'username',
            required: true,
            wide: true,
          },
        ]}
        submit="Send the link"
        onDone={() => setIsAsked(true)}
      />
      <SignInLine />
    </FrontPage>
  )
}
