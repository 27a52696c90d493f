/** `/join/{token}`: accepts an invitation to act for a business. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { InvitationView } from '#entity/session-facts.ts'
import { OutsideButtons } from '#web/blocks/OutsideButtons.tsx'
import { CallError, call } from '#web/core/call.ts'
import { leaveForCompany } from '#web/core/outside.ts'
import type { Session } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { signOut, wipeLocalData } from '../queries.ts'
import { Fault, FrontPage, LinkedPage, type LinkPageProps, SignInLine } from './FrontPage.tsx'
import { SecondStep, type SecondStepAnswer } from './SecondStep.tsx'

export function JoinPage({ token, session }: LinkPageProps) {
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      call<InvitationView>(`/api/auth/invitation/${encodeURIComponent(token)}`, undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return (
    <LinkedPage title="Invitation" query={query} height="h-40" way_on={<SignInLine />}>
      {(invitation) => <Join token={token} invitation={invitation} session={session} />}
    </LinkedPage>
  )
}

interface JoinProps {
  readonly token: string
  readonly invitation: InvitationView
  readonly session: Session | null
}

function Join({ token, invitation, session }: JoinProps) {
  const { business_name, invited_by, inviter_business, is_own, email, needs } = invitation
  return (
    <FrontPage title={is_own ? 'Join Stint' : `Join ${business_name}`}>
      <p>
        {invited_by}
        {inviter_business !== null && ` of ${inviter_business}`} invites{' '}
        <span className="font-medium">{email}</span> {is_own ? 'to Stint' : `to act for ${business_name}`}.
      </p>
      {needs === 'password' ? (
        <NewPerson token={token} invitation={invitation} />
      ) : (
        <KnownPerson token={token} invitation={invitation} session={session} />
      )}
    </FrontPage>
  )
}

/** Joins and opens the pages of the business. */
function useJoin(token: string, isNew: boolean) {
  const [fault, setFault] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const [step, setStep] = useState<SecondStepAnswer | null>(null)
  const join = async (person: object) => {
    if (busy) return
    setBusy(true)
    setFault(null)
    try {
      const next = await call<object | SecondStepAnswer>('/api/auth/invitation/accept', { token, ...person })
      if (isNew) wipeLocalData()
      // The role needs a second factor: it is set up before the session begins.
      if ('challenge' in next) setStep(next)
      else location.assign('/')
    } catch (error) {
      setFault(
        error instanceof CallError ? error : new CallError('internal', 'Joining failed. Please try again.'),
      )
      setBusy(false)
    }
  }
  return { join, busy, fault, step, errors: fault?.errors ?? {} }
}

function NewPerson({ token, invitation }: Omit<JoinProps, 'session'>) {
  const [first_name, setFirstName] = useState(invitation.first_name)
  const [last_name, setLastName] = useState(invitation.last_name)
  const [password, setPassword] = useState('')
  const { join, busy, fault, step, errors } = useJoin(token, true)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void join({ first_name, last_name, password })
  }
  if (step) return <SecondStep answer={step} onEntered={() => location.assign('/')} />
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="email" autoComplete="username" value={invitation.email} />
      <TextInput
        label="First name"
        name="first_name"
        autoComplete="given-name"
        value={first_name}
        onChange={setFirstName}
        error={errors.first_name}
        required
      />
      <TextInput
        label="Last name"
        name="last_name"
        autoComplete="family-name"
        value={last_name}
        onChange={setLastName}
        error={errors.last_name}
        required
      />
      <TextInput
        label="Password"
        type="password"
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        error={errors.password}
        hint="A phrase of several words, at least 12 characters."
        required
      />
      {fault && Object.keys(errors).length === 0 && <Fault>{fault.message}</Fault>}
      <Button type="submit" tone="primary" busy={busy}>
        Join
      </Button>
      {invitation.own_provider !== null && (
        <OwnProvider token={token} name={invitation.own_provider} business_name={invitation.business_name} />
      )}
      <OutsideButtons
        asked={{ invitation: token, return_to: `/join/${token}` }}
        label={(name) => `Join with ${name}`}
        before={wipeLocalData}
      />
    </form>
  )
}

/** Joins with the account that the business gives its people. */
function OwnProvider({
  token,
  name,
  business_name,
}: {
  readonly token: string
  readonly name: string
  readonly business_name: string
}) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const leave = async () => {
    setBusy(true)
    setFault('')
    try {
      wipeLocalData()
      await leaveForCompany({ invitation: token, return_to: `/join/${token}` })
    } catch (error) {
      setFault(error instanceof CallError ? error.message : 'Joining failed. Please try again.')
      setBusy(false)
    }
  }
  return (
    <>
      {fault && <Fault>{fault}</Fault>}
      <Button busy={busy} onClick={() => void leave()}>
        Join with {name} of {business_name}
      </Button>
    </>
  )
}

function KnownPerson({ token, invitation, session }: JoinProps) {
  const { join, busy, fault } = useJoin(token, false)
  if (session === null)
    return (
      <>
        <p>You have an account. Sign in to join.</p>
        <a href={`/auth/login?next=${encodeURIComponent(`/join/${token}`)}`} className="text-a11 underline">
          Sign in
        </a>
      </>
    )
  if (session.user.email !== invitation.email)
    return (
      <>
        <p>
          You are signed in as {session.user.email}. Sign out, then open the link again and sign in as{' '}
          {invitation.email}.
        </p>
        <Button onClick={() => void signOut()}>Sign out</Button>
      </>
    )
  return (
    <>
      {fault && <Fault>{fault.message}</Fault>}
      <Button tone="primary" busy={busy} onClick={() => void join({})}>
        Join
      </Button>
    </>
  )
}
